// Tests of results in a line: a number comes with its interval, and no number with the reason.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveCampaign } from './query.ts';
import { sayResult } from './say-result.ts';

const metric = {
  ...{ id: 1, name: 'Purchases', kind: 'conversion' as const, windowHours: 72, currency: null },
  better: 'higher' as 'higher' | 'lower',
};
const result: NonNullable<LiveCampaign['result']> = {
  ...{ asOf: '2026-01-01T00:00:00Z', metric, experience: null, variation: 'Bold' },
  ...{ baseline: 'Control', users: 200, counted: 150, perDay: [] },
  uplift: { estimate: 0.042, low: 0.01, high: 0.08 },
};
const said = (part: Partial<typeof result>) =>
  sayResult({ state: 'ready', result: { ...result, ...part } });

test('a lift is said with its interval and what that allows to say', () => {
  const { headline, detail, metric: of } = said({});
  assert.equal(headline, 'Bold: +4.2\u00a0%');
  assert.match(detail, /^95\s% interval [+]1 to [+]8\s%$/);
  assert.equal(of, 'Purchases, better than Control');
});

test('an interval around nothing is no difference, and less is better where the metric says so', () => {
  assert.match(said({ uplift: { estimate: 0.01, low: -0.1, high: 0.1 } }).metric, /no clear/);
  const turned = { ...result.metric, better: 'lower' as const };
  assert.match(said({ metric: turned }).metric, /worse than Control/);
  const down = { estimate: -0.2, low: -0.3, high: -0.1 };
  assert.match(said({ metric: turned, uplift: down }).metric, /better than Control/);
});

test('without a number the reason is said', () => {
  const unknown = { estimate: null, low: null, high: null };
  const headline = (state: LiveCampaign['state']) => sayResult({ state, result: null }).headline;
  assert.match(headline('computing'), /^Calculating the first figures/);
  assert.match(headline('empty'), /No visitor has seen it/);
  assert.match(sayResult({ state: 'failed', result: null }).headline, /could not be calculated/);
  assert.equal(said({ users: 0 }).headline, 'No users yet');
  assert.equal(said({ uplift: unknown }).headline, 'Too little data');
  assert.equal(said({ uplift: null }).headline, 'Nothing to compare');
  assert.match(said({ counted: 0 }).headline, /Users count 3 days after their first exposure/);
  assert.equal(said({ uplift: unknown }).detail, '');
});
