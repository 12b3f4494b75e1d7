// What a site can report: every event type by its `svcType`, and events of its own making.
import Type, { type TProperties } from 'typebox';
import { named } from './named.ts';

const sku = named(
  'Sku',
  Type.String({ minLength: 1, maxLength: 1000, description: 'As the feed has it.' }),
);
const text = (description?: string) =>
  Type.String({ minLength: 1, maxLength: 1000, ...(description && { description }) });
const property = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, description });
/** JSON's numbers may come as text. */
const amount = (description: string, bounds: { minimum?: number; maximum?: number } = {}) =>
  Type.Union(
    [
      Type.Number(bounds),
      Type.String({ pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?$' }),
    ],
    { description },
  );
const money = { minimum: 0, maximum: 1e12 };
const pieces = { minimum: -1e6, maximum: 1e6 };
const value = named('Value', amount('The value, in `currency`.', money));
const quantity = named('Quantity', amount('How many pieces.', pieces));
const currency = Type.Optional(
  named(
    'Currency',
    Type.String({
      pattern: '^[A-Za-z]{3}$',
      description: "ISO 4217. Missing: the site's.",
      examples: ['EUR'],
    }),
  ),
);

const CartLine = named(
  'CartLine',
  Type.Object({
    productId: sku,
    quantity: Type.Optional(amount('Missing: 1.', pieces)),
    itemPrice: Type.Optional(amount('Of one piece.', money)),
  }),
);
const cart = named(
  'Cart',
  Type.Array(CartLine, { maxItems: 1000, description: 'The lines of the cart or the order.' }),
);

const cuid = named(
  'Cuid',
  Type.String({ minLength: 1, maxLength: 250, description: 'Who the person is.' }),
);
const SecondaryIdentifier = named(
  'Identifier',
  Type.Object({
    type: property('The type of the value: `he`, `external`, or a type of the site.'),
    value: cuid,
  }),
);
const person = {
  cuid: Type.Optional(cuid),
  cuidType: Type.Optional(property('The type of `cuid`, such as `external`.')),
  hashedEmail: Type.Optional(
    named(
      'HashedEmail',
      Type.String({
        pattern: '^[0-9A-Fa-f]{32,128}$',
        description: 'The hex digest of the e-mail address in lower case; instead of `cuid`.',
      }),
    ),
  ),
  secondaryIdentifiers: Type.Optional(
    Type.Array(SecondaryIdentifier, { maxItems: 20, description: 'Further names of the person.' }),
  ),
};

const Preference = Type.Object({
  attribute: Type.Optional(property('A column of the feed; with `values`.')),
  values: Type.Optional(Type.Array(text(), { maxItems: 10 })),
  productId: Type.Optional(sku),
  sentiment: Type.Optional(Type.Enum(['like', 'dislike'])),
});

interface TypeOfEvent {
  readonly about: string;
  readonly properties: TProperties;
}

/** What each type is for, and its properties beside `svcType`. */
export const eventTypes = {
  'product-view-v1': { about: 'A product was looked at', properties: { productId: sku } },
  'add-to-cart-v1': {
    about: 'A product was put into the cart',
    properties: {
      ...{ value, currency, productId: sku, quantity },
      cart: Type.Optional(cart),
    },
  },
  'remove-from-cart-v1': {
    about: 'A product was taken out of the cart',
    properties: {
      ...{ value, currency, productId: sku, quantity },
      cart: Type.Optional(cart),
    },
  },
  'sync-cart-v1': { about: 'The whole cart as it is', properties: { value, currency, cart } },
  'purchase-v1': {
    about: 'An order',
    properties: {
      ...{ value, currency, cart },
      uniqueTransactionId: Type.Optional(
        Type.String({ minLength: 1, maxLength: 64, description: 'It counts once.' }),
      ),
    },
  },
  'refund-v1': {
    about:
      'An order went back; with `cart`, only those lines did, and with `value` alone, so much of it',
    properties: {
      uniqueTransactionId: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Of the order.',
      }),
      ...{ value: Type.Optional(value), currency, cart: Type.Optional(cart) },
    },
  },
  'add-to-wishlist-v1': { about: 'A product was remembered', properties: { productId: sku } },
  'keyword-search-v1': {
    about: 'A search',
    properties: { keywords: text('The text that the user typed.') },
  },
  'filter-items-v1': {
    about: 'A list was filtered',
    properties: {
      filterType: property('A column of the feed.'),
      filterStringValue: Type.Optional(text('The value that the user filtered by.')),
      filterNumericValue: Type.Optional(amount('Instead of `filterStringValue`.')),
    },
  },
  'sort-items-v1': {
    about: 'A list was sorted',
    properties: {
      sortBy: property('By what.'),
      sortOrder: Type.Optional(property('ASC or DESC.')),
    },
  },
  'change-attr-v1': {
    about: 'A size, a colour or the like was chosen',
    properties: {
      attributeType: property('A column of the feed.'),
      attributeValue: text('The value that the user chose.'),
    },
  },
  'inform-affinity-v1': {
    about: 'The visitor said what they like',
    properties: {
      source: Type.Optional(text('Where, e.g. a quiz.')),
      data: Type.Array(Preference, {
        maxItems: 30,
        description: '`attribute` with `values`, or `productId`.',
      }),
    },
  },
  'identify-v1': {
    about: 'The visitor is known: connects the device with a person',
    properties: person,
  },
  'login-v1': { about: 'A sign-in', properties: person },
  'signup-v1': { about: 'A new account', properties: person },
  'newsletter-subscription-v1': { about: 'A subscription', properties: person },
  'video-watch-v1': {
    about: 'A video was watched',
    properties: {
      itemId: sku,
      progress: Type.Optional(text('A name of your own for how far.')),
      progressPercent: Type.Optional(amount('From 0.', { minimum: 0 })),
    },
  },
  'enter-promo-code-v1': {
    about: 'A promo code',
    properties: { code: text('As it was entered.') },
  },
  'message-optin-v1': {
    about: 'Messages are welcome',
    properties: { channel: Type.Optional(text('E-mail, SMS or the like.')) },
  },
  'message-optout-v1': {
    about: 'Messages are not welcome',
    properties: { channel: Type.Optional(text('E-mail, SMS or the like.')) },
  },
} as const satisfies Readonly<Record<string, TypeOfEvent>>;

