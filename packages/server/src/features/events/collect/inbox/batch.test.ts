// What lines become on their way into the inbox.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { InboxBatch, type InboxLine } from './batch.ts';
import { unpack } from './packing.ts';

const placeOf = ({ siteId, partition }: { siteId: number; partition: number }) =>
  `${siteId} ${partition}`;

function batchOf(lines: readonly InboxLine[]): InboxBatch {
  const batch = new InboxBatch();
  for (const line of lines) batch.add(line);
  return batch;
}

const textsAt = (partition: number, texts: readonly string[]) =>
  texts.map((text) => ({ siteId: 1, partition, text }));

const line = fc.record({
  siteId: fc.integer({ min: 1, max: 3 }),
  partition: fc.nat({ max: 7 }),
  text: fc
    .tuple(fc.json({ stringUnit: 'binary' }), fc.constantFrom(1, 40, 3_000))
    .map(([json, times]) => json.repeat(times)),
});

test('rows have all lines of a partition of a site, in the order that they came in', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), (lines) => {
      const rows = batchOf(lines).texts();
      const come = Map.groupBy(lines, placeOf);
      assert.deepEqual(new Set(rows.map(placeOf)), new Set(come.keys()));
      for (const [place, those] of come) {
        const texts = rows.filter((row) => placeOf(row) === place).map(({ text }) => text);
        assert.equal(texts.join('\n'), those.map(({ text }) => text).join('\n'));
      }
    }),
  );
});

test('a row takes no more lines from 64 KiB on', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `${at}`.padStart(10_000, 'ab'));
  const rows = batchOf(textsAt(2, lines)).texts();
  assert.deepEqual(
    rows.map(({ text }) => text.length),
    [70_006, 70_006, 60_005],
  );
});

test('a row of 4 KiB and more is packed, beside others that are not', async () => {
  const texts = ['y'.repeat(4_095), 'ü'.repeat(2_048), 'z'];
  const batch = batchOf(texts.flatMap((text, at) => textsAt(at, [text])));
  const { partitions, sizes, starts, lengths, bytes } = await batch.rows();
  assert.deepEqual(
    [partitions, sizes],
    [
      [0, 1, 2],
      [null, 4_096, null],
    ],
  );
  const [plain, packed, small] = starts.map((start, at) =>
    bytes.subarray(start, start + lengths[at]!),
  ) as [Buffer, Buffer, Buffer];
  assert.ok(packed.length < 100, `${packed.length} bytes`);
  assert.deepEqual([plain.toString(), unpack(packed, 4_096), small.toString()], texts);
});

test('a batch that takes up another has the lines of both, and is no longer bound to it', () => {
  const one = batchOf(textsAt(1, ['a', 'b']));
  const other = batchOf([...textsAt(1, ['c']), ...textsAt(4, ['d'])]);
  one.addAll(other);
  other.clear();
  for (const line of textsAt(1, ['overwritten'])) other.add(line);
  one.add({ siteId: 1, partition: 1, text: 'e' });
  const told = one.texts().map(({ partition, text }) => [partition, text.toString()]);
  assert.deepEqual(told, [
    [1, 'a\nb\nc\ne'],
    [4, 'd'],
  ]);
  assert.deepEqual([one.size, one.bytes], [5, 10]);
});
