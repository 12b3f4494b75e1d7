// A campaign's file has what it refers to, and nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesOf } from './one-campaign.ts';

test('a campaign takes along the audiences and the layer that it needs', () => {
  const campaign = (selector: string, targeting: object, layer?: string) => ({
    ...{ name: selector, selector, type: 'custom' as const },
    ...(layer && { layer: { name: layer, share: 1 } }),
    experiences: [
      {
        name: 'E',
        targeting: targeting as Record<string, never>,
        variations: [
          {
            name: 'A',
            weight: 1,
            payload: { type: 'CUSTOM_JSON' as const, data: { $audience: 'No' } },
          },
        ],
      },
    ],
  });
  const all = {
    audiences: [
      { name: 'Outer', condition: { $not: { $audience: 'Inner' } } },
      { name: 'Inner', condition: { a: 1 } },
      { name: 'No', condition: { a: 2 } },
    ],
    layers: [{ name: 'L' }, { name: 'M' }],
    campaigns: [campaign('one', { $or: [{ $audience: 'Outer' }] }, 'L'), campaign('two', {})],
  };
  assert.deepEqual(filesOf(all, 'one'), {
    audiences: all.audiences.slice(0, 2),
    layers: [{ name: 'L' }],
    campaigns: [all.campaigns[0]],
  });
  assert.deepEqual(filesOf(all, 'two'), { campaigns: [all.campaigns[1]] });
});
