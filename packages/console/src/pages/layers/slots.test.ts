// A layer's slots as they are drawn and counted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countHeld, partsOf, sayHeld } from './slots.ts';

type Member = Parameters<typeof partsOf>[0]['members'][number];

const member = (campaignId: number, held: [number, number][]): Member => ({
  ...{ campaignId, selector: `c${campaignId}`, share: 0.5, held },
});

test('slots lie on the bar from the first to the last, both included', () => {
  const members = [member(1, [[0, 499]]), member(2, [[500, 500]])];
  assert.deepEqual(partsOf({ members, slots: 1_000 }), [
    { from: 0, to: 0.5, hue: 0 },
    { from: 0.5, to: 0.501, hue: 1 },
  ]);
});

test('slots are counted, also in words', () => {
  const held: [number, number][] = [
    [0, 99],
    [300, 300],
  ];
  assert.equal(countHeld({ held }), 101);
  assert.equal(sayHeld({ held }), '0–99, 300');
  assert.equal(sayHeld({ held: [] }), 'None');
});
