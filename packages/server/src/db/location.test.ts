// DATABASE_URL: which servers are taken, on the oldest PostgreSQL that is supported.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { accountFor, runAs, spawnOptions } from './embedded/account.ts';
import { ask } from './embedded/postmaster.ts';
import { atEnd, recordingLog, testFolder } from './embedded/testing.ts';
import { databaseFor, faultOfServer } from './location.ts';
import { testDatabase, testServerVariable } from './testing.ts';

const programs = '/usr/lib/postgresql/15/bin';
const needs15 = existsSync(programs) ? {} : { skip: `PostgreSQL 15 is not in ${programs}` };

/** Starts a PostgreSQL 15 on a socket; answers its URL. */
async function startPostgres15(t: TestContext): Promise<string> {
  const account = await accountFor(undefined);
  const host = await mkdtemp('/tmp/attune-15-');
  atEnd(t, () => rm(host, { recursive: true }));
  if (account.foreign) await chown(host, account.uid, account.gid);
  const data = join(host, 'data');
  const initdb = ['-D', data, '-U', 'attune', '-E', 'UTF8', '--no-locale', '--no-sync'];
  const made = await runAs(account, `${programs}/initdb`, initdb);
  assert.ok(made.ok, made.output);
  const options = ['-D', data, '-k', host, '-c', 'listen_addresses=', '-F'];
  const child = spawn(`${programs}/postgres`, options, {
    ...spawnOptions(account),
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  atEnd(t, () => {
    child.kill('SIGINT');
    return exited;
  });
  const connection = { host, port: 5432, user: 'attune', database: 'postgres' };
  while ((await ask(connection)).state !== 'ready') assert.equal(child.exitCode, null);
  return `postgresql://localhost/postgres?host=${host}&user=attune`;
}

test('PostgreSQL 15 is taken, and the migrations apply to it', needs15, async (t) => {
  const url = await startPostgres15(t);
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

test('an address where nobody answers is refused without showing it', async (t) => {
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
