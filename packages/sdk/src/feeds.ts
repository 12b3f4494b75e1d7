// Feeds and their items, the calls that most programs need.
import type { Answer, BodyOf } from './endpoint.ts';
import type { Send, Sent } from './request.ts';

export interface FeedChangeOptions {
  readonly allowShrink?: boolean;
  /** The entity tag of the revision that the change is based on. */
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
}

type Outcome = Answer<'putFeed'>;
export type FeedChange = Extract<Outcome, { readonly data: { readonly accepted: number } }>;
export type FeedDiff = Exclude<Outcome, FeedChange>;

const feedPath = (feedId: string) => `/v2/feeds/${encodeURIComponent(feedId)}`;
const wholeFeedPath = (feedId: string) => `/v2/feeds/svcid/${encodeURIComponent(feedId)}`;

function changeOf(body: unknown, options: FeedChangeOptions): Sent {
  const { allowShrink, ifMatch, idempotencyKey } = options;
  return {
    body,
    query: { ...(allowShrink && { allowShrink: 'true' }) },
    headers: {
      ...(ifMatch && { 'if-match': ifMatch }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
  };
}

/** Calls that change a feed, or read what became of that. They reject when they fail. */
export function feedCalls(call: Send) {
  return {
    createFeed: (feed: BodyOf<'createFeed'>) =>
      call<Answer<'createFeed'>>('POST', '/v2/feeds', { body: feed }),
    /** The feed becomes these items. */
    putItems: (feedId: string, items: readonly unknown[], options: FeedChangeOptions = {}) =>
      call<FeedChange>('PUT', wholeFeedPath(feedId), changeOf({ items }, options)),
    /** What `putItems` would do. */
    diffItems: (feedId: string, items: readonly unknown[]) =>
      call<FeedDiff>('PUT', wholeFeedPath(feedId), {
        body: { items },
        query: { dryRun: 'true' },
      }),
    /** These items change, the rest stay. */
    changeItems: (feedId: string, requests: readonly unknown[], options: FeedChangeOptions = {}) =>
      call<FeedChange>('POST', `${feedPath(feedId)}/bulk`, changeOf({ requests }, options)),
    /** What became of each item of a change. */
    feedTransaction: (feedId: string, transactionId: string) =>
      call<Answer<'readTransaction'>>('GET', `${feedPath(feedId)}/transaction/${transactionId}`),
  };
}
