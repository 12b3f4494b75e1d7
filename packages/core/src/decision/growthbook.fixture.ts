// Knows how an experiment or a rule of GrowthBook is written as a campaign.
//
// Published cases draw by seeds and hash versions that campaigns do not have. Each is decided for a
// stand-in: a user whose bucket in the campaign's draw is the published one, in a layer and a
// holdout in whose draws they have the published places. The hash itself has cases of its own.

import { hashSeed, hashSeeded, hashUnit } from '../bucketing/hash.ts';
import type { BucketRange } from '../bucketing/ranges.ts';
import type { SavedGroups } from '../conditions/index.ts';
import {
  type CampaignDefinition,
  compileCampaign,
  type DecisionInput,
  decide,
  type HoldoutDefinition,
  type LayerPart,
  type SlotRange,
} from './index.ts';

export interface GrowthBookRule {
  key?: string;
  variations?: unknown[];
  force?: unknown;
  weights?: number[];
  coverage?: number;
  condition?: unknown;
  seed?: string;
  hashVersion?: number;
  hashAttribute?: string;
  fallbackAttribute?: string;
  namespace?: [name: string, from: number, to: number];
  filters?: { seed: string; ranges: BucketRange[]; attribute?: string; hashVersion?: number }[];
  ranges?: BucketRange[];
  range?: BucketRange;
  active?: boolean;
  meta?: { key?: string; passthrough?: boolean }[];
  parentConditions?: unknown[];
  contextualVariations?: unknown[];
  bucketVersion?: number;
  minBucketVersion?: number;
  disableStickyBucketing?: boolean;
}

export interface GrowthBookContext {
  attributes?: Record<string, unknown>;
  enabled?: boolean;
  qaMode?: boolean;
  url?: string;
  forcedVariations?: Record<string, number>;
  savedGroups?: SavedGroups;
  features?: Record<string, { defaultValue?: unknown; rules?: GrowthBookRule[] }>;
}

/** What GrowthBook remembers of a user: meta keys by experiment key and bucket version. */
export interface StickyDocument {
  attributeName: string;
  attributeValue: string;
  assignments: Record<string, string>;
}

/** What came of a rule. */
export interface Evaluated {
  isIn: boolean;
  /** The value of a holdout's group, where the user is in it. */
  heldOut?: { value: unknown };
  index: number;
  value: unknown;
  bucket: number | undefined;
  hashUsed: boolean;
  isKept: boolean;
  /** By what the user was drawn, and what is to be remembered of it. */
  unit: { attribute: string; value: string };
  remembered: { key: string; variation: string } | undefined;
}

/** A rule that lets through the users it does not apply to. */
export interface Passthrough {
  rule: GrowthBookRule;
  name: string;
}

/** What a rule has that no campaign can have; undefined where there is nothing. */
export function withoutCounterpart(
  { attributes = {}, qaMode = false, forcedVariations = {} }: GrowthBookContext,
  rule: GrowthBookRule,
  name: string,
  documents: readonly StickyDocument[] = [],
): string | undefined {
  const { key = name, variations, coverage, filters = [], hashVersion = 1 } = rule;
  const isForced = forcedVariations[key] !== undefined || rule.force !== undefined;
  const isDrawn = variations !== undefined || coverage !== undefined;
  const versions = documents.flatMap(({ assignments }) =>
    Object.keys(assignments).map((one) => Number(one.split('__')[1])),
  );
  if (rule.parentConditions) return 'prerequisites';
  if (rule.contextualVariations) return 'contextual bandits';
  if (qaMode && !isForced) return 'QA mode';
  if (filters.length > 1) return 'several filters';
  if (hashVersion !== 1 && hashVersion !== 2) return 'unknown hash versions';
  if (variations?.length === 1) return 'a test of one variation is none';
  if (isDrawn && unitOf(attributes, rule).value === '') return 'visitors without an id';
  return versions.some((version) => version < (rule.minBucketVersion ?? 0))
    ? 'shutting out who was in before'
    : undefined;
}

