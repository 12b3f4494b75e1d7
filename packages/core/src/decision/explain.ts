// Knows how to lay a decision open, so that a developer can recompute it by hand.

import type { BucketRange } from '../bucketing/ranges.ts';
import { type ConditionTrace, explainCondition } from '../conditions/index.ts';
import type { CompiledCampaign, CompiledExperience } from './compile-campaign.ts';
import { decide } from './decide.ts';
import type { Decision, DecisionInput, Preview } from './decision.ts';
import type { Schedule, Stickiness } from './definition.ts';
import { namesSomething, previewRanges } from './preview.ts';
import { bucketOf, HASH_VERSION, keptVariation, unitKind } from './steps.ts';

/** Everything that went into a decision, as JSON. Field by field in the order of deciding. */
export interface Explanation {
  campaign: {
    id: number;
    name: string;
    live: boolean;
    schedule: Schedule | null;
    stickiness: Stickiness;
    traffic: number;
    seed: string;
  };
  /** Milliseconds since 1970. */
  now: number;
  preview: Preview | null;
  experiences: ConsideredExperience[];
  /** The draw; null where no experience was reached. */
  allocation: ExplainedAllocation | null;
  decision: {
    reason: Decision['reason'];
    experienceId: number | null;
    variationId: number | null;
    isControl: boolean;
    propensity: number;
  };
}

/** An experience in order of priority; `previewed` was named by the preview, untargeted. */
interface ConsideredExperience {
  id: number;
  name: string;
  outcome: 'matched' | 'not_matched' | 'not_reached' | 'previewed';
  /** Part by part; null where everybody is meant or the targeting was not asked. */
  targeting: ConditionTrace | null;
}

/**
 * bucket = fnv1a32(decimal digits of fnv1a32(seed + unit)) mod 10,000 / 10,000; the variation is
 * the one whose range holds it (from included, to excluded), unless an assignment was kept.
 */
interface ExplainedAllocation {
  experienceId: number;
  allocationVersion: number;
  hashVersion: 2;
  seed: string;
  unit: { kind: keyof DecisionInput['units']; value: string };
  bucket: number;
  variations: {
    id: number;
    name: string;
    weight: number;
    /** The weight's part of all weights. */
    share: number;
    range: BucketRange;
    isControl: boolean;
  }[];
  /** The earlier assignment, if any; null where the campaign is not sticky by user. */
  assignment: { key: string; variationId: number | null; kept: boolean } | null;
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
      traffic: campaign.traffic,
      seed: definition.seed,
    },
    now: input.now,
    preview: input.preview ?? null,
    experiences: considered(campaign, input, decision),
    allocation: chosen === undefined ? null : explainAllocation(campaign, chosen, input),
    decision: {
      reason: decision.reason,
      experienceId: decision.experience?.id ?? null,
      variationId: decision.variation?.id ?? null,
      isControl: decision.isControl,
      propensity: decision.propensity,
    },
  };
}

function considered(
  campaign: CompiledCampaign,
  input: DecisionInput,
  { reason, experience: chosen }: Decision,
): ConsideredExperience[] {
  const isNamed = input.preview !== undefined && namesSomething(input.preview);
  let isOver = isNamed || ['paused', 'not_started', 'ended'].includes(reason);
  return campaign.experiences.map(({ definition }) => {
    const { id, name } = definition;
    if (isNamed && definition === chosen) {
      return { id, name, outcome: 'previewed', targeting: null };
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

function explainAllocation(
  campaign: CompiledCampaign,
  experience: CompiledExperience,
  input: DecisionInput,
): ExplainedAllocation {
  const { id, allocationVersion, variations } = experience.definition;
  const isPreview = input.preview !== undefined;
  const ranges = isPreview ? previewRanges(experience) : experience.ranges;
  const kind = unitKind(campaign);
  return {
    experienceId: id,
    allocationVersion,
    hashVersion: HASH_VERSION,
    seed: experience.seed,
    unit: { kind, value: input.units[kind] },
    bucket: bucketOf(campaign, experience, input),
    variations: variations.map((variation, at) => ({
      id: variation.id,
      name: variation.name,
      weight: variation.weight,
      share: experience.shares[at] as number,
      range: ranges[at] as BucketRange,
      isControl: variation.payload === null,
    })),
    assignment:
      isPreview || campaign.definition.stickiness !== 'user'
        ? null
        : {
            key: experience.assignmentKey,
            variationId: input.assigned(experience.assignmentKey) ?? null,
            kept: keptVariation(campaign, experience, input) !== undefined,
          },
  };
}