export type SvcType = keyof typeof eventTypes;
export const svcTypes = Object.keys(eventTypes) as readonly SvcType[];

const common = {
  name: named(
    'EventName',
    Type.String({ minLength: 1, maxLength: 255, description: 'A name of your own.' }),
  ),
  timestamp: Type.Optional(
    named(
      'Timestamp',
      Type.Union([Type.String({ maxLength: 64 }), Type.Integer()], {
        description: 'When it happened: RFC 3339, or ms since 1970-01-01. Missing: now.',
      }),
    ),
  ),
  eventId: Type.Optional(
    named(
      'EventId',
      Type.String({ minLength: 1, maxLength: 128, description: 'It counts once in 48 hours.' }),
    ),
  ),
};

const eventOf = <const T extends SvcType, P extends TProperties>(type: T, properties: P) =>
  named(
    eventName(type),
    Type.Object(
      { ...common, properties: Type.Object({ svcType: Type.Literal(type), ...properties }) },
      { description: `${eventTypes[type].about}.` },
    ),
  );

/** `purchase-v1`: `PurchaseEvent`. */
const eventName = (type: string) =>
  `${type
    .replace(/-v1$/, '')
    .split('-')
    .map((part) => part[0]!.toUpperCase() + part.slice(1))
    .join('')}Event`;

const CustomEvent = named(
  'CustomEvent',
  Type.Object(
    {
      ...common,
      properties: Type.Optional(
        Type.Unsafe<Readonly<Record<string, string | number | boolean>> & { svcType?: never }>({
          type: 'object',
          description: 'Without `svcType`. At most 100, 16 KiB in all.',
          properties: { svcType: { not: {} } },
          additionalProperties: {
            anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
          },
        }),
      ),
    },
    { description: 'An event of your own making.' },
  ),
);

/** Every event that can be reported; `properties.svcType` tells them apart. */
export const Event = named(
  'Event',
  Type.Union(
    [
      eventOf('product-view-v1', eventTypes['product-view-v1'].properties),
      eventOf('add-to-cart-v1', eventTypes['add-to-cart-v1'].properties),
      eventOf('remove-from-cart-v1', eventTypes['remove-from-cart-v1'].properties),
      eventOf('sync-cart-v1', eventTypes['sync-cart-v1'].properties),
      eventOf('purchase-v1', eventTypes['purchase-v1'].properties),
      eventOf('refund-v1', eventTypes['refund-v1'].properties),
      eventOf('add-to-wishlist-v1', eventTypes['add-to-wishlist-v1'].properties),
      eventOf('keyword-search-v1', eventTypes['keyword-search-v1'].properties),
      eventOf('filter-items-v1', eventTypes['filter-items-v1'].properties),
      eventOf('sort-items-v1', eventTypes['sort-items-v1'].properties),
      eventOf('change-attr-v1', eventTypes['change-attr-v1'].properties),
      eventOf('inform-affinity-v1', eventTypes['inform-affinity-v1'].properties),
      eventOf('identify-v1', eventTypes['identify-v1'].properties),
      eventOf('login-v1', eventTypes['login-v1'].properties),
      eventOf('signup-v1', eventTypes['signup-v1'].properties),
      eventOf('newsletter-subscription-v1', eventTypes['newsletter-subscription-v1'].properties),
      eventOf('video-watch-v1', eventTypes['video-watch-v1'].properties),
      eventOf('enter-promo-code-v1', eventTypes['enter-promo-code-v1'].properties),
      eventOf('message-optin-v1', eventTypes['message-optin-v1'].properties),
      eventOf('message-optout-v1', eventTypes['message-optout-v1'].properties),
      CustomEvent,
    ],
    { description: 'Told apart by `properties.svcType`; without it, an event is custom.' },
  ),
);
