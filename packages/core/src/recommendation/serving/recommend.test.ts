// What recommendations promise, on random shops, filters, rules, pins and limits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mayBe, mostFilled } from './naive.fixture.ts';
import { recommend } from './recommend.ts';
import { catalogueOf, inputOf, type Question, question } from './shop.fixture.ts';

const runs = { numRuns: Number(process.env['RECOMMEND_RUNS'] ?? 500) };
const itemOf = ({ items }: Question, sku: string) => items.find((item) => item.sku === sku)!;

test('no slot is empty while an item qualifies, however items are put into slots', () => {
  fc.assert(
    fc.property(question, (asked) => {
      const { slots } = recommend(inputOf(asked));
      const pinned = slots.filter((item) => item?.by === 'pin');
      const held = new Set([...pinned.map((item) => item!.sku), ...asked.given]);
      const free = slots.flatMap((item, slot) => (item?.by === 'pin' ? [] : [slot]));
      const left = asked.items.filter(({ sku }) => !held.has(sku));
      const filled = slots.filter((item) => item && item.by !== 'pin').length;
      assert.equal(filled, mostFilled(free, left, asked));
    }),
    runs,
  );
});

test('nothing that filters or rules leave out is given, nothing twice, nothing given before', () => {
  fc.assert(
    fc.property(question, (asked) => {
      const given = recommend(inputOf(asked)).slots.filter((item) => item !== null);
      for (const { sku, slot } of given) {
        assert.ok(mayBe(itemOf(asked, sku), slot, asked), `${sku} in slot ${slot}`);
        assert.ok(!asked.given.includes(sku));
      }
      const skus = given.map(({ sku }) => sku);
      assert.equal(new Set(skus).size, skus.length);
    }),
    runs,
  );
});

test('a pin holds wherever its item qualifies, and a trace tells of each that does not', () => {
  fc.assert(
    fc.property(question, (asked) => {
      const { slots } = recommend(inputOf(asked));
      const taken = new Map<number, string>();
      for (const { slot, sku } of asked.pins) {
        const item = itemOf(asked, sku);
        const isFree = !taken.has(slot) && ![...taken.values(), ...asked.given].includes(sku);
        if (slot >= asked.slots || !item || !isFree || !mayBe(item, slot, asked)) continue;
        taken.set(slot, sku);
      }
      const pinned = slots.flatMap((item) => (item?.by === 'pin' ? [[item.slot, item.sku]] : []));
      const inOrder = [...taken].sort(([one], [other]) => one - other);
      assert.deepEqual(pinned, inOrder);
      const { trace } = recommend({ ...inputOf(asked), traces: true });
      assert.equal((trace?.lostPins.length ?? 0) + pinned.length, asked.pins.length);
      for (const lost of trace?.lostPins ?? []) {
        assert.ok(lost.reason !== '' && asked.pins[lost.at]?.sku === lost.sku);
      }
    }),
    runs,
  );
});

test('diversity gives way only where nothing is left that keeps it', () => {
  fc.assert(
    fc.property(question, (any) => {
      const asked = { ...any, rules: [], realtimeRules: [], pins: [] };
      const { slots } = recommend(inputOf(asked));
      const given = slots.filter((item) => item !== null);
      const skus = new Set([...given.map(({ sku }) => sku), ...asked.given]);
      const left = asked.items.filter(({ sku }) => !skus.has(sku));
      const isTooMuch = (sku: string, others: readonly string[]) =>
        (asked.strategy.diversity ?? []).some(({ column, most }) => {
          const valuesOf = (of: string) =>
            [(itemOf(asked, of) as unknown as Record<string, unknown>)[column] ?? []].flat();
          const all = others.flatMap((other) => [...new Set(valuesOf(other))]);
          return valuesOf(sku).some((value) => all.filter((one) => one === value).length >= most);
        });
      for (const item of given) {
        const others = given.filter((other) => other !== item).map(({ sku }) => sku);
        if (item.relaxed.length === 0) continue;
        for (const { sku, ...rest } of left) {
          const fits = mayBe({ sku, ...rest }, item.slot, asked) && !isTooMuch(sku, others);
          assert.ok(!fits, `${sku} would have kept the diversity that ${item.sku} does not`);
        }
      }
      if (given.every(({ relaxed }) => relaxed.length === 0)) {
        for (const [at, { sku }] of given.entries()) {
          const others = given.filter((_, other) => other !== at).map((other) => other.sku);
          assert.ok(!isTooMuch(sku, others), sku);
        }
      }
    }),
    runs,
  );
});

test('what is asked again, or traced, is answered the same', () => {
  fc.assert(
    fc.property(question, (asked) => {
      const catalogue = catalogueOf(asked.items);
      const first = recommend(inputOf(asked, catalogue)).slots;
      assert.deepEqual(recommend(inputOf(asked, catalogue)).slots, first);
      const traced = recommend({ ...inputOf(asked, catalogue), traces: true });
      assert.deepEqual(traced.slots, first);
      assert.deepEqual(recommend(inputOf(asked)).slots, first);
    }),
    runs,
  );
});
