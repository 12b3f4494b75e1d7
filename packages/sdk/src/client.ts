// The API as functions, for servers and browsers: fetch, and nothing else.
import type {
  ChangeOutcomeOutput,
  ChooseInput,
  ChooseOutput,
  CreateFeedInput,
  DiffOutput,
  EngagementInput,
  EventInput,
  FeedOutput,
  ItemOutcomeOutput,
  PageviewInput,
} from '@attune/contract';
import { type ClientOptions, requestsTo, type Send, type Sent } from './request.ts';

export interface Person {
  readonly cuid: string;
  readonly cuidType: string;
}

export interface FeedChangeOptions {
  readonly allowShrink?: boolean;
  /** The entity tag of the revision that the change is based on. */
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
}

export type Client = ReturnType<typeof createClient>;

/** Makes a client. Its functions throw `AttuneError` for whatever the service refuses. */
export function createClient(options: ClientOptions) {
  const call = requestsTo(options);
  return {
    /** Any endpoint; `@attune/sdk/endpoints` has each of them as a typed function. */
    request: call,

    /** What shall this user see? */
    choose: (request: ChooseInput) =>
      call<ChooseOutput>('POST', '/v2/serve/user/choose', { body: request }),
    /** Resolves when the event is durable, as the next two do. */
    pageview: (request: PageviewInput) =>
      call<void>('POST', '/v2/collect/user/pageview', { body: request }),
    events: (request: EventInput) =>
      call<void>('POST', '/v2/collect/user/event', { body: request }),
    engagement: (request: EngagementInput) =>
      call<void>('POST', '/v2/collect/user/engagement', { body: request }),

    /** Property -> value -> rank, 1 the strongest; undefined when nothing is known. */
    affinity: async (person: Person) => {
      const query = { ...person, affinity: 'true' };
      const answer = await call<{ affinity?: Record<string, Record<string, number>> }>(
        'GET',
        '/v2/userprofile',
        { query },
      );
      return answer.affinity;
    },
    eraseUser: ({ cuid, cuidType }: Person) =>
      call<{ erasureId: string }>('DELETE', '/v2/userprofile', { query: { cuid, cuidType } }),

    ...feedCalls(call),
  };
}

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

function feedCalls(call: Send) {
  return {
    createFeed: (feed: CreateFeedInput) => call<FeedOutput>('POST', '/v2/feeds', { body: feed }),
    /** The feed becomes these items. */
    putItems: (feedId: string, items: readonly unknown[], options: FeedChangeOptions = {}) =>
      call<ChangeOutcomeOutput>('PUT', wholeFeedPath(feedId), changeOf({ items }, options)),
    /** What `putItems` would do. */
    diffItems: (feedId: string, items: readonly unknown[]) =>
      call<DiffOutput>('PUT', wholeFeedPath(feedId), {
        body: { items },
        query: { dryRun: 'true' },
      }),
    /** These items change, the rest stay. */
    changeItems: (feedId: string, requests: readonly unknown[], options: FeedChangeOptions = {}) =>
      call<ChangeOutcomeOutput>(
        'POST',
        `${feedPath(feedId)}/bulk`,
        changeOf({ requests }, options),
      ),
    /** What became of each item of a change. */
    feedTransaction: (feedId: string, transactionId: string) =>
      call<ItemOutcomeOutput[]>('GET', `${feedPath(feedId)}/transaction/${transactionId}`),
  };
}
