// Each step of a decision says what it came to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileCampaign, type Explanation, explain } from '@attune/core';
import {
  markOfDrawn,
  sayAssignment,
  sayDraw,
  sayDrawn,
  sayHoldout,
  sayHoldoutBucket,
  sayKind,
  sayLayer,
  sayOutcome,
  sayTestUser,
  toneOfOutcome,
} from './step-labels.ts';

const experience = {
  ...{ id: 5, name: 'All', allocationVersion: 1 },
  variations: [{ id: 7, name: 'Blue', weight: 1, payload: {} }],
};
const definition = {
  ...{ id: 1, name: 'C', selector: 'c', groups: [], type: 'custom' as const, traffic: 1 },
  ...{ stickiness: 'user' as const, seed: 's', experiences: [experience] },
};

function explained(changed: object, assigned?: number): Explanation {
  const compiled = compileCampaign({ ...definition, ...changed }, {});
  const units = { device: '1', person: '1', session: 's', request: 'r' };
  const input = { live: true, now: 0, attributes: {}, units, assigned: () => assigned };
  return explain(compiled, input);
}

test('a draw says its range, and an assignment whether it was kept', () => {
  const { allocation } = explained({}, 7);
  assert.ok(allocation);
  assert.match(
    sayDraw(allocation),
    /^By person 1 the bucket is 0[.]\d+, which is in the range of Blue/,
  );
  assert.equal(sayAssignment(allocation), 'The unit got Blue before, and keeps it.');
  assert.equal(sayKind(allocation), 'Manual allocation.');
  const fresh = explained({ traffic: 0 });
  assert.ok(fresh.allocation);
  assert.match(sayDraw(fresh.allocation), /not in the traffic/);
  assert.match(sayDrawn(fresh.allocation), /out of the traffic/);
  assert.equal(sayAssignment(fresh.allocation), 'No earlier assignment.');
});

test('the outcome is one word', () => {
  const paused = explained({ experiences: [{ ...experience, targeting: { a: 1 } }] });
  assert.equal(sayOutcome(paused), 'No match');
  assert.equal(sayOutcome(explained({})), 'Blue');
  assert.equal(sayOutcome(explained({ traffic: 0 })), 'Not in the traffic');
});

test('test users, layers and holdouts say where the user is', () => {
  const testUsers = [{ user: '1', experienceId: 5, variationId: 7 }];
  const forced = explained({ testUsers });
  assert.match(sayTestUser(forced) ?? '', /^User ID 1 is a test user and always gets Blue/);
  const layer = { id: 2, share: 0.5, seed: 'l', slots: 10, held: [[0, 4]] };
  const ofLayer = explained({ layer });
  assert.ok(ofLayer.layer);
  assert.match(
    sayLayer(ofLayer.layer, ofLayer),
    /^In this layer, the person belongs to (this|ano)/,
  );
  const holdout = { id: 1, name: 'All', seed: 'h', share: 0.1, bucket: 0.02, isHeldOut: true };
  assert.match(sayHoldout(holdout), /^All holds this visitor out: 10\s% of users get no exp/);
  assert.equal(sayHoldoutBucket(holdout), 'The bucket is 0.02, below 0.1.');
});

test('only content that was shown is marked as good: no control, and nothing that was held out', () => {
  assert.equal(toneOfOutcome(explained({})), 'good');
  assert.equal(toneOfOutcome(explained({ traffic: 0 })), 'neutral');
  const control = { ...experience, variations: [{ ...experience.variations[0], payload: null }] };
  const controlled = explained({ experiences: [control] });
  assert.deepEqual(
    [sayOutcome(controlled), toneOfOutcome(controlled)],
    ['Blue (control)', 'neutral'],
  );
  assert.deepEqual(markOfDrawn({ reason: 'holdout' }, false), ['neutral', 'held out, not shown']);
  assert.deepEqual(markOfDrawn({ reason: 'allocated' }, false), ['good', 'shown']);
});
