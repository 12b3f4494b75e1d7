// Which campaigns recommend by which strategy.
import type { Db } from '../../../db/schema.ts';
import { selectPublications } from '../../configuration/publications/index.ts';
import { selectObjects } from '../../configuration/versioned-objects/index.ts';

export interface StrategyUse {
  readonly campaignId: number;
  readonly selector: string;
  /** In what is published, not in the draft alone. */
  readonly isPublished: boolean;
}

interface Body {
  readonly selector: string;
  readonly experiences: readonly {
    readonly variations: readonly { readonly payload: { readonly strategy?: number } | null }[];
  }[];
}

/** The uses of a site's strategies, by their ids: in drafts that are not archived, and live. */
export async function selectUses(db: Db, siteId: number): Promise<Map<number, StrategyUse[]>> {
  const drafts = await selectObjects(db, siteId, 'campaign');
  const published = await selectPublications(db, siteId);
  const bodies = [
    ...published.map(({ campaignId, body }) => ({ campaignId, body, isPublished: true })),
    ...drafts
      .filter(({ isArchived }) => !isArchived)
      .map(({ id, body }) => ({ campaignId: id, body, isPublished: false })),
  ];
  const uses = new Map<number, StrategyUse[]>();
  for (const { campaignId, body, isPublished } of bodies) {
    const { selector, experiences } = JSON.parse(body) as Body;
    for (const id of strategiesIn(experiences)) {
      const known = uses.get(id) ?? [];
      if (known.some((use) => use.campaignId === campaignId)) continue;
      uses.set(id, [...known, { campaignId, selector, isPublished }]);
    }
  }
  return uses;
}

function strategiesIn(experiences: Body['experiences']): Set<number> {
  const payloads = experiences.flatMap(({ variations }) => variations.map((one) => one.payload));
  return new Set(payloads.flatMap((payload) => payload?.strategy ?? []));
}
