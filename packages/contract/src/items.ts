// Items of product feeds: the columns that have a meaning. Every other column is kept as it was
// sent.
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { documentedAs, named } from './named.ts';

const text = (description: string, maxLength = 1_000) => Type.String({ maxLength, description });
const texts = (description: string) =>
  Type.Array(Type.String({ maxLength: 1_000 }), { description });

/** The columns that are known, by their names. */
export const itemColumns = {
  sku: Type.String({
    minLength: 1,
    maxLength: 250,
    description: 'Names the item. White space at either end is none of it.',
  }),
  group_id: text('Items that are variants of one product share it.'),
  name: text('As pages show it.'),
  url: text("The item's page."),
  image_url: text("The item's picture."),
  price: Type.Number({
    minimum: 0,
    description:
      "In the site's currency, without a reduction. Answers have the price of the moment.",
  }),
  sale_price: Type.Number({
    minimum: 0,
    description: 'The reduced price: answers have it as `price` while it holds and is lower.',
  }),
  sale_price_effective_date: text(
    'From when until when `sale_price` holds: `2026-11-20T09:00+01:00/2026-11-30`, either end may ' +
      'be absent. Without an offset it is UTC; an end without a time includes its day.',
  ),
  in_stock: Type.Boolean({ description: 'Can it be bought?' }),
  categories: texts('At least one where the vertical is E-commerce.'),
  brand: text('Who makes it.'),
  description: text('A longer text.', 5_000),
  keywords: texts('Further words that say what it is.'),
  publish_time: Type.Union([Type.String(), Type.Number()], {
    description: 'RFC 3339, or a Unix time in seconds or milliseconds.',
  }),
};

const { sku, ...others } = itemColumns;
const known = { sku, ...Type.Partial(Type.Object(others)).properties };

/** Other columns may be there as well. */
const open = <P extends TProperties>(properties: P, description: string) =>
  Type.Unsafe<Static<TObject<P>> & Record<string, unknown>>(
    Type.Object(properties, { additionalProperties: {}, description }),
  );

/** An item of a feed. */
export const Item = named(
  'Item',
  open(
    known,
    'Which columns are required depends on the vertical. Texts that clearly mean a value are ' +
      'converted: "21.95", "TRUE", "a|b". Any further column is kept as it is.',
  ),
);

/** Columns of an item, all or some. */
const ItemColumns = named(
  'ItemColumns',
  open({ ...known, sku: Type.Optional(sku) }, 'Columns of an item, all or some.'),
);

/** One change of a feed. */
export const ItemChange = named(
  'ItemChange',
  Type.Object({
    id: Type.String({ description: 'The `sku` of the item.' }),
    action: Type.Enum(['update', 'partial', 'delete'], {
      description:
        '`update`: the item becomes `data`. `partial`: the columns in `data` change, and null takes ' +
        'one away. `delete`: the item goes.',
    }),
    body: Type.Optional(Type.Object({ data: ItemColumns })),
  }),
);

const columns = () => Type.Record(Type.String(), Type.Unknown());

/** An item as it is answered: the server does not look into its columns again. */
export const AnsweredItem = documentedAs(columns(), Item);
/** Columns of an item as they are answered. */
export const AnsweredColumns = documentedAs(columns(), ItemColumns);
