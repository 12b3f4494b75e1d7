// Where nightly exports go is checked before a node starts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';

const nightly = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: '/tmp/a', ...env }).nightly;
const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };

test('a folder or a bucket is taken, as Parquet from 2:00 UTC on unless it is said otherwise', () => {
  assert.equal(nightly({}), undefined);
  assert.deepEqual(nightly({ EXPORT_TO: '/srv/warehouse/' }), {
    ...{ place: '/srv/warehouse', format: 'parquet', hour: 2 },
  });
  const more = { EXPORT_FORMAT: 'ndjson', EXPORT_HOUR: '0', ...keys };
  assert.deepEqual(nightly({ EXPORT_TO: 's3://shop-data/attune/', ...more }), {
    ...{ place: 's3://shop-data/attune', format: 'ndjson', hour: 0 },
  });
});

test('what cannot work is refused by its name', () => {
  for (const [env, name] of [
    [{ EXPORT_TO: 'https://a.example' }, /EXPORT_TO: must be a folder, or s3/],
    [{ EXPORT_TO: 's3://A_b/', ...keys }, /EXPORT_TO: must be a folder, or s3/],
    [{ EXPORT_TO: 's3://shop-data' }, /AWS_ACCESS_KEY_ID: is needed where EXPORT_TO is a bucket/],
    [{ EXPORT_TO: '/a', EXPORT_FORMAT: 'csv' }, /EXPORT_FORMAT: must be parquet or ndjson/],
    [{ EXPORT_TO: '/a', EXPORT_HOUR: '24' }, /EXPORT_HOUR: must be a whole number from 0 to 23/],
  ] as const) {
    assert.throws(() => nightly(env), name);
  }
});
