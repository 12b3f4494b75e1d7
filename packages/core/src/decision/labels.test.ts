// Tests the sentences of an explanation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CampaignDefinition,
  compileCampaign,
  explain,
  explainInWords,
  type HoldoutDefinition,
} from '../index.ts';

const audiences = new Map<number, unknown>([
  [1, { 'device.type': 'mobile', age: { $gt: 30 } }],
  [2, { channel: 'app' }],
]);
const names = { audiences: new Map([[1, 'Grown-ups on phones']]) };
const visitor = { device: { type: 'desktop' }, channel: 'app', age: 30, skus: ['a', 'b'] };

const sentences: readonly (readonly [targeting: unknown, sentence: string])[] = [
  [{ 'device.type': 'mobile' }, 'device.type is "desktop", wanted "mobile"'],
  [{ channel: 'app', age: { $gt: 30, $lt: 40 } }, 'age is 30, wanted more than 30'],
  [{ city: { $in: ['Bonn', 'Köln'] } }, 'city is not known, wanted one of "Bonn", "Köln"'],
  [
    { skus: { $nin: ['b', 'c', 'd', 'e'] } },
    'skus is "a", "b", wanted none of "b", "c", "d" and 1 more',
  ],
  [{ city: { $exists: true } }, 'city is not known, wanted any value'],
  [
    { $or: [{ age: 1 }, { channel: 'web' }] },
    'age is 30, wanted 1, and channel is "app", wanted "web"',
  ],
  [{ $not: { channel: 'app' } }, 'channel is "app", which must not be'],
  [{ $nor: [{ age: 1 }, { age: { $gte: 18 } }] }, 'age is 30, at least 18, which must not be'],
  [{ channel: { $not: { $regex: '^a' } } }, 'channel is "app", a match of "^a", which must not be'],
  [
    { $audience: 1 },
    'not in the audience "Grown-ups on phones" (device.type is "desktop", wanted "mobile")',
  ],
  [{ $not: { $audience: 2 } }, 'in the audience 2, which must not be'],
  [{ $audience: 9 }, 'audience 9 is unknown'],
];

for (const [targeting, sentence] of sentences) {
  test(`in words: ${sentence}`, () => {
    const { experiences } = say({ targeting });
    assert.deepEqual(experiences, [{ id: 1, name: 'First', sentence: `not matched: ${sentence}` }]);
  });
}

test('in words: what came of a campaign', () => {
  const before = { start: '2030-01-01T00:00:00Z' };
  const found = [
    say({}),
    say({}, { traffic: 0 }),
    say({ targeting: { age: 1 } }),
    say({}, { schedule: before }),
    say({}, {}, { live: false }),
    say({}, {}, { assigned: () => 11 }),
    say({}, {}, { preview: { variationId: 10 } }),
  ];
  assert.deepEqual(
    found.map(({ summary, experiences }) => [summary, experiences[0]?.sentence]),
    [
      [
        '"B" of the experience "First": drawn at random, by the weights of its variations.',
        'matched: for all visitors',
      ],
      [
        'Nothing: the experience "First" matches, but this visitor does not take part: none of its visitors do.',
        'matched: for all visitors',
      ],
      ['Nothing: no experience matches this visitor.', 'not matched: age is 30, wanted 1'],
      [
        'Nothing: the campaign starts at 2030-01-01T00:00:00Z; it was 2026-01-01T00:00:00.000Z.',
        'not reached: not started',
      ],
      ['Nothing: the campaign is not live.', 'not reached: paused'],
      [
        '"B" of the experience "First": kept from an earlier exposure.',
        'matched: for all visitors',
      ],
      [
        '"A" (control) of the experience "First": a preview, which is never counted.',
        'previewed, whatever its targeting',
      ],
    ],
  );
});

test('in words: who is held out, by which holdout, and from what', () => {
  const everything = [{ id: 3, name: 'Everything', share: 1, seed: 'a' }];
  const { summary } = say({}, {}, {}, everything);
  assert.equal(
    summary,
    'Nothing: this visitor is one of the 100 % of users in the holdout "Everything", who get no ' +
      'experiences. Without it: "B" of the experience "First".',
  );
  const ignoring = say({}, { ignoresHoldouts: true }, {}, everything);
  assert.match(ignoring.summary, /^"B" of the experience "First"/);
});

function say(
  part: { targeting?: unknown },
  campaign: Partial<CampaignDefinition> = {},
  asked: object = {},
  holdouts: readonly HoldoutDefinition[] = [],
) {
  const variations = [
    { id: 10, name: 'A', weight: 1, payload: null },
    { id: 11, name: 'B', weight: 1, payload: {} },
  ];
  const definition: CampaignDefinition = {
    ...{ id: 1, name: 'C', selector: 'c', groups: [], type: 'custom', seed: 's' },
    ...{ traffic: 1, stickiness: 'user' },
    experiences: [{ id: 1, name: 'First', allocationVersion: 1, variations, ...part }],
    ...campaign,
  };
  const input = {
    ...{ live: true, now: Date.parse('2026-01-01'), attributes: visitor },
    units: { device: '7', person: '7', session: '7', request: '7' },
    assigned: () => undefined,
    ...asked,
  };
  return explainInWords(
    explain(compileCampaign(definition, { audiences, holdouts }), input),
    names,
  );
}