/** Evaluates an experiment, or a rule of a feature, as the campaign that says the same. */
export function evaluate(
  context: GrowthBookContext,
  rule: GrowthBookRule,
  name: string,
  known: { documents?: readonly StickyDocument[]; holdouts?: readonly Passthrough[] } = {},
): Evaluated {
  const { attributes = {}, enabled = true, savedGroups = {} } = context;
  const key = rule.key ?? name;
  const unit = unitOf(attributes, rule);
  const published = hashUnit(rule.seed ?? key, unit.value, rule.hashVersion ?? 1) ?? 1;
  const user = standIn(published);
  const holdouts = (known.holdouts ?? []).map((one, at) => holdoutOf(one, unit.value, user, at));
  const definition = campaignOf(context, rule, key, { user, published, unit: unit.value });
  const campaign = compileCampaign(definition, { savedGroups, holdouts });
  const version = `${key}__${rule.bucketVersion ?? 0}`;
  const shown = previewOf(context, key);
  const input: DecisionInput = {
    live: enabled && rule.active !== false,
    now: 0,
    attributes,
    units: { device: user, person: user, session: user, request: user },
    assigned: () => assignedOf(attributes, rule, version, known.documents ?? []),
    ...(shown !== undefined && { preview: { variationId: shown + 1 } }),
  };
  const decision = decide(campaign, input);
  const isIn = decision.variation !== null;
  const values = rule.variations ?? [rule.force];
  const index = (decision.variation?.id ?? 1) - 1;
  const holdout =
    decision.reason === 'holdout' ? known.holdouts?.[decision.holdoutId - 1] : undefined;
  const isSure = campaign.experiences[0]?.shares.some((share) => share === 1) ?? false;
  const assignment = 'assignment' in decision ? decision.assignment : null;
  return {
    isIn,
    ...(holdout && { heldOut: { value: holdout.rule.variations?.[0] } }),
    index,
    value: values[index],
    bucket: 'bucket' in decision ? decision.bucket : undefined,
    hashUsed: decision.reason === 'assigned' || (decision.reason === 'allocated' && !isSure),
    isKept: decision.reason === 'assigned',
    unit,
    remembered: assignment === null ? undefined : { key: version, variation: metaKey(rule, index) },
  };
}

const metaKey = ({ meta }: GrowthBookRule, index: number) => meta?.[index]?.key ?? String(index);

/** The person once known, else the device: GrowthBook's hash attribute and its fallback. */
function unitOf(attributes: Record<string, unknown>, rule: GrowthBookRule): Evaluated['unit'] {
  const { hashAttribute = 'id', fallbackAttribute } = rule;
  const names = [hashAttribute, ...(fallbackAttribute === undefined ? [] : [fallbackAttribute])];
  const attribute = names.find((one) => isNamed(attributes[one])) ?? hashAttribute;
  return { attribute, value: isNamed(attributes[attribute]) ? String(attributes[attribute]) : '' };
}

const isNamed = (value: unknown) => value !== undefined && value !== null && value !== '';

/** The person's own assignment before that of their device. */
function assignedOf(
  attributes: Record<string, unknown>,
  rule: GrowthBookRule,
  version: string,
  documents: readonly StickyDocument[],
): number | undefined {
  for (const attribute of [rule.hashAttribute ?? 'id', rule.fallbackAttribute]) {
    const found = documents.find(
      ({ attributeName, attributeValue }) =>
        attributeName === attribute && attributeValue === String(attributes[attributeName]),
    );
    const kept = found?.assignments[version];
    const index = rule.variations?.findIndex((_, at) => metaKey(rule, at) === kept) ?? -1;
    if (kept !== undefined && index >= 0) return index + 1;
  }
  return undefined;
}

