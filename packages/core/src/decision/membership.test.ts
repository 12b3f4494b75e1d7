// Knows what holds of layers' slots, and of draws of several, affinity and dynamic weights.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type CampaignDefinition,
  compileCampaign,
  countSlots,
  type DecisionInput,
  decide,
  drawsOf,
  giveSlots,
  type SlotRange,
  slotsFor,
} from './index.ts';
import { drawSeveral, inclusion } from './several.ts';

type Held = ReadonlyMap<number, SlotRange[]>;

const change = fc.record({
  campaign: fc.integer({ min: 1, max: 5 }),
  /** 0 leaves the layer. */
  wanted: fc.integer({ min: 0, max: 400 }),
});

test('a campaign that joins, grows, shrinks or leaves a layer moves no slot of the others', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      let held: Held = new Map();
      for (const { campaign, wanted } of changes) {
        const others = [...held].filter(([id]) => id !== campaign);
        const own = held.get(campaign) ?? [];
        const given = giveSlots(
          1_000,
          wanted,
          own,
          others.flatMap(([, ranges]) => ranges),
        );
        const free = 1_000 - countSlots(others.flatMap(([, ranges]) => ranges));
        assert.equal(given === undefined, wanted > free);
        if (given === undefined) continue;
        const [before, after] = [slotsIn(own), slotsIn(given)];
        assert.equal(after.size, wanted);
        const [smaller, larger] = before.size < after.size ? [before, after] : [after, before];
        assert.ok(smaller.isSubsetOf(larger), 'a share that is raised only adds');
        for (const [, ranges] of others) assert.ok(slotsIn(ranges).isDisjointFrom(after));
        held = new Map([...others, [campaign, given]]);
      }
    }),
    { numRuns: 300 },
  );
});

const slotsIn = (ranges: readonly SlotRange[]) =>
  new Set(
    ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
  );

test('a share is as many whole slots as it fills, and at least one', () => {
  const asked: [share: number, slots: number][] = [
    [1, 1_000],
    [0.29, 1_000],
    [1 / 3, 1_000],
    [1e-9, 1_000],
    [0.0001, 10_000],
  ];
  assert.deepEqual(
    asked.map(([share, slots]) => slotsFor(share, slots)),
    [1_000, 290, 333, 1, 1],
  );
});

const users = Array.from({ length: 20_000 }, (_, at) => `user-${at}`);

test('of the campaigns of a layer, every user is in one at most, and a new one moves nobody', () => {
  const first = giveSlots(1_000, 400, [], [])!;
  const second = giveSlots(1_000, 300, [], first)!;
  const raised = giveSlots(1_000, 600, first, second)!;
  const inside = (held: SlotRange[]) => {
    const layer = { id: 1, share: 0, seed: 'l', slots: 1_000, held };
    const campaign = compileCampaign({ ...one('manual', [1]), layer });
    return new Set(users.filter((user) => decide(campaign, inputOf(user)).variation !== null));
  };
  const [a, b, more] = [inside(first), inside(second), inside(raised)];
  assert.ok(a.isDisjointFrom(b) && more.isDisjointFrom(b) && a.isSubsetOf(more));
  near(a.size, users.length * 0.4);
  near(b.size, users.length * 0.3);
  near(more.size, users.length * 0.6);
});

const shareLists = fc
  .array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 6 })
  .filter((weights) => weights.some((weight) => weight > 0))
  .map((weights) => weights.map((weight) => weight / weights.reduce((sum, each) => sum + each)));

test('a draw of several gives each variation as often as its share says, exactly', () => {
  fc.assert(
    fc.property(shareLists, fc.integer({ min: 1, max: 6 }), (shares, count) => {
      const starts = 1_000;
      const times = shares.map(() => 0);
      for (let start = 0; start < starts; start += 1) {
        const drawn = drawSeveral(shares, count, start / starts);
        assert.equal(new Set(drawn).size, drawn.length);
        assert.ok(drawn.length <= count);
        if (shares.every((share) => share * count <= 1)) assert.equal(drawn.length, count);
        for (const at of drawn) times[at] = (times[at] as number) + 1;
      }
      for (const [at, share] of shares.entries()) {
        // The starts are steps: an end of a stretch may fall between two of them.
        const gap = Math.abs((times[at] as number) / starts - inclusion(share, count));
        assert.ok(gap <= 2 / starts, `${shares} x ${count}: ${at} off by ${gap}`);
      }
    }),
    { numRuns: 60 },
  );
});

test('a stretch as long as the points are apart is hit once, however its ends are rounded', () => {
  const shares = [16, 5, 20, 15, 4].map((weight) => weight / 60);
  assert.deepEqual(drawSeveral(shares, 3, 0.05), [0, 2, 3]);
  assert.deepEqual(drawSeveral([0.5, 0, 0.5], 2, 0), [0, 2]);
});

