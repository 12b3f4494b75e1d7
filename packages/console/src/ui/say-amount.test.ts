// Shares keep their digits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayShare } from './say-amount.ts';

test('a share is a percentage without needless digits', () => {
  const said = [0.125, 0.05, 1 / 3, 0.000025, 0].map((share) => sayShare(share));
  assert.deepEqual(
    said,
    ['12.5', '5', '33.3333', '0.0025', '0'].map((one) => `${one}\u00a0%`),
  );
});