function campaignOf(
  { forcedVariations = {} }: GrowthBookContext,
  rule: GrowthBookRule,
  key: string,
  at: { user: string; published: number; unit: string },
): CampaignDefinition {
  const forced = forcedVariations[key];
  const layer = layerOf(rule, at);
  const variations = weighed(rule).map(({ index, weight }) => {
    const payload = { type: 'CUSTOM_JSON', data: index };
    return { id: index + 1, name: String(index), weight, payload };
  });
  const hasRanges = rule.ranges !== undefined || rule.range !== undefined;
  return {
    ...{ id: 1, name: key, selector: key, groups: [], type: 'custom', seed: 's' },
    traffic: hasRanges ? 1 : (rule.coverage ?? 1),
    // A session is drawn for like a user, and remembers nothing.
    stickiness: rule.disableStickyBucketing ? 'session' : 'user',
    ...(layer && { layer }),
    ...(forced !== undefined && {
      testUsers: [{ user: at.user, experienceId: 1, variationId: forced + 1 }],
    }),
    experiences: [
      {
        ...{ id: 1, name: key, allocationVersion: 1, variations },
        ...(rule.condition !== undefined && { targeting: rule.condition }),
      },
    ],
  };
}

/** Variations in the order of their ranges, each with its weight. */
function weighed(rule: GrowthBookRule): { index: number; weight: number }[] {
  const { variations = [rule.force], force, weights, ranges } = rule;
  const indices = variations.map((_, index) => index);
  if (rule.variations && force !== undefined) {
    return indices.map((index) => ({ index, weight: index === force ? 1 : 0 }));
  }
  if (ranges === undefined) {
    return indices.map((index) => ({ index, weight: weights?.[index] ?? 1 }));
  }
  const sorted = indices.sort((one, other) => ranges[one]![0] - ranges[other]![0]);
  return sorted.map((index, place) => {
    const from = place === 0 ? 0 : ranges[index]![0];
    const next = sorted[place + 1];
    return { index, weight: (next === undefined ? 1 : ranges[next]![0]) - from };
  });
}

/** A filter, a namespace, or ranges with gaps: parts of a draw that the campaign holds. */
function layerOf(
  rule: GrowthBookRule,
  { user, published, unit }: { user: string; published: number; unit: string },
): LayerPart | undefined {
  const { filters, namespace, ranges = rule.range && [rule.range] } = rule;
  const [filter] = filters ?? [];
  if (filter) {
    const place = hashUnit(filter.seed, unit, filter.hashVersion ?? 2) ?? 1;
    return layerAt(place, filter.ranges, user);
  }
  if (namespace) {
    const [name, from, to] = namespace;
    return layerAt(hashUnit(`__${name}`, unit, 1) ?? 1, [[from, to]], user);
  }
  return ranges && layerAt(published, ranges, user);
}

function layerAt(place: number, ranges: readonly BucketRange[], user: string): LayerPart {
  const held = ranges.map(
    ([from, to]): SlotRange => [Math.round(from * 10_000), Math.round(to * 10_000) - 1],
  );
  return { id: 1, share: 1, seed: seedFor(place, user), slots: 10_000, held };
}

function holdoutOf(
  { rule, name }: Passthrough,
  unit: string,
  user: string,
  at: number,
): HoldoutDefinition {
  const [from, to] = rule.ranges![0]!;
  const place = hashUnit(rule.seed ?? rule.key ?? name, unit, rule.hashVersion ?? 1) ?? 1;
  return { id: at + 1, name, share: to - from, seed: seedFor(place, user) };
}

const drawSeed = hashSeed('s:1');

/** A user whose bucket in the campaign's draw is this one. */
function standIn(bucket: number): string {
  for (let at = 0; bucket < 1; at += 1) {
    if (hashSeeded(drawSeed, `user-${at}`) === bucket) return `user-${at}`;
  }
  return 'nobody';
}

/** A seed under which a user has this bucket. */
function seedFor(bucket: number, user: string): string {
  for (let at = 0; bucket < 1; at += 1) {
    if (hashSeeded(hashSeed(`seed-${at}-`), user) === bucket) return `seed-${at}-`;
  }
  return 'none';
}

/** Who forces a variation by the address of the page, here by a preview id. */
function previewOf({ url }: GrowthBookContext, key: string): number | undefined {
  const asked = url === undefined ? null : new URLSearchParams(url.split(/[?#]/)[1]).get(key);
  return asked === null ? undefined : Number(asked);
}
