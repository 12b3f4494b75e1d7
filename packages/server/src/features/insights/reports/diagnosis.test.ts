// Which users a sample ratio mismatch is said to be among.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from './diagnosis.ts';
import type { Cell } from './store.ts';

const definition = { id: 5, name: 'All', variations: [] };
const judged = {
  ...{ definition, comparison: 'fixed' as const },
  known: new Map([[1, new Map([7, 8].map((id): [number, number] => [id, 0.5]))]]),
};
const cell = (segment: string, variationId: number, drawn: number): Cell => ({
  ...{
    experienceId: 5,
    variationId,
    version: 1,
    day: '2026-11-01',
    segment,
    exposed: drawn,
    drawn,
  },
  ...{ propensity: 0.5, mixed: 0, users: drawn, active: 0, sum: 0, squares: 0, otherActive: 0 },
  ...{ otherSum: 0, otherSquares: 0, products: 0, cap: null, capped: 0, cut: 0 },
  ...{ activeSoFar: 0, sumSoFar: 0, otherSumSoFar: 0, squaresSoFar: 0, otherActiveSoFar: 0 },
  ...{ otherSquaresSoFar: 0, productsSoFar: 0 },
});
const pair = (segment: string, one: number, other: number) => [
  cell(segment, 7, one),
  cell(segment, 8, other),
];

test('the groups that it is among are named, others are not, and small ones say nothing', () => {
  const cells = [
    ...pair('smartphone', 9_000, 5_000),
    ...pair('desktop', 5_000, 5_050),
    ...pair('tv', 9, 1),
  ];
  const { parts, sentence } = diagnose(judged, [{ by: 'device', cells }]);
  assert.deepEqual(
    parts.map(({ value, users, isSuspicious }) => [value, users, isSuspicious]),
    [
      ['smartphone', 14_000, true],
      ['desktop', 10_050, false],
    ],
  );
  assert.deepEqual(parts[0]!.variations, [
    { id: 7, share: 9 / 14, expected: 0.5 },
    { id: 8, share: 5 / 14, expected: 0.5 },
  ]);
  assert.match(sentence, /^By device it is among smartphone \(14,000 users\), not elsewhere\.$/);
});

test('a mismatch that is everywhere has no group to blame', () => {
  const cells = [...pair('new', 9_000, 5_000), ...pair('returning', 9_000, 5_000)];
  const { sentence } = diagnose(judged, [{ by: 'newReturning', cells }]);
  assert.match(sentence, /^No group of users stands out/);
});
