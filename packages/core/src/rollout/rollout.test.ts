// Knows that steps follow each other in time, that nobody leaves as they rise, and who goes back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CampaignDefinition, compileCampaign, decide } from '../decision/index.ts';
import {
  beginRollout,
  holdStep,
  nextStep,
  nextStepAt,
  previousStep,
  type Rollout,
  republishRollout,
  resumeStep,
  shareAt,
} from './rollout.ts';

const hourMs = 3_600_000;
const steps = [
  { traffic: 0.01, hours: 1 },
  { traffic: 0.05, hours: 24 },
  { traffic: 0.25, hours: 48 },
];

test('each step is held for its hours, and all visitors take part after the last', () => {
  let now = 1_000;
  let rollout = beginRollout(steps, now);
  const seen: number[] = [];
  for (let next: Rollout | undefined = rollout; next; next = nextStep(rollout, steps, now)) {
    rollout = next;
    seen.push(shareAt(steps, 1, rollout.step));
    const due = nextStepAt(rollout, steps);
    assert.equal(due, rollout.step < 3 ? now + steps[rollout.step]!.hours * hourMs : undefined);
    now = due ?? now;
  }
  assert.deepEqual(seen, [0.01, 0.05, 0.25, 1]);
  assert.deepEqual([rollout.state, nextStep(rollout, steps, now)], ['complete', undefined]);
});

test('what is held or went back begins no step by itself; going on holds the step anew', () => {
  const second = nextStep(beginRollout(steps, 0), steps, hourMs)!;
  for (const stopped of [holdStep(second, 2 * hourMs), previousStep(second, 2 * hourMs)!]) {
    assert.equal(nextStepAt(stopped, steps), undefined);
    const again = resumeStep(stopped, steps, 90 * hourMs);
    const { hours } = steps[again.step]!;
    assert.equal(nextStepAt(again, steps), (90 + hours) * hourMs);
  }
  assert.equal(previousStep(beginRollout(steps, 0), 1), undefined);
});

test('published again it stays on its step, and other steps let nobody in early', () => {
  const third = { step: 2, state: 'running', since: 0, takesOut: false, share: 0.25 } as const;
  assert.equal(republishRollout(third, steps, 1, 5).step, 2);
  const slower = [
    { traffic: 0.1, hours: 1 },
    { traffic: 0.2, hours: 1 },
    { traffic: 0.5, hours: 1 },
  ];
  assert.equal(republishRollout(third, slower, 1, 5).step, 1);
  assert.equal(republishRollout({ ...third, share: 0.01 }, slower, 1, 5).step, 0);
  const complete = republishRollout({ ...third, step: 3, share: 1 }, steps, 1, 5);
  assert.deepEqual([complete.step, complete.state], [3, 'complete']);
});

test('whoever is in at a step stays in at the next, with the same variation; going back takes out', () => {
  const campaign = (traffic: number, rollback: boolean): CampaignDefinition => ({
    ...{ id: 1, name: 'Hero', selector: 'hero', groups: [], type: 'custom', seed: 'seed' },
    ...{ stickiness: 'user', traffic, rollback },
    experiences: [
      {
        ...{ id: 2, name: 'All', allocationVersion: 1 },
        variations: [
          { id: 3, name: 'A', weight: 1, payload: null },
          { id: 4, name: 'B', weight: 3, payload: 'b' },
        ],
      },
    ],
  });
  const shares = [...steps.map(({ traffic }) => traffic), 1];
  fc.assert(
    fc.property(fc.array(fc.nat().map(String), { minLength: 50 }), (ids) => {
      for (const id of ids) {
        let before: number | undefined;
        const given = (share: number, takesOut: boolean) =>
          decide(compileCampaign(campaign(share, takesOut)), {
            ...{ live: true, now: 0, attributes: {} },
            units: { device: id, person: id, session: id, request: id },
            assigned: () => before,
          }).variation?.id;
        for (const share of shares) {
          const now = given(share, false);
          if (before !== undefined) assert.equal(now, before);
          before = now;
          assert.equal(given(share, true), now);
        }
        const drawnAt = (share: number) => {
          before = undefined;
          return given(share, false);
        };
        const early = drawnAt(0.05);
        before = drawnAt(0.25);
        assert.equal(given(0.05, true), early);
      }
    }),
    { numRuns: 20 },
  );
});
