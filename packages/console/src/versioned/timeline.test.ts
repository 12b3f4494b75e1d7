// A history is one list: versions and what was done with them, the newest first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timelineOf } from './timeline.ts';

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00Z`;

test('publications and pauses stand between the versions, by when they were', () => {
  const entries = timelineOf([
    { version: 2, at: at(30), by: 'ben', action: 'replace' },
    {
      ...{ version: 1, at: at(0), by: 'ann', action: 'create' },
      publications: [
        { at: at(40), by: 'ann', number: 1 },
        { at: at(10), by: null, number: 1 },
      ],
      acts: [{ at: at(20), by: 'ben', action: 'pause' }],
    },
  ]);
  assert.deepEqual(
    entries.map(({ action, by, version, isVersion }) => [action, by, version, isVersion]),
    [
      ['publish', 'ann', 1, false],
      ['replace', 'ben', 2, true],
      ['pause', 'ben', 1, false],
      ['publish', '', 1, false],
      ['create', 'ann', 1, true],
    ],
  );
});

test('what was done with a version at the moment it was made comes after it', () => {
  const made = { version: 1, at: at(0), by: 'ann', action: 'create' };
  const entries = timelineOf([{ ...made, publications: [{ at: at(0), by: 'ann', number: 1 }] }]);
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['publish', 'create'],
  );
});
