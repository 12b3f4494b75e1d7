// Knows what a preview shows: the campaign as if it were live for this visitor.

import { type BucketRange, bucketRanges, chooseRange } from '../bucketing/ranges.ts';
import type { CompiledCampaign, CompiledExperience } from './compile-campaign.ts';
import type { DecisionInput, Preview, Served } from './decision.ts';
import { bucketOf, firstMatching } from './steps.ts';

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
  const { variations, allocationVersion } = definition;
  const bucket = bucketOf(campaign, experience, input);
  const variation =
    preview.variationId === undefined
      ? variations[chooseRange(bucket, previewRanges(experience))]
      : variations.find(({ id }) => id === preview.variationId);
  if (variation === undefined) return 'preview_not_found';
  return {
    reason: 'preview',
    experience: definition,
    variation,
    isControl: variation.payload === null,
    bucket,
    propensity: 1,
    allocationVersion,
    assignment: null,
  };
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
