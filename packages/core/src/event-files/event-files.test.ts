// Tests of files of events: by cases worked by hand, and by random events written in each form.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseExact } from '../json/index.ts';
import {
  checkEventMapping,
  type EventDraft,
  foldOrder,
  mapEvents,
  nativeDraft,
  suggestEventMapping,
} from './index.ts';
import { readFileTime } from './time.ts';

const root = new URL('../../../../', import.meta.url);
const cases = JSON.parse(readFileSync(new URL('cases/events-files.json', root), 'utf8'));

/** Reads rows as a file of them is read: by the mapping that is suggested, orders last. */
function read(rows: readonly unknown[], file?: unknown) {
  const suggested = suggestEventMapping(rows);
  const checked = file === null ? undefined : checkEventMapping(file ?? suggested.mapping);
  const mapping = checked?.ok ? checked.mapping : undefined;
  const [events, faults]: [EventDraft[], string[]] = [[], []];
  const orders = new Map<string, EventDraft[]>();
  let left = 0;
  const add = (draft: EventDraft) => {
    const { order } = draft;
    if (order) orders.set(order.key, [...(orders.get(order.key) ?? []), draft]);
    else events.push(draft);
  };
  for (const row of rows) {
    if (!mapping) {
      add(nativeDraft(row as Record<string, unknown>));
      continue;
    }
    const mapped = mapEvents(mapping, row);
    if (mapped.kind === 'events') mapped.drafts.forEach(add);
    else if (mapped.kind === 'fault') faults.push(mapped.message);
    else left += 1;
  }
  const folded = [...orders.values()].map(foldOrder);
  const repeated = folded.reduce((sum, one) => sum + one.repeated, 0);
  return {
    ...{ preset: suggested.preset, faults, left, repeated },
    events: [...events, ...folded.map(({ draft }) => draft)],
  };
}

for (const { name, rows, preset, events, faults = [], left = 0, repeated = 0 } of cases.files) {
  test(name, () => {
    assert.deepEqual(read(rows), { preset, faults, left, repeated, events });
  });
}

for (const { name, lines, value } of cases.orderValues) {
  test(`an order's value: ${name}`, () => {
    const drafts = lines.map((line: object, at: number) => ({
      user: {},
      event: { properties: {} },
      order: { key: 'a', lines: [at], isWhole: false, ...line },
    }));
    const { event } = foldOrder(drafts).draft;
    assert.deepEqual(event['properties'], { cart: [0, 1], value });
  });
}

for (const { text, zone, ...expected } of cases.times) {
  test(`the time ${text}${zone ? ` in ${zone}` : ''}`, () => {
    assert.deepEqual(readFileTime(text, zone), expected);
  });
}

for (const { name, mapping, faults } of cases.faults) {
  test(name, () => assert.deepEqual(checkEventMapping(mapping), { ok: false, faults }));
}

test('ids of nineteen digits keep them all, as numbers and as text', () => {
  const id = '9007199254740993123';
  const row = `{"timestamp":1699142400123456789,"userid":${id},"event":"purchase",
    "productid":${id},"orderid":${id},"price":1.5}`;
  const [{ user, event }] = read([parseExact(row)]).events as [EventDraft];
  const { uniqueTransactionId, cart } = event['properties'] as Record<string, unknown>;
  assert.deepEqual(
    [user['cuid'], uniqueTransactionId, cart, event['timestamp']],
    [id, id, [{ productId: id, quantity: 1, itemPrice: 1.5 }], 1_699_142_400_123],
  );
  const native = `{"user":{"cuid":${id},"cuidType":"external"},"name":"n","eventId":${id},
    "properties":{"svcType":"product-view-v1","productId":${id}}}`;
  const [draft] = read([parseExact(native)], null).events as [EventDraft];
  assert.deepEqual(draft.event['properties'], { svcType: 'product-view-v1', productId: id });
  assert.deepEqual([draft.user['cuid'], draft.event['eventId']], [id, id]);
});

const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/);
const line = fc.record({
  productId: name,
  quantity: fc.integer({ min: 1, max: 9 }),
  itemPrice: fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100),
});
const order = fc.record({
  id: fc.uuid(),
  person: name,
  time: fc.integer({ min: 1.5e12, max: 1.8e12 }),
  cart: fc.array(line, { minLength: 1, maxLength: 4 }),
});

type Order = typeof order extends fc.Arbitrary<infer Value> ? Value : never;

/** An order as the rows of a file have it, in each form. */
const forms: Readonly<Record<string, (of: Order) => readonly object[]>> = {
  GA4: ({ id, person, time, cart }) => [
    {
      ...{ event_name: 'purchase', event_timestamp: `${time}000`, user_pseudo_id: 'x' },
      ...{ user_id: person, event_params: [], ecommerce: { transaction_id: id } },
      items: cart.map((one) => ({
        ...{ item_id: one.productId, quantity: String(one.quantity), price: one.itemPrice },
      })),
    },
  ],
  Segment: ({ id, person, time, cart }) => [
    {
      ...{ type: 'track', event: 'Order Completed', userId: person },
      timestamp: new Date(time).toISOString(),
      properties: {
        order_id: id,
        products: cart.map((one) => ({
          ...{ product_id: one.productId, quantity: one.quantity, price: one.itemPrice },
        })),
      },
    },
  ],
  lines: ({ id, person, time, cart }) =>
    cart.map((one) => ({
      ...{ event: 'purchase', timestamp: String(time), customer_id: person, order_id: id },
      ...{ sku: one.productId, qty: String(one.quantity), unit_price: one.itemPrice.toFixed(2) },
    })),
};

for (const [form, write] of Object.entries(forms)) {
  test(`random orders written as ${form}, in any order of rows, are read back as they were`, () => {
    const unique = { minLength: 1, maxLength: 6, selector: (one: Order) => one.id };
    const property = fc.property(
      fc.uniqueArray(order, unique),
      fc.infiniteStream(fc.nat()),
      (all, keys) => {
        const keyed = all.flatMap(write).map((row) => ({ row, key: keys.next().value as number }));
        const rows = keyed.sort((a, b) => a.key - b.key).map(({ row }) => row);
        const { events, faults } = read(rows);
        assert.deepEqual(faults, []);
        const found = events.map(({ user, event }) => {
          const { uniqueTransactionId: id, cart } = event['properties'] as Record<string, unknown>;
          return {
            id,
            person: user['cuid'],
            time: event['timestamp'],
            cart: sorted(cart as object[]),
          };
        });
        const wanted = all.map((one) => ({ ...one, cart: sorted(one.cart) }));
        const byId = (a: { id: unknown }, b: { id: unknown }) =>
          String(a.id) < String(b.id) ? -1 : 1;
        assert.deepEqual(found.sort(byId), wanted.sort(byId));
      },
    );
    fc.assert(property, { numRuns: 60 });
  });
}

const sorted = (lines: readonly object[]) => lines.map((one) => JSON.stringify(one)).sort();
