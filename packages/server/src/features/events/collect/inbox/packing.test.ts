// Texts are packed, many at once, and come out as they were.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { pack, unpack } from './packing.ts';

test('each of many texts that are packed at once comes out of a frame of its own', async () => {
  const texts = Array.from({ length: 40 }, (_, at) =>
    Buffer.from(`a${'ü '.repeat(at * 100)}${randomBytes(at * 2_000).toString('base64')}`),
  );
  const frames = await Promise.all(texts.map(pack));
  for (const [at, frame] of frames.entries()) {
    assert.equal(unpack(frame, texts[at]!.length), texts[at]!.toString());
  }
  const [many] = await Promise.all([pack(Buffer.from('the same '.repeat(10_000)))]);
  assert.ok(many.length < 100, `${many.length} bytes`);
});

test('a frame whose size is not the stated one, or no frame, is refused', async () => {
  const frame = await pack(Buffer.from('text '.repeat(1_000)));
  assert.equal(unpack(frame, 5_000), 'text '.repeat(1_000));
  assert.throws(() => unpack(frame, 4_999));
  assert.throws(() => unpack(frame, 5_001), /5001 bytes were packed, 5000 come out/);
  assert.throws(() => unpack(frame.subarray(1), 5_000));
  assert.throws(() => unpack(frame.subarray(0, -1), 5_000));
});
