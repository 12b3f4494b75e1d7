// Knows how to lay a decision open, so that a developer can recompute it by hand.

import { type ConditionTrace, explainCondition } from '../conditions/index.ts';
import type { CompiledCampaign } from './compiled.ts';
import { decide } from './decide.ts';
import { type Decision, type DecisionInput, drawsOf, type Preview } from './decision.ts';
import type { Schedule, SlotRange, Stickiness, Unit } from './definition.ts';
import { type ExplainedAllocation, explainAllocation } from './explain-allocation.ts';
import { holdoutBucket } from './holdout.ts';
import { slotOf } from './layer.ts';
import { namesSomething } from './preview.ts';
import { findTestUser } from './test-users.ts';
import { unitId } from './unit.ts';

/** Everything that went into a decision, as JSON. Field by field in the order of deciding. */
export interface Explanation {
  campaign: {
    id: number;
    name: string;
    live: boolean;
    schedule: Schedule | null;
    stickiness: Stickiness;
    /** What it draws and counts by: with `account`, those that the identifier type names. */
    unit: Unit;
    accountType: string | null;
    traffic: number;
    /** Does it take out who is outside the traffic, whatever they were given before? */
    rollback: boolean;
    seed: string;
  };
  /** Milliseconds since 1970. */
  now: number;
  preview: Preview | null;
  /** What the visitor is always given as a test user; null for anybody else, and in a preview. */
  testUser: {
    by: string | { type: string; value: string };
    experienceId: number;
    variationId: number;
  } | null;
  /** Null where the campaign is in no layer, or was not asked for it. */
  layer: ExplainedLayer | null;
  experiences: ConsideredExperience[];
  /** The draw; null where no experience was reached. */
  allocation: ExplainedAllocation | null;
  /** Those that apply, where something would have been given; the first that holds counts. */
  holdouts: ExplainedHoldout[];
  decision: {
    reason: Decision['reason'];
    experienceId: number | null;
    variationId: number | null;
    isControl: boolean;
    propensity: number;
    holdoutId: number | null;
    /** Everything given, or withheld from who is held out. */
    draws: { variationId: number; propensity: number }[];
  };
}

/** bucket as in a draw, under the layer's seed, of the unit; slot = floor(bucket x slots). */
interface ExplainedLayer {
  id: number;
  seed: string;
  slots: number;
  slot: number;
  /** What the campaign holds; both ends included. */
  held: readonly SlotRange[];
  isIn: boolean;
}

/** The unit's bucket under the holdout's seed, as in a draw; below the share they are held out. */
interface ExplainedHoldout {
  id: number;
  name: string;
  seed: string;
  share: number;
  bucket: number;
  isHeldOut: boolean;
}

/** An experience in order of priority; `named` by a preview or for a test user, untargeted. */
interface ConsideredExperience {
  id: number;
  name: string;
  outcome: 'matched' | 'not_matched' | 'not_reached' | 'previewed' | 'forced';
  /** Part by part; null where everybody is meant or the targeting was not asked. */
  targeting: ConditionTrace | null;
}

/** Explains what `decide` answers for the same input: every step, and what it was taken on. */
export function explain(campaign: CompiledCampaign, input: DecisionInput): Explanation {
  const { definition } = campaign;
  const decision = decide(campaign, input);
  const chosen = campaign.experiences.find((one) => one.definition === decision.experience);
  return {
    campaign: {
      id: definition.id,
      name: definition.name,
      live: input.live,
      schedule: definition.schedule ?? null,
      stickiness: definition.stickiness,
      unit: campaign.unit,
      accountType: campaign.accountType || null,
      traffic: campaign.traffic,
      rollback: definition.rollback ?? false,
      seed: definition.seed,
    },
    now: input.now,
    preview: input.preview ?? null,
    testUser: explainTestUser(campaign, input, decision),
    layer: explainLayer(campaign, input, decision),
    experiences: considered(campaign, input, decision),
    allocation: chosen === undefined ? null : explainAllocation(campaign, chosen, input, decision),
    holdouts: explainHoldouts(campaign, input, decision),
    decision: {
      reason: decision.reason,
      experienceId: decision.experience?.id ?? null,
      variationId: decision.variation?.id ?? null,
      isControl: decision.isControl,
      propensity: decision.propensity,
      holdoutId: decision.reason === 'holdout' ? decision.holdoutId : null,
      draws: drawsOf(decision).map(({ variation: { id }, propensity }) => ({
        variationId: id,
        propensity,
      })),
    },
  };
}

function explainTestUser(
  { testUsers }: CompiledCampaign,
  input: DecisionInput,
  { reason }: Decision,
): Explanation['testUser'] {
  const found = testUsers && reason === 'forced' ? findTestUser(testUsers, input) : undefined;
  if (found === undefined) return null;
  const { experience, variation } = found.forced;
  return { by: found.by, experienceId: experience.definition.id, variationId: variation.id };
}

/** Reasons for which nothing after the schedule was asked. */
const EARLY: readonly Decision['reason'][] = [
  'preview_not_found',
  'paused',
  'not_started',
  'ended',
  'no_consent',
  'no_account',
];

function explainLayer(
  campaign: CompiledCampaign,
  input: DecisionInput,
  { reason }: Decision,
): ExplainedLayer | null {
  const { layer, definition } = campaign;
  const { preview } = input;
  if (layer === null || definition.layer === undefined) return null;
  if (preview !== undefined || reason === 'forced' || EARLY.includes(reason)) return null;
  const { id, seed, slots, held } = definition.layer;
  const slot = slotOf(layer, unitId(campaign, input));
  return { id, seed, slots, slot, held, isIn: layer.isHeld[slot] === 1 };
}

function explainHoldouts(
  campaign: CompiledCampaign,
  input: DecisionInput,
  decision: Decision,
): ExplainedHoldout[] {
  const { reason } = decision;
  if (reason === 'preview' || reason === 'forced' || drawsOf(decision).length === 0) return [];
  return (campaign.holdouts ?? []).map((one) => {
    const { id, name, seed, share } = one.definition;
    const bucket = holdoutBucket(one, unitId(campaign, input));
    return { id, name, seed, share, bucket, isHeldOut: bucket < share };
  });
}

function considered(
  campaign: CompiledCampaign,
  input: DecisionInput,
  { reason, experience: chosen }: Decision,
): ConsideredExperience[] {
  const isPreview = input.preview !== undefined && namesSomething(input.preview);
  const isNamed = isPreview || reason === 'forced';
  let isOver = isNamed || reason === 'not_in_layer' || EARLY.includes(reason);
  return campaign.experiences.map(({ definition }) => {
    const { id, name } = definition;
    if (isNamed && definition === chosen) {
      return { id, name, outcome: isPreview ? 'previewed' : 'forced', targeting: null };
    }
    if (isOver) return { id, name, outcome: 'not_reached', targeting: null };
    const targeting =
      definition.targeting === undefined
        ? null
        : explainCondition(definition.targeting, campaign.options, input.attributes);
    const outcome = targeting === null || targeting.pass ? 'matched' : 'not_matched';
    isOver = outcome === 'matched';
    return { id, name, outcome, targeting };
  });
}
