// Knows what a preview shows: the campaign as if it were live for this visitor.

import { type BucketRange, bucketRanges, chooseRange } from '../bucketing/ranges.ts';
import type { CompiledCampaign, CompiledExperience } from './compiled.ts';
import type { DecisionInput, Draw, Preview, Served } from './decision.ts';
import type { VariationDefinition } from './definition.ts';
import { bucketOf, firstMatching, giveSpecially } from './steps.ts';

/**
 * Decides a preview: the experience named, else the one that has the variation named, else the
 * first that matches; in it the variation named, else the drawn one as if all took part.
 *
 * Neither publication, schedule, traffic nor earlier assignments count, and targeting only where
 * nothing is named. Answers a reason where there is nothing to show.
 */
export function decidePreview(
  campaign: CompiledCampaign,
  input: DecisionInput,
  preview: Preview,
): Served | 'no_experience_matched' | 'preview_not_found' {
  const isNamed = namesSomething(preview);
  const experience = isNamed ? namedExperience(campaign, preview) : firstMatching(campaign, input);
  if (experience === undefined) return isNamed ? 'preview_not_found' : 'no_experience_matched';
  const { definition } = experience;
  const bucket = bucketOf(experience, input);
  const [variation, ...also] = previewed(experience, input, preview, bucket);
  if (variation === undefined) return 'preview_not_found';
  return {
    reason: 'preview',
    experience: definition,
    variation,
    isControl: [variation, ...also].every(({ payload }) => payload === null),
    bucket,
    propensity: 1,
    allocationVersion: experience.allocationVersion,
    ...(also.length > 0 && { also: also.map((one): Draw => ({ variation: one, propensity: 1 })) }),
    assignment: null,
  };
}

function previewed(
  experience: CompiledExperience,
  input: DecisionInput,
  { variationId }: Preview,
  bucket: number,
): VariationDefinition[] {
  const { variations } = experience.definition;
  if (variationId !== undefined) return variations.filter(({ id }) => id === variationId);
  const ranges = previewRanges(experience);
  if (experience.isSpecial) {
    const given = giveSpecially(experience, input, bucket, { participation: 1, ranges });
    return given?.draws.map(({ variation }) => variation) ?? [];
  }
  const drawn = variations[chooseRange(bucket, ranges)];
  return drawn === undefined ? [] : [drawn];
}

/** Answers whether a preview asks for a certain experience or variation. */
export function namesSomething({ experienceId, variationId }: Preview): boolean {
  return experienceId !== undefined || variationId !== undefined;
}

/** The ranges that a preview draws by: all the traffic; equal ones where nothing has weight. */
export function previewRanges(experience: CompiledExperience): BucketRange[] {
  return bucketRanges(experience.shares.length, 1, experience.shares);
}

function namedExperience(campaign: CompiledCampaign, { experienceId, variationId }: Preview) {
  return campaign.experiences.find(({ definition }) =>
    experienceId === undefined
      ? definition.variations.some(({ id }) => id === variationId)
      : definition.id === experienceId,
  );
}
