// Draws a million units of each kind that sites use, and asks whether chance would have done it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seed, seededRandom } from '../statistics/random.fixture.ts';
import { hashSeed, hashSeeded } from './hash.ts';
import { bucketRanges, chooseRange } from './ranges.ts';

const UNITS = 1_000_000;
const BUCKETS = 10_000;

/** Chi-square is above by chance once in a million: at 9,999 degrees of freedom, and at 1. */
const [HIGHEST_OF_BUCKETS, HIGHEST_OF_PAIRS] = [10_685, 23.93];

const random = seededRandom(seed);
const word = (): number => Math.floor(random.uniform() * 2 ** 32);
let [digitsLeft, digitsRead] = ['', 0];
const kinds: readonly (readonly [string, (at: number) => string])[] = [
  ['sequential numbers', (at) => String(at)],
  ['uuids', () => uuid(hex(32))],
  ['hashes of e-mail addresses', () => hex(64)],
  ['signed 64-bit ids', (at) => `${at % 2 ? '-' : ''}${word() >>> 1}${word() % 1_000_000_000}`],
  ['short strings', (at) => at.toString(36)],
];

for (const [kind, unitAt] of kinds) {
  test(`1,000,000 ${kind}: buckets are even, and two campaigns know nothing of each other`, (t) => {
    t.diagnostic(`SEED=${seed}`);
    const [one, other] = [hashSeed('campaign:1001:1'), hashSeed('campaign:1002:1')];
    const counts = new Uint32Array(BUCKETS);
    const pairs = [0, 0, 0, 0];
    for (let at = 0; at < UNITS; at += 1) {
      const unit = unitAt(at);
      const bucket = hashSeeded(one, unit);
      const place = Math.round(bucket * BUCKETS);
      counts[place] = (counts[place] as number) + 1;
      const cell = (bucket < 0.5 ? 0 : 2) + (hashSeeded(other, unit) < 0.5 ? 0 : 1);
      pairs[cell] = (pairs[cell] as number) + 1;
    }
    const expected = UNITS / BUCKETS;
    const even = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    const apart = chiSquareOf(pairs as [number, number, number, number]);
    t.diagnostic(`chi-square ${even.toFixed(0)} of buckets, ${apart.toFixed(2)} of pairs`);
    assert.ok(even < HIGHEST_OF_BUCKETS);
    assert.ok(apart < HIGHEST_OF_PAIRS);
  });
}

test('from 10 % to 100 % of traffic in steps, nobody leaves or changes, in any bucket', () => {
  const weights = [0.5, 0.3, 0.2];
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    let given = -1;
    for (let tenths = 1; tenths <= 10; tenths += 1) {
      const ranges = bucketRanges(weights.length, tenths / 10, weights);
      const now = chooseRange(bucket / BUCKETS, ranges);
      assert.ok(given === -1 || now === given, `bucket ${bucket} at ${tenths}0 %`);
      given = now;
    }
    assert.notEqual(given, -1);
  }
});

/** Of a table of two by two: low and low, low and high, high and low, high and high. */
function chiSquareOf([a, b, c, d]: [number, number, number, number]): number {
  const margins = (a + b) * (c + d) * (a + c) * (b + d);
  return ((a * d - b * c) ** 2 / margins) * (a + b + c + d);
}

function uuid(digits: string): string {
  const [first, second] = [digits.slice(0, 8), digits.slice(8, 12)];
  const [third, fourth] = [digits.slice(13, 16), digits.slice(17, 20)];
  return `${first}-${second}-4${third}-a${fourth}-${digits.slice(20)}`;
}

/** Random hexadecimal digits, made many at a time. */
function hex(length: number): string {
  if (digitsRead + length > digitsLeft.length) {
    digitsLeft = Buffer.from(Uint32Array.from({ length: 4_096 }, word).buffer).toString('hex');
    digitsRead = 0;
  }
  digitsRead += length;
  return digitsLeft.slice(digitsRead - length, digitsRead);
}
