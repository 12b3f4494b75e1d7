// Tests of what holds for feed files of any format: gzip, mapping, progress, and absent files.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { checkMapping } from '@attune/core';
import type { Progress } from './bytes.ts';
import { folder, read, refuses, write } from './feed-file.fixture.ts';
import { readFeedFile } from './read-feed-file.ts';

test('gzip: known by its content, and refused whole when cut off, damaged or missing', async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => `{"sku":"s${index * 7919}"}\n`).join('');
  const zipped = gzipSync(rows);
  assert.equal((await read('a.ndjson.gz', zipped)).length, 5000);
  assert.equal((await read('unnamed.ndjson', zipped)).length, 5000);
  await refuses('cut.ndjson.gz', zipped.subarray(0, zipped.length - 10), /damaged or cut off/);
  await refuses('half.ndjson.gz', zipped.subarray(0, zipped.length / 2), /damaged or cut off/);
  const damaged = Buffer.from(zipped);
  damaged[damaged.length - 6] = damaged[damaged.length - 6]! ^ 1;
  await refuses('damaged.ndjson.gz', damaged, /damaged or cut off/);
  await refuses('plain.ndjson.gz', rows, /is not gzip/);
});

test('a file that is not there, or is a folder, is refused', async () => {
  const reading = async (path: string) => {
    for await (const _ of readFeedFile(path)) assert.fail();
  };
  await assert.rejects(reading(join(folder, 'absent.csv')), /cannot be read: ENOENT/);
  await assert.rejects(reading(folder), /is a folder/);
});

test('a mapping is applied to the rows as the file has them', async () => {
  const mapping = checkMapping({ columns: { sku: 'product_id' }, keepOthers: true });
  assert.ok(mapping.ok);
  const lines = await read('map.csv', 'product_id,brand\n7,X\n', { mapping: mapping.mapping });
  assert.deepEqual(lines, [{ line: 2, row: { sku: '7', brand: 'X' } }]);
});

test('progress counts the bytes of the file up to its end', async () => {
  const seen: Progress[] = [];
  const text = `sku\n${'abcdefgh\n'.repeat(50_000)}`;
  await read('progress.csv', text, { onProgress: (progress) => seen.push(progress) });
  assert.ok(seen.length > 1);
  assert.deepEqual(seen.at(-1), { readBytes: text.length, totalBytes: text.length });
});

test('a reader that stops early leaves no file open', async () => {
  const path = write('early.csv', `sku\n${'abcdefgh\n'.repeat(500_000)}`);
  const seen: Progress[] = [];
  for await (const _ of readFeedFile(path, { onProgress: (one) => seen.push(one) })) break;
  const before = seen.length;
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(before < 40 && seen.length <= before + 1, `${before} ${seen.length}`);
});
