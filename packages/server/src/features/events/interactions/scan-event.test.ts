// Tests of scanning: scanning an event's bytes finds what parsing them finds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CompleteEvent, encodeEvent, makeBlock, startBlock } from '@attune/core';
import fc from 'fast-check';
import { codePoint } from '../../../../../core/src/text/code-points.fixture.ts';
import { reportRows, rowsOf } from './interactions.ts';
import { scanEvents } from './scan-event.ts';

const text = fc.oneof(
  { arbitrary: fc.constantFrom('tent', 'lamp', 's-1', '\u{1f3d5} mug'), weight: 12 },
  fc.constantFrom('', 'ä', 'a"b', 'back\\slash', '"sku":"x"', '}{][,'),
  fc.string({ unit: codePoint, maxLength: 12 }),
  fc.string({ minLength: 1_020, maxLength: 1_030 }),
);
const quantity = fc.oneof({ arbitrary: fc.nat(3), weight: 6 }, fc.constantFrom(0.5, 1e21, -0, -1));
const line = fc.record({ sku: text, quantity, price: fc.double({ noNaN: true }) });
const base = { id: text, name: text, session: text, time: fc.integer({ min: 0, max: 86_399_999 }) };
const page = fc.record({ type: fc.constant('OTHER'), data: fc.array(text, { maxLength: 2 }) });
const events = fc.oneof(
  fc.record({ ...base, kind: fc.constant('pageview'), page, sku: text }),
  fc.record({ ...base, kind: fc.constant('pageview'), page }),
  fc.record({ kind: fc.constant('product-view'), sku: text, ...base }),
  fc.record({
    ...base,
    kind: fc.constantFrom('add-to-cart', 'remove-from-cart'),
    sku: text,
    quantity,
  }),
  fc.record({ ...base, cart: fc.array(line, { maxLength: 3 }), kind: fc.constant('purchase') }),
  fc.record({
    ...{ ...base, kind: fc.constant('purchase'), transactionId: text },
    cart: fc.array(line, { maxLength: 3 }),
  }),
  fc.record({
    ...base,
    kind: fc.constant('custom'),
    properties: fc.dictionary(text, fc.jsonValue()),
  }),
);

/** An event between bytes that are not its own. */
function storedIn(event: unknown): { bytes: Buffer; from: number } {
  const complete = { event, identified: false, observations: [] } as unknown as CompleteEvent;
  return { bytes: Buffer.from(`}"${JSON.stringify(encodeEvent(complete))}{"`), from: 2 };
}

test('what is scanned is what is parsed, whatever an event is called and contains', () => {
  const scanner = scanEvents();
  let scanned = 0;
  fc.assert(
    fc.property(events, (event) => {
      const { bytes, from } = storedIn(event);
      const found = scanner.scan(bytes, from);
      if (!found) return;
      scanned += 1;
      const block = startBlock(0, 7);
      block.turnTo(5, -1, found.time);
      reportRows(found, (kind, sku, group) => block.addAt(bytes, kind, sku, group));
      const parsed = JSON.parse(JSON.stringify(event));
      const wanted = makeBlock(0, rowsOf(-(2n ** 32n) + 5n, parsed));
      const { skus, ...rest } = block.finish();
      const { skus: wantedSkus, ...wantedRest } = wanted;
      assert.deepEqual(rest, wantedRest);
      const textsOf = (list: typeof skus) =>
        Array.from({ length: list.length }, (_, at) => list.at(at));
      assert.deepEqual(textsOf(skus), textsOf(wantedSkus));
    }),
    { numRuns: 500 },
  );
  assert.ok(scanned > 100, String(scanned));
});

test('what is cut off, spaced out or of another version is left to be parsed', () => {
  const scanner = scanEvents();
  const event = { id: 'e', time: 5, name: 'v', session: 's', kind: 'product-view', sku: 'tent' };
  const { bytes, from } = storedIn(event);
  const whole = bytes.subarray(from, bytes.indexOf('},"identified"') + 1);
  assert.equal(scanner.scan(whole, 0)?.time, 5);
  for (let length = 0; length < whole.length; length += 1) {
    assert.equal(scanner.scan(whole.subarray(0, length), 0), undefined, String(length));
  }
  for (const [old, other] of [
    ['"v":1', '"v":2'],
    ['"time":', '"time": '],
    ['tent', 't\\n'],
    [':5,', ':5e2,'],
  ]) {
    const odd = Buffer.from(whole.toString().replace(old!, other!));
    assert.equal(scanner.scan(odd, 0), undefined, other!);
  }
});
