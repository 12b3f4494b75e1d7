// What a report says in sentences has the numbers that its tables show.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatOf, type Measured, sayChange, sayInterval } from '@attune/core';
import { anyTime } from './look.ts';
import { comparedSentence, countOnly, ownSentence } from './sentences.ts';

const rate = {
  kind: 'conversion',
  better: 'higher',
  name: 'Purchase rate',
  currency: 'GBP',
} as const;
const money = { ...rate, kind: 'revenue', name: 'Revenue' } as const;

test('numbers in sentences are rounded as in tables', () => {
  const share = { estimate: 0.20345, low: 0.08834, high: 0.32612 };
  const say = formatOf({ unit: 'share', currency: 'GBP' });
  assert.ok(ownSentence(rate, 'A', 2000, share).includes(sayInterval(share, say) ?? '-'));
  const uplift = { estimate: 0.04201, low: -0.02149, high: 0.1046 };
  const measured = { comparison: { uplift }, best: 0.9312 } as Measured;
  const compared = comparedSentence(rate, 'A', measured, anyTime);
  assert.ok(compared.includes(sayInterval(uplift, sayChange) ?? '-'), compared);
  assert.match(compared, /^Undecided against "A": conversion rate .*Chance to be best: 93\s%[.]$/);
  assert.match(countOnly(money, 'A', 1, 41.2), /£41[.]20 in total from 1 user[.]/);
});
