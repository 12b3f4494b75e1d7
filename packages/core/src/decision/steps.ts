// Knows the single steps of a decision, which deciding takes and explaining shows.

import { hashSeeded } from '../bucketing/hash.ts';
import type { CompiledCampaign, CompiledExperience } from './compile-campaign.ts';
import type { DecisionInput } from './decision.ts';
import type { VariationDefinition } from './definition.ts';

/** The version of GrowthBook's hash that campaigns draw by. */
export const HASH_VERSION = 2;

/** What a campaign draws by, as its stickiness has it. */
export function unitKind(campaign: CompiledCampaign): keyof DecisionInput['units'] {
  const { stickiness } = campaign.definition;
  return stickiness === 'none' ? 'request' : stickiness;
}

/** The bucket of the visitor's unit in an experience's draw, in [0, 1). */
export function bucketOf(
  campaign: CompiledCampaign,
  experience: CompiledExperience,
  input: DecisionInput,
): number {
  const unit = input.units[unitKind(campaign)];
  return hashSeeded(experience.seedHash, unit);
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
 * The variation that an earlier exposure gave, where it still holds: the campaign is sticky by
 * user, its traffic is above 0 (traffic 0 ends a test for everybody), the variation exists.
 */
export function keptVariation(
  campaign: CompiledCampaign,
  experience: CompiledExperience,
  input: DecisionInput,
): VariationDefinition | undefined {
  if (campaign.definition.stickiness !== 'user' || campaign.traffic === 0) return undefined;
  const id = input.assigned(experience.assignmentKey);
  if (id === undefined) return undefined;
  return experience.definition.variations.find((variation) => variation.id === id);
}
