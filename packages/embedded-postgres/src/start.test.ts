// The life of the embedded PostgreSQL: made, found again, brought back, and stopped.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { accountFor, spawnOptions } from './account.ts';
import { isAlive, startupProcessOf } from './process-state.ts';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';
import { atEnd, fileFolder, product, recordingLog, startHolder, testFolder } from './testing.ts';

const dataDir = await fileFolder();

async function start(t: TestContext, options: Partial<EmbeddedOptions> = {}) {
  const { log } = recordingLog();
  const postgres = await startEmbeddedPostgres({
    ...{ product, dataDir, log, role: 'server', throwaway: true },
    ...options,
  });
  atEnd(t, postgres.stop);
  return postgres;
}

async function answer(connection: pg.ClientConfig, sql: string): Promise<unknown> {
  const client = new pg.Client({ ...connection, ssl: false });
  await client.connect();
  const result = await client.query({ text: sql, rowMode: 'array' }).finally(() => client.end());
  return result.rows[0]?.[0];
}

test('what was stored is there after a stop, and a second start takes under 5 s', async (t) => {
  const first = await start(t);
  assert.equal(first.reattached, false);
  await answer(first.connection, 'create table kept as select 7 as number');
  const collation = `select datlocprovider::text || datlocale from pg_database where datname = 'example'`;
  assert.equal(await answer(first.connection, collation), 'bC');
  await first.stop();
  assert.equal(isAlive(first.pid), false);
  assert.equal(existsSync(first.connection.host), false, 'the runtime folder is gone');

  const since = performance.now();
  const second = await start(t);
  assert.ok(performance.now() - since < 5000);
  assert.equal(await answer(second.connection, 'select number from kept'), 7);
});

test('after a crash of the server the next one uses the same PostgreSQL and stops it', async (t) => {
  const crashed = await startHolder(t, dataDir);
  await crashed.kill();
  const next = await start(t);
  assert.equal(next.reattached, true);
  assert.equal(next.pid, crashed.pid);
  await next.stop();
  assert.equal(isAlive(next.pid), false);
});

test('PostgreSQL is back within 5 s of its death, also when it was not our child', async (t) => {
  const crashed = await startHolder(t, dataDir);
  await crashed.kill();
  const { log, logged, messages } = recordingLog();
  const server = await start(t, { log });
  for (const round of [1, 2]) {
    const { pid } = server;
    const since = performance.now();
    process.kill(pid, 'SIGKILL');
    await logged('went away');
    await logged('is back');
    assert.ok(performance.now() - since < 5000);
    assert.notEqual(server.pid, pid, `round ${round}`);
    assert.equal(await answer(server.connection, 'select 1'), 1);
    messages.length = 0;
  }
});

test('a recovery whose process has died is begun again', async (t) => {
  const { log, logged, messages } = recordingLog();
  // Syncing files is what gives the recovery a beginning to be killed in.
  const own = await testFolder(t);
  const server = await start(t, { dataDir: own, log, throwaway: false });
  const { pid } = server;
  await answer(server.connection, 'create table kept as select 7 as number');
  const isBegunAnew = () => messages.some((one) => one.includes('recovers without a process'));
  // On a busy machine a recovery may be over, or as good as over, before anybody has looked.
  for (let tries = 0; tries < 10 && !isBegunAnew(); tries += 1) {
    messages.length = 0;
    await killInRecovery(server);
    await logged('is back');
  }
  assert.ok(isBegunAnew(), 'no recovery lasted until its process could be killed');
  assert.notEqual(server.pid, pid);
  assert.equal(await answer(server.connection, 'select number from kept'), 7);
});

/** Has PostgreSQL recover, and kills the process that does, if it is seen in time. */
async function killInRecovery({ pid, connection }: EmbeddedPostgres): Promise<void> {
  const backend = new pg.Client({ ...connection, ssl: false });
  backend.on('error', () => undefined);
  await backend.connect();
  const { rows } = await backend.query('select pg_backend_pid() as pid');
  process.kill(rows[0].pid, 'SIGKILL');
  const end = performance.now() + 1_000;
  let found: number | undefined;
  while (!found && performance.now() < end) found = startupProcessOf(pid);
  if (found) process.kill(found, 'SIGKILL');
}

test('a session of ours that is cut off alone is taken up again', async (t) => {
  const { log, logged } = recordingLog();
  const server = await start(t, { log });
  const { pid } = server;
  const sql = `select count(pg_terminate_backend(pid))::integer from pg_stat_activity
    where application_name like 'example server %'`;
  assert.equal(await answer(server.connection, sql), 1);
  await logged('is back');
  assert.equal(server.pid, pid);
});

test('a process number in postmaster.pid that another process has now is no obstacle', async (t) => {
  const first = await start(t);
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  const text = await readFile(pidFile, 'utf8');
  await first.stop();
  const account = await accountFor(join(dataDir, 'postgres'), product);
  const other = spawn('sleep', ['60'], spawnOptions(account));
  atEnd(t, () => other.kill());
  await writeFile(pidFile, text.replace(/^\d+/, String(other.pid)));
  const second = await start(t);
  assert.equal(second.reattached, false);
  assert.ok(isAlive(other.pid!));
});

test('what a start that died in the middle left behind is removed', async (t) => {
  const dataDir = await testFolder(t);
  const abandoned = join(dataDir, '.postgres-new-4194304999-x');
  await mkdir(join(abandoned, 'base'), { recursive: true });
  await start(t, { dataDir });
  assert.equal(existsSync(abandoned), false);
});

test('a start that cannot succeed says why, in words for an operator', async (t) => {
  const first = await start(t);
  await first.stop();
  const configuration = join(dataDir, 'postgres/postgresql.conf');
  const good = await readFile(configuration, 'utf8');
  await writeFile(configuration, `${good}\nshared_buffers = nonsense\n`);
  await assert.rejects(start(t), /does not start[\s\S]*invalid value.*"shared_buffers"/);
  await writeFile(configuration, good);
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n');
  await assert.rejects(start(t), /made by PostgreSQL 17; this release brings 18/);
});
