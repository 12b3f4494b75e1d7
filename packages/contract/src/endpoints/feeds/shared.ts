// Schemas that several endpoints of feeds share.
import Type from 'typebox';
import { identifier } from '../../common.ts';

export const feedId = Type.String({
  pattern: '^-?[0-9]{1,19}$',
  description: 'A signed 64-bit integer.',
  examples: ['777'],
});

export const FeedParams = Type.Object({ feedId });
/** How many rows or changes of a request were taken. */
export const taken = {
  transaction_id: Type.String(),
  accepted: Type.Integer(),
  rejected: Type.Integer(),
};
export const sku = identifier({ maxLength: 250 });
export const Time = Type.String({ description: 'RFC 3339.' });
export const shared = { tag: 'Feeds', permission: 'feed', sources: ['Server-side'] } as const;
export const RevisionTag = { ETag: "The feed's revision" } as const;
export const IfMatch = {
  'if-match': Type.Optional(
    Type.String({ description: 'The revision that the change is based on, as `ETag` gave it.' }),
  ),
};
export const maybe = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
/** A page's bounds: how many, and from where on. */
export const Paging = {
  cursor: Type.Optional(Type.String({ maxLength: 2_000, description: 'As `next` gave it.' })),
  limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|100)$', description: '1 to 100.' })),
};
export const Next = maybe(Type.String());
export const revision = Type.String({
  pattern: '^[0-9]{1,15}$',
  description: "A feed's revision.",
});
