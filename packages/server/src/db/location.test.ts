// DATABASE_URL: which servers are accepted, on the oldest PostgreSQL that is supported.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { Transform } from 'node:stream';
import { test } from 'node:test';
import { startOtherPostgres, testFolder } from '@attune/embedded-postgres/testing';
import { openLink } from '../http/database-link.fixture.ts';
import { recordingLog } from '../log/testing.ts';
import { connectMs } from './connection.ts';
import { databaseFor, faultOfServer } from './location.ts';
import { testDatabase, testServerVariable } from './testing.ts';

/** Holds the first answer of a connection for three seconds, as a machine that pauses. */
function afterThreeSeconds(): Transform {
  let waits = true;
  return new Transform({
    transform(bytes, _, done) {
      setTimeout(done, waits ? 3_000 : 0, null, bytes);
      waits = false;
    },
  });
}

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

test('a database that is slow to answer is waited for where no page waits', async (t) => {
  const direct = await testDatabase();
  t.after(direct.close);
  const link = await openLink(direct.url, afterThreeSeconds);
  t.after(link.close);
  const { log } = recordingLog();
  const config = { dataDir: await testFolder(t), databaseUrl: link.url };
  const [hasty, patient] = await Promise.allSettled([
    databaseFor(config, log, { role: 'server', connectWithinMs: connectMs.short }),
    databaseFor(config, log, { role: 'command', connectWithinMs: connectMs.long }),
  ]);
  assert.deepEqual([hasty.status, patient.status], ['rejected', 'fulfilled']);
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
