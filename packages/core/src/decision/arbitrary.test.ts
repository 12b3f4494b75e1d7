// Knows what holds of every decision, whatever the campaign and the visitor.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  campaigns,
  checkExplained,
  dependencies,
  inputs,
  requests,
  share,
  weight,
} from './decision.fixture.ts';
import {
  assignmentKey,
  type CampaignDefinition,
  type CampaignDependencies,
  compileCampaign,
  type DecisionInput,
  decide,
  drawsOf,
} from './index.ts';

test('an explanation says what was decided, and recomputing it by hand agrees', () => {
  fc.assert(
    fc.property(requests, ([definition, options, input]) => {
      checkExplained(definition, options, input);
    }),
    { numRuns: 4_000 },
  );
});

/** Without what an earlier exposure or a preview would decide. */
const afresh = ({ preview: _, ...input }: DecisionInput): DecisionInput => ({
  ...input,
  assigned: () => undefined,
});

test('raising the traffic moves nobody who is in', () => {
  fc.assert(
    fc.property(requests, share, share, ([definition, options, asked], one, other) => {
      const [before, after] = [Math.min(one, other), Math.max(one, other)].map((traffic) =>
        decide(compileCampaign({ ...definition, traffic }, options), afresh(asked)),
      );
      const given = before ? drawsOf(before).map(({ variation }) => variation.id) : [];
      if (given.length === 0 || !after) return;
      assert.deepEqual(
        drawsOf(after).map(({ variation }) => variation.id),
        given,
      );
    }),
    { numRuns: 2_000 },
  );
});

test('an exposed user stays through any change of weights while there is traffic', () => {
  const alone = campaigns.filter(({ layer, testUsers }) => !layer && !testUsers?.length);
  fc.assert(
    fc.property(alone, inputs, fc.array(weight, { minLength: 4 }), (any, asked, weights) => {
      const kept = { rollback: false, stickiness: 'user' as const };
      const definition = { ...any, ...kept, traffic: 0.5 };
      const input = afresh(asked);
      const first = decide(compileCampaign(definition), input);
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
      const again = decide(compileCampaign(later), { ...input, assigned });
      assert.deepEqual([again.reason, again.variation?.id], ['assigned', given]);
    }),
    { numRuns: 1_000 },
  );
});

test('the propensities of an experience and of being left out sum to 1', () => {
  fc.assert(
    fc.property(campaigns, dependencies, (definition, options) => {
      for (const one of compileCampaign(definition, options).experiences) {
        const given = one.shares.map((part) => part * one.participation);
        const sum = given.reduce((total, part) => total + part, 1 - one.participation);
        assert.ok(Math.abs(sum - 1) < 1e-9);
      }
    }),
  );
});

test('a holdout withholds what would have been given, in every campaign of a unit from the same', () => {
  const reasonOf = (
    definition: CampaignDefinition,
    options: CampaignDependencies,
    input: DecisionInput,
  ) => decide(compileCampaign(definition, options), input);
  fc.assert(
    fc.property(campaigns, campaigns, dependencies, inputs, (one, other, options, asked) => {
      const input = { ...afresh(asked), live: true };
      const { unit = 'person' } = one;
      const alike = {
        ...{ labels: ['spring'], ignoresHoldouts: false, testUsers: [], schedule: {} },
        ...{ unit, accountType: 'company' },
      };
      const held = [one, other].map((each) => reasonOf({ ...each, ...alike }, options, input));
      const free = [one, other].map((each) =>
        reasonOf({ ...each, ...alike, ignoresHoldouts: true }, options, input),
      );
      for (const [at, decision] of held.entries()) {
        const given = drawsOf(free[at]!);
        assert.deepEqual(
          drawsOf(decision).map(({ variation }) => variation.id),
          given.map(({ variation }) => variation.id),
        );
        assert.deepEqual(decision.propensity, free[at]?.propensity);
        if (decision.reason === 'holdout') assert.ok(!('assignment' in decision));
      }
      const withheld = held.filter((_, at) => free[at]?.variation).map(({ reason }) => reason);
      if (withheld.length === 2) {
        assert.equal(withheld[0] === 'holdout', withheld[1] === 'holdout');
      }
    }),
    { numRuns: 2_000 },
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
