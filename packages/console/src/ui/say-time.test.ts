// Moments in words, by their distance and by the site's clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayExactly, sayRelative } from './say-time.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test('a moment is described by its distance', () => {
  const cases = [
    ['2026-11-21T11:59:50Z', 'just now'],
    ['2026-11-21T12:00:30Z', 'in less than a minute'],
    ['2026-11-21T11:57:20Z', '3 minutes ago'],
    ['2026-11-21T08:00:00Z', '4 hours ago'],
    ['2026-11-20T11:00:00Z', 'yesterday'],
    ['2026-11-28T11:59:00Z', 'in 7 days'],
    ['2026-10-31T12:00:00Z', '3 weeks ago'],
    ['2025-11-01T12:00:00Z', 'last year'],
  ] as const;
  for (const [at, said] of cases) assert.equal(sayRelative(new Date(at), now), said, at);
});

test("the exact moment is that of the site's clock", () => {
  const at = new Date('2026-11-21T23:30:00Z');
  assert.equal(sayExactly(at, 'Asia/Tokyo'), '22 Nov 2026, 08:30:00 GMT+9');
});
