// The ids of a campaign's parts, where it is given without them: by name, or none.
import type { CampaignInput } from '@attune/contract';
import type { StoredCampaign } from './stored.ts';

interface Part {
  readonly name?: string | undefined;
  readonly targeting?: unknown;
}

/** An experience without a name is called after its targeting. */
const calledBy = ({ name, targeting = {} }: Part) => name ?? JSON.stringify(targeting);

/** A campaign whose parts are all new. */
export function withoutIds(input: CampaignInput): CampaignInput {
  return withIdsByName(input, undefined);
}

/** A campaign whose experiences and variations keep the ids of those that were called the same. */
export function withIdsByName(
  input: CampaignInput,
  before: Pick<StoredCampaign, 'experiences'> | undefined,
): CampaignInput {
  // Of several that are called the same the first is the first.
  const left = new Set<Part>();
  for (const experience of before?.experiences ?? []) {
    left.add(experience);
    for (const variation of experience.variations) left.add(variation);
  }
  const take = <P extends Part>(given: Part, parts: readonly P[] = []) => {
    const called = calledBy(given);
    const found = parts.find((part) => calledBy(part) === called && left.has(part));
    if (found) left.delete(found);
    return found;
  };
  return {
    ...input,
    experiences: input.experiences.map(({ id: _old, ...experience }) => {
      const known = take(experience, before?.experiences);
      return {
        ...experience,
        ...(known && { id: known.id }),
        variations: experience.variations.map(({ id: _oldVariation, ...variation }) => {
          const same = take(variation, known?.variations);
          return { ...variation, ...(same && { id: same.id }) };
        }),
      };
    }),
  };
}
