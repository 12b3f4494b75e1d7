// Knows that blocks and models come back from their bytes as they were.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildModel } from '../methods/build.ts';
import { decodeModel, encodeModel } from '../models/encode.ts';
import { boundGroups, decodeBlock, encodeBlock, type InteractionRow, makeBlock } from './index.ts';

const day = 20_000;
const rows: InteractionRow[] = [
  { user: -5n, sku: 'b', group: 's1', kind: 'view', time: day * 86_400_000 + 5 },
  { user: 9n, sku: '\u{1f600}', group: '', kind: 'purchase', time: day * 86_400_000 + 3 },
  { user: -5n, sku: '\ufeffa', group: 's1', kind: 'purchase', time: day * 86_400_000 + 9 },
];

test('a block comes back from its bytes, wherever they lie', () => {
  const block = makeBlock(day, rows);
  const bytes = encodeBlock(block);
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  for (const given of [bytes, shifted.subarray(3)]) {
    const back = decodeBlock(given);
    assert.deepEqual([...back.users], [-5n, 9n]);
    assert.deepEqual(
      [back.skus.at(0), back.skus.at(1), back.skus.at(2)],
      ['b', '\ufeffa', '\u{1f600}'],
    );
    assert.deepEqual([...back.user], [1, 0, 0]);
    assert.deepEqual([...back.sku], [2, 0, 1]);
    assert.deepEqual([...back.group], [0xffff_ffff, 0, 1]);
    assert.deepEqual([...back.kind], [2, 0, 2]);
    assert.equal(back.groupCount, 2);
    assert.equal(back.day, day);
  }
});

test('bytes that are cut off or of something else are refused', () => {
  const bytes = encodeBlock(makeBlock(day, rows));
  assert.throws(() => decodeBlock(bytes.slice(0, 40)));
  assert.throws(() => decodeBlock(bytes.slice(0, -16)));
  assert.throws(() => decodeModel(bytes));
  assert.throws(() => decodeBlock(new Uint8Array(0)));
});

test('a ranking comes back from its bytes, and finds its items', () => {
  const now = day * 86_400_000;
  const { model } = buildModel(
    { type: 'popularity', event: 'purchase', window: 30 },
    [makeBlock(day, rows)],
    { now },
  );
  const back = decodeModel(encodeModel(model));
  assert.equal(back.kind, 'ranking');
  assert.equal(back.skus.length, 2);
  assert.equal(back.skus.placeOf('\u{1f600}'), 1);
  assert.equal(back.skus.placeOf('b'), -1);
  assert.deepEqual([...back.scores], [1, 1]);
});

test('one user counts at most so often a day in what is together, in all other ways as before', () => {
  const of = (user: bigint, kind: InteractionRow['kind'], groups: number): InteractionRow[] =>
    Array.from({ length: groups }, (_, at) => at).flatMap((at) =>
      ['a', 'b'].map((sku) => {
        const time = day * 86_400_000 + at;
        return { user, sku, kind, group: `${kind} ${at}`, time };
      }),
    );
  const given = [...of(1n, 'purchase', 50), ...of(1n, 'view', 3), ...of(2n, 'purchase', 2)];
  const block = makeBlock(day, given);
  assert.equal(boundGroups(block, 50), block);
  const bound = boundGroups(block, 3);
  const now = day * 86_400_000;
  const pairs = { window: 30, neighbours: 5, minimumSupport: 1, shrinkage: 0 } as const;
  const bought = (from: typeof block) => {
    const method = { type: 'bought-together', scoring: 'count', ...pairs } as const;
    const { model, counted } = buildModel(method as never, [from], { now });
    assert.equal(model.kind, 'neighbours');
    return counted.units;
  };
  assert.deepEqual([bought(block), bought(bound)], [52, 5]);
  const popular = { type: 'popularity', event: 'purchase', window: 30 } as const;
  const ranking = (from: typeof block) => encodeModel(buildModel(popular, [from], { now }).model);
  assert.deepEqual(ranking(bound), ranking(block));
  const { model } = buildModel(popular, [block], { now });
  assert.ok(model.kind === 'ranking');
  assert.deepEqual([...model.scores], [2, 2], 'of two users, each once');
});
