// Tests that what building may take adds up to MODEL_MEMORY, and that methods keep to their share.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type InteractionRow, ModelTooLarge, makeBlock, startBuild } from '@attune/core';
import { sharesOf } from './memory.ts';

const mebibyte = 2 ** 20;
const day = 20_000;
const now = day * 86_400_000;

test('heap, builders and what is read and written are together what was given', () => {
  for (const mebibytes of [128, 129, 1_000, 1_024, 65_536]) {
    const { heap, builderBytes, streamBytes } = sharesOf(mebibytes * mebibyte);
    const heapBytes = (heap.oldMiB + heap.youngMiB) * mebibyte;
    const sum = heapBytes + builderBytes + streamBytes;
    assert.ok(sum <= mebibytes * mebibyte && sum > 0.98 * mebibytes * mebibyte, `${mebibytes}`);
  }
  const least = sharesOf(64 * mebibyte);
  assert.equal(least.heap.oldMiB + least.heap.youngMiB, 64, 'less would not start');
});

test('what a method holds outside the heap is within what it counts, or it refuses', () => {
  const users = 500;
  const rows = Array.from({ length: 20 * users }, (_, at): InteractionRow => {
    const user = BigInt(at % users);
    const sku = `sku ${(at * 7_919) % 901}`;
    return { user, sku, group: `${at % 9}`, kind: 'view', time: now + at };
  });
  const block = makeBlock(day, rows);
  const common = { ...{ window: 10, neighbours: 40 }, event: 'view' } as const;
  const methods = [
    { type: 'popularity', ...common },
    { type: 'collaborative', algorithm: 'rp3beta', alpha: 1, beta: 0, ...common },
  ] as const;
  for (const method of methods) {
    const least = leastOf((memoryLimit) => {
      const builder = startBuild(method, { now, memoryLimit });
      builder.add(block);
      const { model } = builder.finish();
      const all: unknown[] = Object.values({ ...model, ...model.skus });
      const columns = all.filter((one) => ArrayBuffer.isView(one));
      const bytes = columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
      assert.ok(bytes <= memoryLimit, `${method.type}: ${bytes} of ${memoryLimit}`);
    });
    // The matrix alone, both ways, is 12 bytes a row; a ranking keeps a day's counts.
    assert.ok(least > (method.type === 'popularity' ? 8 * 901 : 12 * rows.length), method.type);
  }
});

/** The least memory, within a third, that some building does with. */
function leastOf(build: (memoryLimit: number) => void): number {
  for (let limit = 16_384; ; limit *= 1.3) {
    try {
      build(limit);
      return limit;
    } catch (error) {
      if (!(error instanceof ModelTooLarge)) throw error;
    }
  }
}
