// Knows what can be worked out about a campaign before anybody asks for it.

import { hashSeed } from '../bucketing/hash.ts';
import { bucketRanges } from '../bucketing/ranges.ts';
import { type ConditionOptions, compileCondition, type PathReader } from '../conditions/index.ts';
import { parseInstant } from '../text/instant.ts';
import type { CompiledCampaign, CompiledExperience } from './compiled.ts';
import type {
  CampaignDefinition,
  DynamicWeights,
  ExperienceDefinition,
  HoldoutDefinition,
} from './definition.ts';
import { compileHoldouts } from './holdout.ts';
import { compileLayer } from './layer.ts';
import { compilePreferences, preferenceReads } from './preference.ts';
import { compileTestUsers } from './test-users.ts';
import { unitIn } from './unit.ts';
import { sharesOf, shippedAt } from './weights.ts';

/** What of the site a campaign is decided with, besides its own definition. */
export interface CampaignDependencies extends ConditionOptions {
  /** All of the site's; which of them apply is found here. */
  holdouts?: readonly HoldoutDefinition[];
  /** The last computed weights, by experience id. */
  dynamicWeights?: ReadonlyMap<number, DynamicWeights>;
}

/**
 * Prepares a campaign: conditions become closures, weights and traffic become ranges.
 *
 * Never throws. A start that is no RFC 3339 instant is never reached, an end that is none has
 * passed: a schedule that cannot be read serves nobody.
 */
export function compileCampaign(
  definition: CampaignDefinition,
  options: CampaignDependencies = {},
): CompiledCampaign {
  const traffic = Math.min(Math.max(definition.traffic, 0), 1) || 0;
  const { start, end } = definition.schedule ?? {};
  const experiences = definition.experiences.map((experience) =>
    compileExperience(definition, experience, traffic, options),
  );
  return Object.freeze({
    definition,
    options,
    start: start === undefined ? -Infinity : (parseInstant(start) ?? Infinity),
    end: end === undefined ? Infinity : (parseInstant(end) ?? -Infinity),
    traffic,
    ...unitIn(definition),
    // What everyone gets is no part of a test that another test would disturb.
    layer: isOver(definition) ? null : compileLayer(definition.layer),
    holdouts: compileHoldouts(definition, options.holdouts ?? []),
    testUsers: compileTestUsers(definition, experiences),
    experiences: Object.freeze(experiences),
    reads: [...new Set(experiences.flatMap(readsOf))],
  });
}

/** Has a test of the campaign ended with a variation for everyone? */
export const isOver = ({
  experiences,
}: {
  readonly experiences: readonly Parameters<typeof shippedAt>[0][];
}) => experiences.some((experience) => shippedAt(experience) >= 0);

function readsOf({ targeting, definition }: CompiledExperience): readonly PathReader[] {
  return [...(targeting?.reads ?? []), ...preferenceReads(definition)];
}

/**
 * Names a user's assignment within an experience: the same whatever its weights, its targeting and
 * the traffic, another one once the campaign is restarted under a new seed.
 */
export function assignmentKey(campaign: CampaignDefinition, experience: ExperienceDefinition) {
  return `${campaign.id}:${experience.id}:${campaign.seed}`;
}

/**
 * Answers whether an exposure decides what the user is given from then on. Dynamic weights always
 * stick, or users would follow every recomputation. Affinity moves, a set of several is not kept,
 * and what ended with a variation for everyone keeps no one with another.
 */
export function isStickyByUser(
  { stickiness }: Pick<CampaignDefinition, 'stickiness'>,
  { allocation, served = 1, variations }: ExperienceDefinition,
): boolean {
  if (served > 1 || allocation === 'affinity' || shippedAt({ variations }) >= 0) return false;
  return stickiness === 'user' || allocation === 'dynamic';
}

function compileExperience(
  campaign: CampaignDefinition,
  experience: ExperienceDefinition,
  traffic: number,
  options: CampaignDependencies,
): CompiledExperience {
  const { targeting, allocation, id } = experience;
  const isShipped = shippedAt(experience) >= 0;
  const dynamicWeights =
    (allocation === 'dynamic' && !isShipped ? options.dynamicWeights?.get(id) : undefined) ?? null;
  const shares = sharesOf(experience, dynamicWeights);
  const participation = isShipped ? 1 : shares.some((share) => share > 0) ? traffic : 0;
  const seed = `${campaign.seed}:${id}`;
  const served = isShipped ? 1 : Math.max(1, Math.floor(experience.served ?? 1));
  const preferences = isShipped ? null : compilePreferences(experience);
  return Object.freeze({
    definition: experience,
    targeting: targeting === undefined ? null : compileCondition(targeting, options),
    seed,
    seedHash: hashSeed(seed),
    ...drawOf(campaign, experience),
    isSticky: isStickyByUser(campaign, experience),
    assignmentKey: assignmentKey(campaign, experience),
    allocationVersion: dynamicWeights?.version ?? experience.allocationVersion,
    dynamicWeights,
    shares,
    participation,
    ranges: bucketRanges(shares.length, participation, shares),
    served,
    servedSeedHash: hashSeed(servedSeed(seed)),
    preferences,
    isSpecial: served > 1 || preferences !== null,
  });
}

/** Under which seed the points of a draw of several begin. */
export function servedSeed(seed: string): string {
  return `${seed}:served:`;
}

function drawOf(
  campaign: CampaignDefinition,
  { allocation }: ExperienceDefinition,
): Pick<CompiledExperience, 'drawsBy' | 'accountType'> {
  const { unit, accountType } = unitIn(campaign);
  const { stickiness } = campaign;
  if (allocation === 'dynamic' || stickiness === 'user') return { drawsBy: unit, accountType };
  return { drawsBy: stickiness === 'none' ? 'request' : stickiness, accountType };
}
