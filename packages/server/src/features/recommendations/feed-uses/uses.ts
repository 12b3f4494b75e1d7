// What uses a feed: strategies and the campaigns that use them, and affinity profiles.
import type { FeedUsesOutput } from '@attune/contract';
import type { Db } from '../../../db/schema.ts';
import { selectFeeds } from '../../catalog/feeds/index.ts';
import { selectPublications } from '../../configuration/publications/index.ts';
import { definitionOf, selectStrategies, selectUses } from '../strategies/index.ts';

/** What uses a feed that the site has. */
export async function usesOf(db: Db, siteId: number, feedId: string): Promise<FeedUsesOutput> {
  const feeds = await selectFeeds(db, siteId);
  const others = feeds.filter(({ id }) => id !== feedId);
  const strategies = await strategiesOf(db, siteId, { feedId, firstFeed: feeds[0]?.id });
  const own = feeds.find(({ id }) => id === feedId)?.affinity ?? [];
  const kept = new Set(others.flatMap(({ affinity }) => affinity));
  return {
    isNeeded: strategies.some(({ campaigns }) => campaigns.some(({ isLive }) => isLive)),
    strategies,
    nextFeed: others[0]?.id ?? null,
    properties: own.filter((column) => !kept.has(column)),
  };
}

async function strategiesOf(
  db: Db,
  siteId: number,
  { feedId, firstFeed }: { readonly feedId: string; readonly firstFeed: string | undefined },
): Promise<FeedUsesOutput['strategies']> {
  const publications = await selectPublications(db, siteId);
  const live = new Set(
    publications.filter(({ status }) => status === 'live').map(({ campaignId }) => campaignId),
  );
  const uses = await selectUses(db, siteId);
  return (await selectStrategies(db, siteId))
    .map(definitionOf)
    .filter(({ feed = firstFeed }) => feed === feedId)
    .map(({ id, name, feed }) => ({
      ...{ id, name, isNamed: feed !== undefined },
      campaigns: (uses.get(id) ?? []).map(({ campaignId, selector, isPublished }) => ({
        ...{ id: campaignId, selector, isLive: isPublished && live.has(campaignId) },
      })),
    }));
}