test('several are drawn apart from the traffic: with half of it, each is given half as often', () => {
  const several = { ...one('manual', [1, 1, 2]), traffic: 0.5 };
  several.experiences[0]!.served = 2;
  const given = givenTo(several);
  near(given.get(10) ?? 0, users.length * 0.25);
  near(given.get(12) ?? 0, users.length * 0.5);
});

test('dynamic weights are equal at first; then they are theirs, and so is the version', () => {
  const campaign = one('dynamic', [5, 1, 0]);
  const before = decide(compileCampaign(campaign), inputOf('u'));
  assert.deepEqual([before.propensity, allocationVersionOf(before)], [0.5, 3]);
  const weights = { '10': 0.9, '11': 0.3 };
  const known = new Map([[1, { version: 8, computedAt: 0, weights }]]);
  const after = compileCampaign(campaign, { dynamicWeights: known });
  assert.deepEqual(
    after.experiences[0]?.shares.map((share) => Math.round(share * 1e9) / 1e9),
    [0.75, 0.25, 0],
  );
  assert.equal(allocationVersionOf(decide(after, inputOf('u'))), 8);
  const grown = compileCampaign(one('dynamic', [1, 1, 1]), { dynamicWeights: known });
  assert.deepEqual(
    grown.experiences[0]?.shares.map((share) => Math.round(share * 1e9) / 1e9),
    [0.5, 0.166666667, 0.333333333],
    'what is new has its equal part until the next computation',
  );
});

test('dynamic weights stick to the user, whatever the campaign says', () => {
  const campaign = compileCampaign({ ...one('dynamic', [1, 1]), stickiness: 'none' });
  const input = { ...inputOf('u'), assigned: () => 11 };
  const decision = decide(campaign, input);
  assert.deepEqual([decision.reason, decision.variation?.id], ['assigned', 11]);
});

test('affinity decides by the best rank of a variation’s tags, and is not sticky', () => {
  const campaign = one('affinity', [1, 1, 1]);
  const tag = (value: string) => [{ property: 'color', value }];
  const [first, second, third] = campaign.experiences[0]!.variations;
  first!.tags = tag('red');
  second!.tags = [...tag('blue'), ...tag('red')];
  third!.tags = tag('St. Pauli');
  const chosen = (color: Record<string, unknown>) => {
    const attributes = { affinity: { color } };
    const decision = decide(compileCampaign(campaign), { ...inputOf('u'), attributes });
    assert.ok('assignment' in decision && decision.assignment === null);
    return [decision.reason, decision.variation?.id, decision.propensity];
  };
  assert.deepEqual(chosen({ blue: { rank: 1 }, red: { rank: 2 } }), ['affinity', 11, 1]);
  assert.deepEqual(chosen({ blue: { rank: 2 }, red: { rank: 1 } }), ['affinity', 10, 1]);
  assert.deepEqual(chosen({ 'St. Pauli': { rank: 7 } }), ['affinity', 12, 1]);
  assert.equal(chosen({ green: { rank: 1 } })[0], 'allocated');
});

function one(
  allocation: 'manual' | 'dynamic' | 'affinity',
  weights: readonly number[],
): CampaignDefinition {
  const variations = weights.map((weight, at) => ({
    id: 10 + at,
    name: `Variation ${at}`,
    weight,
    payload: { type: 'CUSTOM_JSON', data: at },
  }));
  const experience = { id: 1, name: 'All', allocation, allocationVersion: 3, variations };
  return {
    ...{ id: 7, name: 'One', selector: 'one', groups: [], type: 'custom', traffic: 1 },
    stickiness: 'user',
    seed: 's',
    experiences: [experience],
  };
}

function inputOf(user: string): DecisionInput {
  const units = { device: user, person: user, session: 's', request: 'r' };
  return { live: true, now: 0, attributes: {}, units, assigned: () => undefined };
}

function givenTo(definition: CampaignDefinition): Map<number, number> {
  const campaign = compileCampaign(definition);
  const times = new Map<number, number>();
  for (const user of users) {
    for (const { variation } of drawsOf(decide(campaign, inputOf(user)))) {
      times.set(variation.id, (times.get(variation.id) ?? 0) + 1);
    }
  }
  return times;
}

const allocationVersionOf = (decision: ReturnType<typeof decide>) =>
  'allocationVersion' in decision ? decision.allocationVersion : undefined;

/** Within five standard deviations of a share of the users. */
function near(found: number, expected: number): void {
  const share = expected / users.length;
  const deviation = Math.sqrt(users.length * share * (1 - share));
  assert.ok(Math.abs(found - expected) < 5 * deviation, `${found} is not near ${expected}`);
}
