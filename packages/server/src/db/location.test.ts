// DATABASE_URL: which servers are accepted, on the oldest PostgreSQL that is supported.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { startOtherPostgres, testFolder } from '@attune/embedded-postgres/testing';
import { recordingLog } from '../log/testing.ts';
import { databaseFor, faultOfServer } from './location.ts';
import { testDatabase, testServerVariable } from './testing.ts';

const programs = '/usr/lib/postgresql/15/bin';
const needs15 = existsSync(programs) ? {} : { skip: `PostgreSQL 15 is not in ${programs}` };

test('PostgreSQL 15 is accepted, and the migrations apply to it', needs15, async (t) => {
  const host = await startOtherPostgres(t, programs, 'attune');
  const url = `postgresql://localhost/postgres?host=${host}&user=attune`;
  const { log } = recordingLog();
  const config = { dataDir: await testFolder(t), databaseUrl: url };
  const location = await databaseFor(config, log, { role: 'server' });
  assert.deepEqual(location.target, { url });
  assert.equal(location.embedded, false);
  await location.stop();

  const before = process.env[testServerVariable];
  process.env[testServerVariable] = url;
  const db = await testDatabase().finally(() => {
    if (before === undefined) delete process.env[testServerVariable];
    else process.env[testServerVariable] = before;
  });
  const migrated = await db.pool.query('select number from migration');
  assert.ok((migrated.rowCount ?? 0) > 0);
  await db.close();
});

test('an address where nothing answers is refused without showing it', async (t) => {
  const { log } = recordingLog();
  const databaseUrl = 'postgresql://someone:secret@127.0.0.1:1/attune';
  const config = { dataDir: await testFolder(t), databaseUrl };
  await assert.rejects(databaseFor(config, log, { role: 'server' }), (error: Error) => {
    assert.match(error.message, /DATABASE_URL cannot be used: .*ECONNREFUSED/);
    assert.doesNotMatch(error.message, /secret/);
    return true;
  });
});

test('an older version or another encoding is refused in words', () => {
  const facts = { version: '15.4', number: 150_004, encoding: 'UTF8' };
  assert.equal(faultOfServer(facts), undefined);
  assert.match(
    faultOfServer({ ...facts, version: '14.9', number: 140_009 }) ?? '',
    /14\.9; Attune needs 15 or newer/,
  );
  assert.match(faultOfServer({ ...facts, encoding: 'LATIN1' }) ?? '', /encoded in LATIN1/);
});
