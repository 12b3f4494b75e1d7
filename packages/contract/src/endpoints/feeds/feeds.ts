// Feeds themselves: made, listed, read and set.
import Type, { type Static } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { named } from '../../named.ts';
import { LastChange } from './history.ts';
import { FeedParams, feedId, IfMatch, maybe, RevisionTag, shared, Time } from './shared.ts';

const name = Type.String({ minLength: 1, maxLength: 200 });
const affinity = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 10,
  uniqueItems: true,
  description: 'Columns whose values make the affinity profile. Default: categories.',
});

const orderable = Type.Array(Type.Enum(['preorder', 'backorder']), {
  uniqueItems: true,
  description:
    'Items that count as in stock although they must be ordered, by the column ' +
    '`availability`. Default: both.',
});

const CreateFeedBody = Type.Object({
  id: Type.Optional(feedId),
  name,
  affinity: Type.Optional(affinity),
  orderable: Type.Optional(orderable),
});

const Feed = named(
  'Feed',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    affinity: Type.Array(Type.String()),
    orderable: Type.Array(Type.String()),
    revision: Type.Integer(),
    items: Type.Integer(),
  }),
);

const FeedWithState = named(
  'FeedWithState',
  Type.Object({
    ...Feed.properties,
    createdAt: Time,
    lastChange: maybe(LastChange),
  }),
);

export const createFeed = endpoint({
  ...shared,
  id: 'createFeed',
  method: 'POST',
  path: '/v2/feeds',
  summary: 'Create a feed',
  body: CreateFeedBody,
  answers: { 201: { description: 'The feed', schema: Feed } },
  errors: ['conflict'],
});

export const listFeeds = endpoint({
  ...shared,
  id: 'listFeeds',
  method: 'GET',
  path: '/v2/feeds',
  summary: "List the site's feeds",
  answers: {
    200: { description: 'By id', schema: Type.Object({ items: Type.Array(FeedWithState) }) },
  },
});

export const readFeed = endpoint({
  ...shared,
  id: 'readFeed',
  method: 'GET',
  path: '/v2/feeds/{feedId}',
  summary: 'Read one feed: its settings, its size and its last change',
  params: FeedParams,
  answers: { 200: { description: 'The feed', schema: FeedWithState, headers: RevisionTag } },
  errors: ['not_found'],
});

export const changeFeed = endpoint({
  ...shared,
  id: 'changeFeed',
  method: 'PUT',
  path: '/v2/feeds/{feedId}',
  summary: "Change a feed's name, its affinity columns, or what counts as in stock",
  description:
    'Missing settings stay as they are. Affinity columns apply to events from now on, ' +
    'stock rules within a second.',
  params: FeedParams,
  headers: Type.Object(IfMatch),
  body: Type.Object({
    name: Type.Optional(name),
    affinity: Type.Optional(affinity),
    orderable: Type.Optional(orderable),
  }),
  answers: { 200: { description: 'The feed', schema: FeedWithState, headers: RevisionTag } },
  errors: ['not_found', 'revision_mismatch'],
});

export type CreateFeedInput = Static<typeof CreateFeedBody>;
export type FeedOutput = Static<typeof Feed>;
