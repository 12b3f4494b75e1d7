// What the contract leaves to the core: events, items, conditions, as they are when they are valid.
import fc from 'fast-check';
import type { Known } from './schema.ts';

const text = fc.string({ minLength: 1, maxLength: 12 });
const sku = fc.constantFrom('lamp', 'tent', 'stove', 'x'.repeat(200));
const price = fc.double({ min: 0, max: 1e5, noNaN: true });

const cart = fc.array(fc.record({ productId: sku, quantity: fc.nat(9), itemPrice: price }), {
  minLength: 1,
  maxLength: 3,
});

const typed = (svcType: string, members: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ svcType: fc.constant(`${svcType}-v1`), ...members });

const cuid = fc.constantFrom('@@cuid@@', 'somebody', 'somebody-else');
const external = { cuid, cuidType: fc.constantFrom('external', 'external', 'he', '@@name@@') };

const properties = fc.oneof(
  fc.dictionary(text, fc.oneof(text, fc.double(), fc.boolean()), { maxKeys: 4 }),
  typed('product-view', { productId: sku }),
  typed('add-to-cart', { value: price, productId: sku, quantity: fc.nat(5), cart }),
  typed('remove-from-cart', { value: price, productId: sku, quantity: fc.nat(5) }),
  typed('sync-cart', { value: price, cart }),
  typed('purchase', { value: price, uniqueTransactionId: text, cart, currency: text }),
  typed('refund', { uniqueTransactionId: text, cart }),
  typed('add-to-wishlist', { productId: sku }),
  typed('keyword-search', { keywords: text }),
  typed('filter-items', { filterType: text, filterNumericValue: fc.integer() }),
  typed('sort-items', { sortBy: text, sortOrder: fc.constantFrom('ASC', 'DESC') }),
  typed('change-attr', { attributeType: text, attributeValue: text }),
  typed('inform-affinity', {
    data: fc.array(fc.record({ attribute: text, values: fc.array(text, { maxLength: 10 }) })),
  }),
  typed('login', external),
  typed('identify', { ...external, secondaryIdentifiers: fc.constant([]) }),
  typed('video-watch', { itemId: sku, progress: fc.constant('COMPLETED') }),
  typed('enter-promo-code', { code: text }),
  typed('message-optin', external),
  typed('of-another-version', { any: fc.jsonValue({ maxDepth: 2 }) }),
);

const event = fc.record(
  {
    name: text,
    properties,
    timestamp: fc.oneof(
      fc.integer({ min: 1.6e12, max: 1.8e12 }),
      fc.constantFrom('2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678+14:00'),
    ),
    eventId: text,
  },
  { requiredKeys: ['name', 'properties'], noNullPrototype: true },
);

const item = fc.record(
  {
    sku,
    group_id: text,
    name: text,
    url: fc.constant('https://shop.example/a'),
    price: fc.oneof(price, fc.constant('15.00')),
    in_stock: fc.boolean(),
    image_url: fc.constant('https://shop.example/a.png'),
    categories: fc.oneof(fc.array(text, { maxLength: 3 }), fc.constant('a|b')),
    'lng:de_DE:name': text,
    extra: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: ['sku', 'group_id', 'name', 'url', 'price', 'in_stock', 'image_url'] },
);

const change = fc.record({
  id: sku,
  action: fc.constantFrom('update', 'partial', 'delete', 'UPDATE'),
  body: fc.record({ data: item }),
});

const path = fc.constantFrom('user.id', 'device.type', 'page.location', 'cart.value', 'a.b.c', 'x');
const scalar = fc.oneof(text, fc.double({ noNaN: true }), fc.boolean(), fc.constant(null));
const pattern = fc.constantFrom('^/a', 'a.*b', '(a|b)+c', '(a+)+$', '(', '\\bx\\b', 'a{1,9}');
const { condition } = fc.letrec<{ condition: unknown }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.dictionary(
      path,
      fc.oneof(
        scalar,
        fc.record({ $in: fc.array(scalar, { maxLength: 4 }) }),
        fc.record({ $gt: fc.oneof(text, fc.double()), $lte: text }, { requiredKeys: [] }),
        fc.record({ $regex: pattern }),
        fc.record({ $not: fc.record({ $regexi: pattern }) }),
        fc.record({ $exists: fc.boolean() }),
        fc.record({ $vgte: fc.constantFrom('1.2.3', '10') }),
        fc.record({ $elemMatch: fc.record({ $regex: pattern }) }),
        fc.record({ $size: fc.nat(3) }),
      ),
      { maxKeys: 3 },
    ),
    fc.record({ $or: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ $and: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ $not: tie('condition') }),
    fc.constant({ $audience: 1 }),
  ),
}));

/** By the name of the member. `@@name@@` stands for what exists when the request is sent. */
export const known: Known = {
  events: fc.array(event, { minLength: 1, maxLength: 3 }),
  items: fc.array(item, { maxLength: 4 }),
  requests: fc.array(change, { maxLength: 4 }),
  targeting: condition,
  condition,
  names: fc.array(fc.constantFrom('@@selector@@', 'nothing'), { maxLength: 3 }),
  decisionId: fc.constant('@@decision@@'),
  cuid: fc.oneof(cuid, fc.constant('a'.repeat(64))),
  cuidType: external.cuidType,
  // What refers to nothing is refused; mostly it is left out.
  id: fc.constant(undefined),
  experienceId: fc.constant(undefined),
  variationId: fc.constant(undefined),
  start: fc.constant('2026-01-01T00:00:00Z'),
  end: fc.constant('2027-01-01T00:00:00+02:00'),
};
