// Axes hold what they are made for, and are written in round numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchorAt, scaleOf } from './scale.ts';

const rounded = (values: readonly number[]) => values.map((one) => Number(one.toPrecision(12)));

test('an axis has round numbers and room for every value', () => {
  const cases = [
    [
      [0.0312, 0.0447],
      [0.03, 0.035, 0.04, 0.045],
    ],
    [
      [-3, 12],
      [-5, 0, 5, 10, 15],
    ],
    [
      [0, 1],
      [0, 0.5, 1],
    ],
    [[], [0, 0.5, 1]],
    [
      [1e6, 2e6],
      [1e6, 1.5e6, 2e6],
    ],
    [
      [Number.NaN, 1, 2],
      [1, 1.5, 2],
    ],
  ] as const;
  for (const [values, ticks] of cases) {
    const scale = scaleOf(values);
    assert.deepEqual(rounded(scale.ticks), rounded(ticks), values.join());
    for (const value of values.filter(Number.isFinite)) {
      assert.ok(value >= scale.low - 1e-9 && value <= scale.high + 1e-9, String(value));
    }
  }
});

test('a single value lies in the middle, and what is beyond at the end', () => {
  const { placeOf } = scaleOf([100]);
  assert.equal(placeOf(100), 0.5);
  assert.equal(placeOf(-1e9), 0);
  assert.equal(placeOf(1e9), 1);
  assert.equal(scaleOf([0]).placeOf(0), 0.5);
});

test('words at the ends of an axis stay within it', () => {
  assert.deepEqual([0, 0.5, 1].map(anchorAt), ['start', 'middle', 'end']);
});
