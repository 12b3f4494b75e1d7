// The feed that a strategy recommends from: its columns, found in some items, and its locales.
import { consoleApi } from '../../api/endpoints.ts';
import { useAnswer } from '../../api/queries.ts';
import { useSite } from '../../shell/site-context.ts';
import { columnsIn, localesIn } from './feed-columns.ts';
import type { Column } from './recipe/recipe-context.ts';

export interface FeedSeen {
  /** Undefined: the site has none, or it is not known yet. */
  readonly id: string | undefined;
  readonly locales: readonly string[];
}

interface Seen {
  readonly feeds: readonly { readonly id: string; readonly name: string }[];
  readonly feed: FeedSeen;
  readonly columns: readonly Column[];
  readonly properties: readonly string[];
}

const nothing: readonly never[] = [];

/** `chosen` is an id; absent: the first of the site. */
export function useFeed(chosen: string | undefined): Seen {
  const { name: site } = useSite();
  const feeds = useAnswer(consoleApi.listFeeds, { params: { site } }).data?.items ?? nothing;
  const feed = feeds.find(({ id }) => id === chosen) ?? feeds[0];
  const items = useAnswer(
    consoleApi.listItems,
    { params: { site, feedId: feed?.id ?? '' }, query: { limit: '100' } },
    { isWanted: feed !== undefined },
  ).data?.items;
  return {
    feeds,
    feed: { id: feed?.id, locales: localesIn(items ?? nothing) },
    columns: columnsIn(items ?? nothing),
    properties: feed?.affinity ?? nothing,
  };
}
