// A bucket takes files of any size as a whole, and says in words what it refuses.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import S3rver from '@20minutes/s3rver';
import { AwsClient } from 'aws4fetch';
import { bucketTarget } from './bucket.ts';

const folder = await mkdtemp(join(tmpdir(), 'attune-bucket-'));
const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder });
const { port } = await s3.run();
after(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const key = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const store = { ...key, endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1' };
const client = new AwsClient({ ...key, service: 's3', region: store.region });
const opened = (more: object = {}, place = 's3://house/exports/') =>
  bucketTarget({ ...store, ...more }, new URL(place), new AbortController().signal);

async function* of(...pieces: Buffer[]) {
  yield* pieces;
}

test('files of one piece and of several are there as they were written, and go', async () => {
  await client.fetch(`${store.endpoint}/house`, { method: 'PUT' });
  const target = opened();
  const small = Buffer.from('{"a":1}\n');
  const large = randomBytes(20 * 2 ** 20);
  assert.equal(await target.read('events/none.json'), undefined);
  assert.equal(await target.write('events/day=2026-11-28/a.json', of(small)), small.length);
  assert.equal(await target.read('events/day=2026-11-28/a.json'), '{"a":1}\n');
  const path = 'events/day=2026-11-28/part-0.parquet';
  assert.equal(await target.write(path, of(large, small)), large.length + small.length);
  const found = await client.fetch(`${store.endpoint}/house/exports/${path}`);
  const bytes = Buffer.from(await found.arrayBuffer());
  assert.ok(bytes.equals(Buffer.concat([large, small])));
  await target.remove(path);
  assert.equal(await target.read(path), undefined);
});

test('a file that is cut off is not there, and what is refused is said', async () => {
  async function* cut() {
    yield randomBytes(20 * 2 ** 20);
    throw new Error('cut off');
  }
  const target = opened();
  await assert.rejects(target.write('cut.parquet', cut()), /cut off/);
  assert.equal(await target.read('cut.parquet'), undefined);
  const wrong = opened({ secretAccessKey: 'other' });
  await assert.rejects(wrong.read('a'), /127.0.0.1:\d+ does not accept the secret access key/);
  await assert.rejects(opened({}, 's3://nowhere/x').read('a'), /has no bucket nowhere/);
  const away = opened({ endpoint: 'http://127.0.0.1:1' });
  await assert.rejects(away.read('a'), /127.0.0.1:1 cannot be reached: ECONNREFUSED/);
});
