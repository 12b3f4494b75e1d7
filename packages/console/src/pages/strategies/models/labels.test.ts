// Sizes and spans in everyday words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayBytes, sayCpu, sayMs, sayPart } from './labels.ts';

test('sizes, spans and shares are short', () => {
  const sizes = [0, 999, 1_000, 1_440_000, 250_000_000, 3e9, 5e15].map(sayBytes);
  assert.deepEqual(sizes, [
    ...['0 bytes', '999 bytes', '1.0 KB', '1.4 MB', '250 MB', '3.0 GB', '5000 TB'],
  ]);
  assert.deepEqual([12, 1_500, 12_400, 180_000].map(sayMs), ['12 ms', '1.5 s', '12 s', '3 min']);
  assert.deepEqual([0, 0.1254, 1].map(sayPart), ['0 %', '12.5 %', '100 %']);
});

test('what models took today is told with what they may take, and other sites where there are any', () => {
  const alone = { usedMs: 180_000, allSitesMs: 180_000, budgetMs: 3_600_000 };
  const taken = 'Models and evaluations took 3 min of processor time today (UTC)';
  assert.equal(sayCpu(alone), `${taken}, of 60 min.`);
  assert.equal(
    sayCpu({ ...alone, allSitesMs: 600_000 }),
    `${taken} and those of all sites 10 min, of 60 min.`,
  );
});
