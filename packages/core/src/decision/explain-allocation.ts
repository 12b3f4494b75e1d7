// Knows how to explain a draw: ranges, weights, affinity, the points of a draw of several.

import type { BucketRange } from '../bucketing/ranges.ts';
import { servedSeed } from './compile-campaign.ts';
import type { CompiledCampaign, CompiledExperience } from './compiled.ts';
import type { Decision, DecisionInput } from './decision.ts';
import type { Allocation } from './definition.ts';
import { previewRanges } from './preview.ts';
import { pointsOf, startOf } from './several.ts';
import { bucketOf, HASH_VERSION, keptVariation } from './steps.ts';
import { drawnBy, unitId } from './unit.ts';

/**
 * bucket = fnv1a32(decimal digits of fnv1a32(seed + unit)) mod 10,000 / 10,000; the variation is
 * the one whose range holds it (from included, to excluded), unless an assignment was kept,
 * affinity chose, or several are served.
 */
export interface ExplainedAllocation {
  experienceId: number;
  kind: Allocation;
  allocationVersion: number;
  hashVersion: 2;
  seed: string;
  unit: { kind: CompiledExperience['drawsBy']; value: string };
  bucket: number;
  /** The share of those targeted who take part: of several, those whose bucket is below it. */
  participation: number;
  /** When the weights were computed, for dynamic ones; null before that, and where by hand. */
  dynamicWeights: { version: number; computedAt: number } | null;
  variations: ExplainedVariation[];
  /** Where several are served: each point gives the variation on whose stretch of shares it is. */
  several: { count: number; seed: string; start: number; points: number[] } | null;
  /** The unit's earlier assignment, if any; null where nothing sticks. */
  assignment: { key: string; variationId: number | null; kept: boolean } | null;
}

interface ExplainedVariation {
  id: number;
  name: string;
  /** As written by hand. */
  weight: number;
  /** Its part of all weights, by hand or dynamic. */
  share: number;
  range: BucketRange;
  isControl: boolean;
  /** The user's best rank of its tags, null for none; absent where affinity does not allocate. */
  rank?: number | null;
  tags?: { property: string; value: string }[];
}

/** Explains how an experience that was reached gave what it did. */
export function explainAllocation(
  campaign: CompiledCampaign,
  experience: CompiledExperience,
  input: DecisionInput,
  { reason }: Decision,
): ExplainedAllocation {
  const { definition, served, drawsBy, dynamicWeights } = experience;
  const isPreview = input.preview !== undefined;
  const ranges = isPreview ? previewRanges(experience) : experience.ranges;
  const { variationId } = input.preview ?? {};
  const isNamed = variationId !== undefined || reason === 'forced';
  const start = startOf(experience, input);
  return {
    experienceId: definition.id,
    kind: definition.allocation ?? 'manual',
    allocationVersion: experience.allocationVersion,
    hashVersion: HASH_VERSION,
    seed: experience.seed,
    unit: { kind: drawsBy, value: drawnBy(experience, input) },
    bucket: bucketOf(experience, input),
    participation: isPreview ? 1 : experience.participation,
    dynamicWeights: dynamicWeights && {
      version: dynamicWeights.version,
      computedAt: dynamicWeights.computedAt,
    },
    variations: explainVariations(experience, input, ranges),
    several:
      served === 1 || isNamed
        ? null
        : {
            count: served,
            seed: servedSeed(experience.seed),
            start,
            points: pointsOf(start, served),
          },
    assignment:
      isPreview || isNamed || !experience.isSticky
        ? null
        : {
            key: experience.assignmentKey,
            variationId: assignedIn(campaign, experience, input) ?? null,
            kept: keptVariation(campaign, experience, input) !== undefined,
          },
  };
}

function assignedIn(
  campaign: CompiledCampaign,
  { assignmentKey }: CompiledExperience,
  input: DecisionInput,
): number | undefined {
  return input.assigned(assignmentKey, campaign.unit, unitId(campaign, input));
}

function explainVariations(
  { definition, shares, preferences }: CompiledExperience,
  input: DecisionInput,
  ranges: readonly BucketRange[],
): ExplainedVariation[] {
  return definition.variations.map((variation, at) => {
    const { id, name, weight, payload, tags = [] } = variation;
    const rank = preferences?.[at]?.(input.attributes);
    return {
      id,
      name,
      weight,
      share: shares[at] as number,
      range: ranges[at] as BucketRange,
      isControl: payload === null,
      ...(rank !== undefined && { rank: Number.isFinite(rank) ? rank : null, tags }),
    };
  });
}
