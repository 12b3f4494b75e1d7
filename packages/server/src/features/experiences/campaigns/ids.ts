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
  // Of several that are called the same the first is the first.
  const left = new Set<{ readonly name: string }>();
  for (const experience of before?.experiences ?? []) {
    left.add(experience);
    for (const variation of experience.variations) left.add(variation);
  }
  const take = <Part extends { readonly name: string }>(
    name: string,
    parts: readonly Part[] = [],
  ) => {
    const found = parts.find((part) => part.name === name && left.has(part));
    if (found) left.delete(found);
    return found;
  };
  return {
    ...input,
    experiences: input.experiences.map(({ id: _old, ...experience }) => {
      const known = take(experience.name, before?.experiences);
      return {
        ...experience,
        ...(known && { id: known.id }),
        variations: experience.variations.map(({ id: _oldVariation, ...variation }) => {
          const same = take(variation.name, known?.variations);
          return { ...variation, ...(same && { id: same.id }) };
        }),
      };
    }),
  };
}
