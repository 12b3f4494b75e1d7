// An experience that no known visitor would see is told before it is live.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEverybody } from '../../../conditions/targeting.ts';
import { reachWarnings } from './reach.ts';

const experience = (key: string) => ({ key, name: key, targeting: forEverybody, variations: [] });
const estimate = (to: number, of = 300) => ({
  ...{ matching: to, from: to, to, of, sampled: of, isExact: true, unknown: [], warnings: [] },
});

test('targeting that matches 0 of the known visitors is warned of, and where none are known is not', () => {
  const experiences = ['all', 'none', 'about', 'some', 'new'].map(experience);
  const reach = new Map([
    ['none', estimate(0)],
    ['about', { ...estimate(0), to: 7, of: 9_000, sampled: 3_000, isExact: false }],
    ['some', estimate(1)],
    ['new', estimate(0, 0)],
  ]);
  assert.deepEqual(reachWarnings(experiences, reach), [
    {
      pointer: '/experiences/1/targeting',
      detail: 'matches 0 of 300 known visitors: none of them would see this experience.',
    },
    {
      pointer: '/experiences/2/targeting',
      detail:
        'matches 0 of 3,000 known visitors that were looked at: none of them would see this experience.',
    },
  ]);
});
