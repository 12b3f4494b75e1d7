// The state of a report, and what is left out of it, in sentences.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEmpty, sayLeftOut, sayMetric, sayStopped, sayWaiting } from './sentences.ts';

type Experience = Parameters<typeof sayLeftOut>[0];

function experience(exposed: number, open: number, mixed: number): Experience {
  return { mixed, variations: [{ exposed, open, users: exposed - open }] } as unknown as Experience;
}

test('a report without anybody is empty, one with users left out is not', () => {
  assert.equal(isEmpty({ experiences: [experience(0, 0, 0)] }), true);
  assert.equal(isEmpty({ experiences: [experience(0, 0, 0), experience(0, 0, 1)] }), false);
  assert.equal(isEmpty({ experiences: [experience(1, 1, 0)] }), false);
});

test('a test whose first users are still within their window says how long to wait', () => {
  const metric = { windowHours: 72 };
  assert.match(
    sayWaiting(experience(4, 4, 0), metric) ?? '',
    /^No final results yet[.] Users count 3 days after/,
  );
  assert.equal(sayWaiting(experience(4, 3, 0), metric), undefined);
});

test('users who are in no row are counted in words', () => {
  assert.deepEqual(sayLeftOut(experience(9, 0, 0)), []);
  const [open = '', mixed = ''] = sayLeftOut(experience(9, 1, 2000));
  assert.match(open, /^1 user is still within/);
  assert.match(mixed, /^2,000 users are left out/);
});

test('a campaign that serves nobody says why', () => {
  const campaign = { end: undefined };
  const ends = { ...campaign, status: 'live', end: '2026-11-01T00:00:00Z' } as const;
  assert.equal(sayStopped({ ...campaign, status: 'live' }), undefined);
  assert.match(sayStopped({ ...campaign, status: 'paused' }) ?? '', /paused/);
  assert.match(sayStopped(ends, Date.parse('2026-11-02T00:00:00Z')) ?? '', /schedule .*has ended/);
  assert.equal(sayStopped(ends, Date.parse('2026-10-31T00:00:00Z')), undefined);
});

test('a metric is described with its window and its direction', () => {
  const metric = { id: 2, name: 'Refunds', kind: 'conversion', windowHours: 72 } as const;
  assert.equal(
    sayMetric({ ...metric, better: 'lower', currency: null }),
    'Refunds: share of users with at least one within 3 days of first exposure. Lower is better.',
  );
});
