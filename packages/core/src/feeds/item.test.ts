// Tests of what a row of a feed must be to become an item, by cases, by limits and by properties.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Item, itemText, partialItem, readItem } from './item.ts';

const cases = JSON.parse(
  readFileSync(new URL('../../../../cases/feeds.json', import.meta.url), 'utf8'),
);

function messageOf(raw: unknown, vertical = 'Other'): string {
  const result = readItem(raw, vertical);
  return result.ok ? '' : result.message;
}

for (const { name, vertical, raw, item, message } of cases.readItem) {
  test(name, () => {
    assert.deepEqual(readItem(raw, vertical), item ? { ok: true, item } : { ok: false, message });
  });
}

for (const { name, vertical, previous, patch, item, message } of cases.partialItem) {
  test(name, () => {
    const expected = item ? { ok: true, item } : { ok: false, message };
    assert.deepEqual(partialItem(previous, patch, vertical), expected);
  });
}

test('limits count characters as code points, and hold at their edge', () => {
  const emoji = '\u{1F600}';
  assert.equal(messageOf({ sku: emoji.repeat(250) }), '');
  assert.equal(messageOf({ sku: 'x'.repeat(251) }), 'sku is longer than 250 characters');
  assert.equal(messageOf({ sku: 'a', note: emoji.repeat(1000) }), '');
  assert.equal(
    messageOf({ sku: 'a', note: `${emoji.repeat(1000)}x` }),
    'note is longer than 1000 characters',
  );
  assert.equal(messageOf({ sku: 'a', description: 'x'.repeat(5000) }), '');
  assert.match(messageOf({ sku: 'a', description: 'x'.repeat(5001) }), /^description is longer/);
  assert.equal(messageOf({ sku: 'a', ['c'.repeat(100)]: 1 }), '');
  assert.match(messageOf({ sku: 'a', ['c'.repeat(101)]: 1 }), /has a name that is longer than 100/);
});

test('200 columns are kept, and 201 are refused', () => {
  const row = (columns: number) => ({
    sku: 'a',
    ...Object.fromEntries(Array.from({ length: columns - 1 }, (_, index) => [`c${index}`, index])),
  });
  assert.equal(messageOf(row(200)), '');
  assert.equal(messageOf(row(201)), 'has 201 columns, at most 200 are kept');
});

test('an item of 64 KiB as UTF-8 is kept, and one byte more is refused', () => {
  const row = (last: number) => {
    const texts = Object.fromEntries(
      Array.from({ length: 32 }, (_, index) => [`c${index}`, '\u{1F600}'.repeat(500)]),
    );
    return { sku: 'a', ...texts, y: 'y'.repeat(900), x: 'x'.repeat(last) };
  };
  const room = 64 * 1024 - Buffer.byteLength(JSON.stringify(row(0)));
  assert.ok(room > 0 && room < 1000);
  assert.equal(messageOf(row(room)), '');
  assert.equal(messageOf(row(room + 1)), 'is 65537 bytes as JSON, at most 65536 are kept');
});

test('a message quotes at most 100 characters and may itself be stored', () => {
  const message = messageOf({ sku: 'a', price: `\u0000\ud800${'9'.repeat(5000)}` });
  assert.ok(message.length < 200);
  assert.ok(message.isWellFormed() && !message.includes('\u0000'));
});

test('a column named __proto__ is data and reaches no prototype', () => {
  const raw = JSON.parse('{ "sku": "a", "__proto__": { "polluted": 1 }, "constructor": "c" }');
  const result = readItem(raw, 'Other');
  assert.ok(result.ok);
  assert.deepEqual(Object.keys(result.item), ['__proto__', 'constructor', 'sku']);
  assert.equal(Object.getPrototypeOf(result.item), Object.prototype);
  assert.equal('polluted' in {}, false);
  const patched = partialItem(result.item, JSON.parse('{ "__proto__": 5 }'), 'Other');
  assert.ok(patched.ok);
  const text = '{"__proto__":5,"constructor":"c","sku":"a"}';
  assert.equal(itemText(patched.item), text);
});

test('the text of an item does not depend on the order of its keys', () => {
  const left = { sku: 'a', b: { y: 1, x: [1, { q: 1, p: 2 }] }, a: 'é' } as Item;
  const right = { a: 'é', b: { x: [1, { p: 2, q: 1 }], y: 1 }, sku: 'a' } as Item;
  assert.equal(itemText(left), itemText(right));
  assert.notEqual(itemText(left), itemText({ ...right, a: 'è' }));
});

const columns = fc.constantFrom(
  ...'sku group_id name price in_stock categories keywords publish_time description'.split(' '),
  ...['lng:en_US:name', 'lng:de:price', 'lng:x', '__proto__', 'toString', 'color'],
);
const cells = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('21.95', 'true', 'a|b', ' ', '', '2026-11-21T00:00:00Z', 1790000000, -0),
);
const rows = fc.oneof(fc.jsonValue(), fc.anything(), fc.dictionary(columns, cells));

test('no value makes the reading throw, and reading an item again gives the same item', () => {
  const verticals = fc.constantFrom('E-commerce', 'Other');
  fc.assert(
    fc.property(rows, verticals, (raw, vertical) => {
      const first = readItem(raw, vertical);
      if (!first.ok) return assert.ok(first.message.length > 0 && first.message.isWellFormed());
      assert.deepEqual(readItem(first.item, vertical), first);
      const stored = readItem(JSON.parse(JSON.stringify(first.item)), vertical);
      assert.ok(stored.ok && itemText(stored.item) === itemText(first.item));
    }),
    { numRuns: 2000 },
  );
});

test('no patch makes the merging throw, and what it leaves is an item of the same sku', () => {
  const previous: Item = { sku: 'a', price: 5, color: ['red'] };
  fc.assert(
    fc.property(rows, (patch) => {
      const result = partialItem(previous, patch, 'Other');
      if (result.ok) assert.equal(result.item.sku, 'a');
    }),
  );
});
