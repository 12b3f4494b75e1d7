// The ids of a campaign's parts, where it is given without them: by name, or none.
import type { CampaignInput } from '@attune/contract';
import type { CampaignDefinition } from '@attune/core';

/** A campaign whose parts are all new. */
export function withoutIds(input: CampaignInput): CampaignInput {
  return withIdsByName(input, undefined);
}

/** A campaign whose experiences and variations keep the ids of those that were called the same. */
export function withIdsByName(
  input: CampaignInput,
  before: Pick<CampaignDefinition, 'experiences'> | undefined,
): CampaignInput {
  return {
    ...input,
    experiences: input.experiences.map(({ id: _old, ...experience }) => {
      const known = before?.experiences.find(({ name }) => name === experience.name);
      return {
        ...experience,
        ...(known && { id: known.id }),
        variations: experience.variations.map(({ id: _oldVariation, ...variation }) => {
          const same = known?.variations.find(({ name }) => name === variation.name);
          return { ...variation, ...(same && { id: same.id }) };
        }),
      };
    }),
  };
}
