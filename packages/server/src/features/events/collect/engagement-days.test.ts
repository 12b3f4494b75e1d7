// An engagement keeps to the day of its decision, so that a repetition tomorrow is the same one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Context, SiteSnapshot } from '../../../context.ts';
import { encodeDecisions } from '../decision-ids/index.ts';
import { readEngagements } from './engagements.ts';

const key = { id: 2, secret: Buffer.alloc(32, 5), activeAt: 0 };
const decided = Date.parse('2026-03-01T23:59:00Z');
const [decisionId = ''] = encodeDecisions(
  key,
  {
    ...{ userId: '7', revision: 1, time: decided },
    ...{ isKnown: false, countsWhenShown: false },
    request: '0123456789abcdef0123',
  },
  [
    {
      unit: '7',
      ...{ campaignId: 1, experienceId: 2, variationId: 3, propensity: 1, allocationVersion: 1 },
      ...{ isKept: false, isAskedFor: false, isLogged: true },
    },
  ],
);

function clickAt(now: string) {
  const ctx = { now: () => Date.parse(now) } as Context;
  const site = { id: 1, settings: { requireConsent: false } };
  const known = { identifierTypes: [], accountTypes: [], campaignsById: new Map() };
  const snapshot = { site, ...known, signingKeys: [key] } as unknown as SiteSnapshot;
  const by = { key: { source: 'Server-side' as const }, snapshot };
  const engagements = [{ type: 'CLICK' as const, decisionId }];
  const [entry] = readEngagements(ctx, by, { engagements }).entries;
  return { ...entry!.event, time: new Date(entry!.event.time).toISOString() };
}

test('a click is logged when it was, or at the end of its decision’s day', () => {
  const [soon, late, early] = [
    clickAt('2026-03-01T23:59:30Z'),
    clickAt('2026-03-04T10:00:00Z'),
    // A node whose clock is behind the one that decided.
    clickAt('2026-03-01T23:58:00Z'),
  ];
  assert.equal(soon.time, '2026-03-01T23:59:30.000Z');
  assert.equal(late.time, '2026-03-01T23:59:59.999Z');
  assert.equal(early.time, '2026-03-01T23:59:00.000Z');
  assert.equal(new Set([soon.id, late.id, early.id]).size, 1);
});
