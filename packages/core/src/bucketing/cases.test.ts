// Knows how cases/bucketing.json is read, and what holds of every draw.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashUnit } from './hash.ts';
import { bucketRanges, chooseRange } from './ranges.ts';

const file = new URL('../../../../cases/bucketing.json', import.meta.url);
const cases = JSON.parse(readFileSync(file, 'utf8'));

const weightLists = fc
  .array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 })
  .map((weights) => {
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const buckets = fc.integer({ min: 0, max: 9_999 }).map((number) => number / 10_000);

for (const { name, seed, unit, version, bucket } of cases.hash) {
  test(`hash: ${name}`, () => assert.equal(hashUnit(seed, unit, version), bucket));
}

for (const { name, count, coverage, weights, ranges } of cases.ranges) {
  test(`ranges: ${name}`, () => assert.deepEqual(bucketRanges(count, coverage, weights), ranges));
}

for (const { name, bucket, ranges, index } of cases.choices) {
  test(`choice: ${name}`, () => assert.equal(chooseRange(bucket, ranges), index));
}

test('raising the coverage moves nobody who is in', () => {
  fc.assert(
    fc.property(weightLists, share, share, buckets, (weights, one, other, bucket) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const before = chooseRange(bucket, bucketRanges(weights.length, low, weights));
      const after = chooseRange(bucket, bucketRanges(weights.length, high, weights));
      assert.ok(before === -1 || before === after);
    }),
  );
});

test('under full coverage every bucket has a variation', () => {
  fc.assert(
    fc.property(weightLists, buckets, (weights, bucket) => {
      assert.notEqual(chooseRange(bucket, bucketRanges(weights.length, 1, weights)), -1);
    }),
  );
});

test('buckets are spread evenly over 20,000 users', () => {
  const counts = new Array<number>(10).fill(0);
  for (let user = 0; user < 20_000; user += 1) {
    const tenth = Math.floor((hashUnit('campaign:1', `user-${user}`, 2) as number) * 10);
    counts[tenth] = (counts[tenth] as number) + 1;
  }
  const chiSquare = counts.reduce((sum, count) => sum + (count - 2_000) ** 2 / 2_000, 0);
  assert.ok(chiSquare < 27.88, `chi-square ${chiSquare} at 9 degrees of freedom, p < 0.001`);
});
