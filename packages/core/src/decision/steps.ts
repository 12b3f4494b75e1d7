// Knows the single steps of a decision, which deciding takes and explaining shows.

import { hashSeeded } from '../bucketing/hash.ts';
import { type BucketRange, chooseRange } from '../bucketing/ranges.ts';
import type { CompiledCampaign, CompiledExperience } from './compiled.ts';
import type { DecisionInput, Draw } from './decision.ts';
import type { VariationDefinition } from './definition.ts';
import { byPreference } from './preference.ts';
import { drawSeveral, inclusion, startOf } from './several.ts';
import { drawnBy, unitId } from './unit.ts';

/** The version of GrowthBook's hash that campaigns draw by. */
export const HASH_VERSION = 2;

/** The bucket of the visitor's unit in an experience's draw, in [0, 1). */
export function bucketOf(experience: CompiledExperience, input: DecisionInput): number {
  return hashSeeded(experience.seedHash, drawnBy(experience, input));
}

/** The first experience, in order of priority, whose targeting matches. */
export function firstMatching(
  campaign: CompiledCampaign,
  input: DecisionInput,
): CompiledExperience | undefined {
  for (const experience of campaign.experiences) {
    if (experience.targeting === null || experience.targeting.test(input.attributes)) {
      return experience;
    }
  }
  return undefined;
}

/**
 * The variation that an earlier exposure gave, where it still holds: the experience is sticky, its
 * traffic is above 0 (traffic 0 ends a test for everybody), the variation exists, and no rollback
 * took the bucket out.
 */
export function keptVariation(
  campaign: CompiledCampaign,
  experience: CompiledExperience,
  input: DecisionInput,
): VariationDefinition | undefined {
  if (!experience.isSticky || campaign.traffic === 0) return undefined;
  const id = input.assigned(experience.assignmentKey, campaign.unit, unitId(campaign, input));
  if (id === undefined) return undefined;
  const { rollback } = campaign.definition;
  if (rollback && chooseRange(bucketOf(experience, input), experience.ranges) === -1) return;
  return experience.definition.variations.find((variation) => variation.id === id);
}

/** Who takes part in a draw, and which stretch of it each variation has. */
interface Extent {
  readonly participation: number;
  readonly ranges: readonly BucketRange[];
}

/** What affinity or a draw of several gives; undefined outside the traffic. */
export interface Given {
  readonly reason: 'affinity' | 'allocated';
  readonly draws: readonly [Draw, ...Draw[]];
}

/** Decides by affinity, or draws several; users without affinity are drawn by weight. */
export function giveSpecially(
  experience: CompiledExperience,
  input: DecisionInput,
  bucket: number,
  { participation, ranges }: Extent,
): Given | undefined {
  const { shares, served, preferences, definition } = experience;
  const chosen = chooseRange(bucket, ranges);
  if (served === 1 ? chosen === -1 : bucket >= participation) return undefined;
  const preferred = preferences === null ? undefined : byPreference(preferences, input.attributes);
  const indices =
    preferred?.slice(0, served) ??
    (served === 1 ? [chosen] : drawSeveral(shares, served, startOf(experience, input)));
  const [first, ...also] = indices.map((at): Draw => {
    const chance = preferred === undefined ? inclusion(shares[at] as number, served) : 1;
    const variation = definition.variations[at] as VariationDefinition;
    return { variation, propensity: participation * chance };
  });
  if (first === undefined) return undefined;
  return { reason: preferred === undefined ? 'allocated' : 'affinity', draws: [first, ...also] };
}
