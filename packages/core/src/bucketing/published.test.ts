// Knows where the published bucketing cases lie, and holds hash, ranges and namespaces to them.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { hashUnit, isInNamespace } from './hash.ts';
import { type BucketRange, bucketRanges, chooseRange, equalWeights } from './ranges.ts';

const file = new URL(
  '../../../../../shared/data/conformance/growthbook-cases.json',
  import.meta.url,
);
const isMissing = !existsSync(file) && process.env['CI'] !== 'true';
const skip = isMissing ? 'the published cases are not beside the project' : false;
const published = skip ? {} : JSON.parse(readFileSync(file, 'utf8'));

test('both hash versions give the published buckets', { skip }, () => {
  assert.equal(published.hash.length, 15);
  for (const [seed, unit, version, expected] of published.hash) {
    assert.equal(hashUnit(seed, unit, version), expected, `${seed} ${unit} ${version}`);
  }
});

test('ranges are the published ones', { skip }, () => {
  assert.equal(published.getBucketRange.length, 13);
  for (const [name, [count, coverage, weights], expected] of published.getBucketRange) {
    assert.deepEqual(bucketRanges(count, coverage, weights).map(rounded), expected, name);
  }
});

test('a bucket falls into the published range', { skip }, () => {
  assert.equal(published.chooseVariation.length, 13);
  for (const [name, bucket, ranges, expected] of published.chooseVariation) {
    assert.equal(chooseRange(bucket, ranges), expected, name);
  }
});

test('namespaces hold the published units', { skip }, () => {
  assert.equal(published.inNamespace.length, 16);
  for (const [name, unit, [namespace, start, end], expected] of published.inNamespace) {
    assert.equal(isInNamespace(unit, namespace, start, end), expected, name);
  }
});

test('equal weights are the published ones', { skip }, () => {
  assert.equal(published.getEqualWeights.length, 6);
  for (const [count, expected] of published.getEqualWeights) {
    assert.deepEqual(equalWeights(count).map(toPublishedDigits), expected);
  }
});

/** The file rounds ranges and weights to 8 digits. */
function toPublishedDigits(number: number): number {
  return Math.round(number * 1e8) / 1e8;
}

function rounded([from, to]: BucketRange): number[] {
  return [toPublishedDigits(from), toPublishedDigits(to)];
}
