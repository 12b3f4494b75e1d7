// Items of feeds: found, listed and looked at.
import Type, { type Static } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { AnsweredColumns, AnsweredItem } from '../../items.ts';
import { named } from '../../named.ts';
import { FeedParams, feedId, Next, Paging, RevisionTag, shared, sku, Time } from './shared.ts';

const ItemParams = Type.Object({ feedId, sku });

export const listItems = endpoint({
  ...shared,
  id: 'listFeedItems',
  method: 'GET',
  path: '/v2/feeds/{feedId}/items',
  summary: "List a feed's items, or search them",
  description:
    'By sku. A search looks at so many items a request that it takes about a second: where it has ' +
    'not seen all, `next` goes on from there, also when nothing was found yet.',
  params: FeedParams,
  query: Type.Object({
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'The beginning of the sku, or a part of the name, ignoring case and accents.',
      }),
    ),
    column: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'With `value`: a column.' }),
    ),
    value: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: 'Exactly what the column holds, or one of what it holds, as text.',
      }),
    ),
    ...Paging,
  }),
  answers: {
    200: {
      description: 'A page',
      schema: Type.Object({
        items: Type.Array(AnsweredItem, { description: 'As `PUT` takes them.' }),
        next: Next,
        looked: Type.Integer({ description: 'How many items were looked at for this page.' }),
      }),
      headers: RevisionTag,
    },
  },
  errors: ['not_found', 'invalid_query'],
});

export const readItem = endpoint({
  ...shared,
  id: 'readFeedItem',
  method: 'GET',
  path: '/v2/feeds/{feedId}/items/{sku}',
  summary: 'Read one item back',
  params: ItemParams,
  answers: {
    200: {
      description: 'The item, with its columns as they are kept',
      schema: AnsweredItem,
      headers: RevisionTag,
    },
  },
  errors: ['not_found'],
});

const Counts = {
  views: Type.Integer(),
  carts: Type.Integer({ description: 'Times that it was put into a cart.' }),
  purchases: Type.Integer({ description: 'Purchases that it was part of.' }),
};

const ItemDetails = named(
  'ItemDetails',
  Type.Object({
    item: AnsweredItem,
    priceNow: Type.Union(
      [
        Type.Object({
          price: Type.Number(),
          regular: Type.Union([Type.Number(), Type.Null()], {
            description: 'The price without the reduction that holds now; null: none does.',
          }),
          until: Type.Union([Time, Type.Null()], {
            description: 'When a sale begins or ends next; null: none does.',
          }),
        }),
        Type.Null(),
      ],
      { description: 'The price that answers have at this moment; null: it has none.' },
    ),
    localised: Type.Array(Type.Object({ locale: Type.String(), columns: AnsweredColumns }), {
      description: 'Its `lng:<locale>:<column>` columns, by locale.',
    }),
    events: Type.Object(
      {
        days: Type.Array(Type.Object({ day: Type.String(), ...Counts }), {
          description: 'Days in UTC that have any, the newest first.',
        }),
        ...Counts,
        since: Time,
        isComplete: Type.Boolean({
          description: 'Was the log read back 30 days? Else to `since` only, for it is long.',
        }),
      },
      { description: 'How often users viewed, added and bought it.' },
    ),
  }),
);

export const describeItem = endpoint({
  ...shared,
  id: 'describeFeedItem',
  method: 'GET',
  path: '/v2/feeds/{feedId}/items/{sku}/details',
  summary: 'Read one item with its localised forms and what users did with it in 30 days',
  params: ItemParams,
  answers: { 200: { description: 'The item', schema: ItemDetails, headers: RevisionTag } },
  errors: ['not_found'],
});

export type ItemDetailsOutput = Static<typeof ItemDetails>;
