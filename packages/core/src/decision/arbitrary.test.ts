// Knows how to make up campaigns and visitors, and what holds of every decision about them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  assignmentKey,
  type CampaignDefinition,
  compileCampaign,
  type DecisionInput,
  decide,
  type Explanation,
  explain,
} from './index.ts';

const DAY = 86_400_000;
const day = fc.integer({ min: 0, max: 4 });
const share = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
const weight = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.double({ min: 0, max: 9, noNaN: true }));
const targeting = fc.constantFrom<unknown>(
  {},
  { country: 'DE' },
  { country: { $ne: 'DE' } },
  { age: { $gt: 30 } },
  { $audience: 1 },
  { $audience: 9 },
);
const experiences = fc.array(
  fc.record(
    { targeting, variations: fc.array(weight, { maxLength: 4 }) },
    { requiredKeys: ['variations'] },
  ),
  { maxLength: 4 },
);

const campaigns = fc
  .record({
    schedule: fc.record({ start: day, end: day }, { requiredKeys: [] }),
    traffic: share,
    stickiness: fc.constantFrom('user', 'session', 'none'),
    seed: fc.constantFrom('s1', 's2', 'Größe'),
    experiences,
  })
  .map(({ schedule, ...rest }) => ({
    ...rest,
    id: 7,
    name: 'Any',
    selector: 'Any',
    groups: [],
    type: 'custom',
    schedule: Object.fromEntries(
      Object.entries(schedule).map(([key, at]) => [key, new Date(at * DAY).toISOString()]),
    ),
    experiences: rest.experiences.map(({ variations, ...experience }, at) => ({
      ...experience,
      id: at + 1,
      name: `Experience ${at + 1}`,
      allocationVersion: 1,
      variations: variations.map((one, index) => variationOf(at + 1, index, one)),
    })),
  })) as fc.Arbitrary<CampaignDefinition>;

const id = fc.integer({ min: 0, max: 4 });
const variationId = fc.tuple(id, id).map(([experience, at]) => experience * 10 + at);
const inputs = fc.record(
  {
    live: fc.boolean(),
    now: day.map((at) => at * DAY),
    attributes: fc.record(
      { country: fc.constantFrom('DE', 'FR'), age: fc.constantFrom(20, 40) },
      { requiredKeys: [] },
    ),
    units: fc.record({ user: fc.string(), session: fc.uuid(), request: fc.uuid() }),
    assigned: fc.constantFrom(undefined, 10, 11, 20, 99).map((known) => () => known),
    preview: fc.record({ experienceId: id, variationId }, { requiredKeys: [] }),
  },
  { requiredKeys: ['live', 'now', 'attributes', 'units', 'assigned'] },
) as fc.Arbitrary<DecisionInput>;
const audiences = new Map([[1, { age: { $lt: 30 } }]]);

test('an explanation tells what was decided, and recomputing it by hand agrees', () => {
  fc.assert(
    fc.property(campaigns, inputs, (definition, input) => {
      const campaign = compileCampaign(definition, { audiences });
      const decision = decide(campaign, input);
      const explanation: Explanation = JSON.parse(JSON.stringify(explain(campaign, input)));
      assert.equal(explanation.decision.reason, decision.reason);
      assert.equal(explanation.decision.experienceId, decision.experience?.id ?? null);
      assert.equal(explanation.decision.variationId, decision.variation?.id ?? null);
      assert.equal(explanation.decision.propensity, decision.propensity);
      recompute(explanation);
    }),
    { numRuns: 3_000 },
  );
});

test('raising the traffic moves nobody who is in', () => {
  fc.assert(
    fc.property(campaigns, inputs, share, share, (definition, asked, one, other) => {
      const input = { ...asked, assigned: () => undefined };
      const [before, after] = [Math.min(one, other), Math.max(one, other)].map((traffic) =>
        decide(compileCampaign({ ...definition, traffic }, { audiences }), input),
      );
      if (before?.variation) assert.equal(after?.variation?.id, before.variation.id);
    }),
    { numRuns: 2_000 },
  );
});

test('whoever was exposed stays through any change of weights while there is traffic', () => {
  fc.assert(
    fc.property(campaigns, inputs, fc.array(weight, { minLength: 4 }), (any, asked, weights) => {
      const definition = { ...any, stickiness: 'user' as const, traffic: 0.5 };
      const { preview: _, ...input } = { ...asked, assigned: () => undefined };
      const first = decide(compileCampaign(definition, { audiences }), input);
      if (!('assignment' in first) || first.assignment === null) return;
      const { key, variationId: given } = first.assignment;
      const later = {
        ...definition,
        traffic: 0.01,
        experiences: definition.experiences.map((experience) => ({
          ...experience,
          allocationVersion: 2,
          variations: experience.variations.map((one, at) => ({
            ...one,
            weight: weights[at] ?? 1,
          })),
        })),
      };
      const assigned = (asked: string) => (asked === key ? given : undefined);
      const again = decide(compileCampaign(later, { audiences }), { ...input, assigned });
      assert.deepEqual([again.reason, again.variation?.id], ['assigned', given]);
    }),
    { numRuns: 1_000 },
  );
});

test('the propensities of an experience and of being left out sum to 1', () => {
  fc.assert(
    fc.property(campaigns, (definition) => {
      for (const one of compileCampaign(definition).experiences) {
        const given = one.shares.map((part) => part * one.participation);
        const sum = given.reduce((total, part) => total + part, 1 - one.participation);
        assert.ok(Math.abs(sum - 1) < 1e-9);
      }
    }),
  );
});

test('an assignment key outlives every change but a new seed', () => {
  fc.assert(
    fc.property(campaigns, share, (definition, traffic) => {
      const [experience] = definition.experiences;
      if (experience === undefined) return;
      const key = assignmentKey(definition, experience);
      assert.equal(
        assignmentKey({ ...definition, traffic }, { ...experience, variations: [] }),
        key,
      );
      assert.notEqual(assignmentKey({ ...definition, seed: 'other' }, experience), key);
    }),
  );
});

function variationOf(experience: number, at: number, one: number) {
  const payload = at === 0 ? null : { type: 'CUSTOM_JSON', data: at };
  return { id: experience * 10 + at, name: `Variation ${at}`, weight: one, payload };
}

/** Reads nothing but the explanation, and hashes in its own, slower way. */
function recompute({ experiences, allocation, decision, preview }: Explanation): void {
  const reached = experiences.filter(({ outcome }) => ['matched', 'previewed'].includes(outcome));
  assert.ok(reached.length <= 1);
  if (allocation === null) {
    assert.equal(decision.variationId, null);
    return;
  }
  assert.equal(reached[0]?.id, allocation.experienceId);
  const once = fnv1a(allocation.seed + allocation.unit.value);
  const bucket = Number(fnv1a(String(once)) % 10_000n) / 10_000;
  assert.equal(bucket, allocation.bucket);
  const drawn = allocation.variations.find(
    ({ range: [from, to] }) => bucket >= from && bucket < to,
  );
  const { assignment } = allocation;
  const kept = assignment?.kept ? assignment.variationId : undefined;
  assert.equal(decision.variationId, preview?.variationId ?? kept ?? drawn?.id ?? null);
}

function fnv1a(text: string): bigint {
  let hash = 0x811c9dc5n;
  for (let at = 0; at < text.length; at += 1) {
    hash = ((hash ^ BigInt(text.charCodeAt(at))) * 0x01000193n) & 0xffffffffn;
  }
  return hash;
}
