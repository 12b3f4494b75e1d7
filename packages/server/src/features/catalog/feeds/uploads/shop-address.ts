// Where the shop is, for files that name its pages and pictures by paths alone: as an earlier
// mapping of the feed says, or as the pages of items show.
import { checkMapping } from '@attune/core';
import type { Db } from '../../../../db/schema.ts';
import type { FeedKey } from '../changes/feed-key.ts';
import { selectItemSamples, selectUploads } from './store.ts';

/** Such as `https://shop.example`; undefined: the site does not know it. */
export async function shopAddress(db: Db, key: FeedKey): Promise<string | undefined> {
  return (await addressOfMapping(db, key)) ?? (await addressOfItems(db, key));
}

/** Of the mapping that a file of the feed was read with last. */
async function addressOfMapping(db: Db, key: FeedKey): Promise<string | undefined> {
  for (const { reading } of await selectUploads(db, key)) {
    const checked = checkMapping(reading === null ? undefined : JSON.parse(reading).mapping);
    if (checked.ok && checked.mapping.base !== undefined) return checked.mapping.base;
  }
  return undefined;
}

/** Of the feed's own items, or of those of another feed: where all are on one host. */
async function addressOfItems(db: Db, key: FeedKey): Promise<string | undefined> {
  const byFeed = Map.groupBy(await selectItemSamples(db, key), ({ feedId }) => feedId);
  const own = byFeed.get(key.feedId) ?? [];
  byFeed.delete(key.feedId);
  for (const items of [own, ...byFeed.values()]) {
    const origins = new Set(items.flatMap(({ data }) => originOf(JSON.parse(data).url) ?? []));
    if (origins.size === 1) return [...origins][0];
  }
  return undefined;
}

function originOf(url: unknown): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { protocol, origin } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
}
