// Tests of rows as COPY sends them: the same, however the stream is cut into pieces.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { binaryRows } from './binary-rows.ts';

const number = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeIntBE(value, 0, bytes);
  return buffer;
};

/** A COPY with a header extension, which is to be passed over. */
function encode(rows: readonly (readonly (string | null)[])[]): Buffer {
  const extension = Buffer.from('later');
  const cells = rows.flatMap((row) => [
    number(row.length, 2),
    ...row.flatMap((cell) =>
      cell === null ? [number(-1, 4)] : [number(Buffer.byteLength(cell), 4), Buffer.from(cell)],
    ),
  ]);
  const head = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
  const sizes = [number(0, 4), number(extension.length, 4)];
  return Buffer.concat([head, ...sizes, extension, ...cells, number(-1, 2)]);
}

async function* cut(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let at = 0;
  for (const size of sizes) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
  yield bytes.subarray(at);
}

test('rows are the same, however their bytes are cut', async () => {
  const cell = fc.option(fc.string({ maxLength: 20 }));
  const rows = fc.array(fc.tuple(cell, cell), { maxLength: 20 });
  const sizes = fc.array(fc.nat(40), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(rows, sizes, async (wanted, pieces) => {
      const found: (string | null)[][] = [];
      for await (const some of binaryRows(cut(encode(wanted), pieces))) {
        found.push(...some.map((row) => row.map((one) => one?.toString() ?? null)));
      }
      assert.deepEqual(found, wanted);
    }),
  );
});
