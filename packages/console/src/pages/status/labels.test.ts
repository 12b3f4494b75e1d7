// Sizes and durations have the unit that fits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayBytes, sayDuration } from './labels.ts';

test('a size has the unit that fits', () => {
  assert.equal(sayBytes(0), '0 B');
  assert.equal(sayBytes(999), '999 B');
  assert.equal(sayBytes(9_961_472), '10.0 MB');
  assert.equal(sayBytes(412_000_000), '412 MB');
  assert.equal(sayBytes(3_400_000_000_000_000), '3400 TB');
});

test('a duration has two units at most', () => {
  assert.equal(sayDuration(400), '0 s');
  assert.equal(sayDuration(59_400), '59 s');
  assert.equal(sayDuration(125_000), '2 min 5 s');
  assert.equal(sayDuration(3_600_000), '1 h');
  assert.equal(sayDuration(100 * 3_600_000), '4 d 4 h');
  assert.equal(sayDuration(-5), '0 s');
});
