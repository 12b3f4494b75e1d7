// What arrives from PostgreSQL, and what a lost connection does: an error, never the process's end.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { openLink } from '../http/database-link.fixture.ts';
import { recordingLog } from '../log/testing.ts';
import { runningMs } from '../running-time.fixture.ts';
import { eventually } from '../testing.ts';
import { isUnavailable } from './errors.ts';
import { listen } from './listen.ts';
import { openDatabase } from './pool.ts';
import { testDatabase } from './testing.ts';

const db = await testDatabase();
after(db.close);

/** Ends the sessions of the test's database whose name begins so; answers how many. */
async function cutOff(name: string): Promise<number> {
  const result = await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like $1 and pid <> pg_backend_pid()`,
    [`${name}%`],
  );
  return result.rowCount ?? 0;
}

test('dates are text, big integers too, and times are times', async () => {
  const result = await sql`select date '2026-03-01' as day, array[date '2026-03-01'] as days,
    9007199254740993::bigint as big, timestamptz '2026-03-01 00:00Z' as time`.execute(db.kysely);
  assert.deepEqual(result.rows, [
    {
      day: '2026-03-01',
      days: ['2026-03-01'],
      big: '9007199254740993',
      time: new Date('2026-03-01T00:00:00Z'),
    },
  ]);
});

test('a connection that is lost in a transaction rejects it as unavailable', async () => {
  const { log } = recordingLog();
  const other = openDatabase({ url: db.url }, { log });
  const lost = other.kysely.transaction().execute(async (trx) => {
    await sql`set local application_name = 'doomed'`.execute(trx);
    assert.equal(await cutOff('doomed'), 1);
    await sql`select 1`.execute(trx);
  });
  await assert.rejects(lost, isUnavailable);
  await sql`select 1`.execute(other.kysely);
  await other.close();
});

test('a connection that is lost while idle is replaced', async () => {
  const { log, logged } = recordingLog();
  const other = openDatabase({ url: db.url }, { log, poolSize: 1 });
  await sql`set application_name = 'idler'`.execute(other.kysely);
  assert.equal(await cutOff('idler'), 1);
  await logged('connection was lost');
  await sql`select 1`.execute(other.kysely);
  await other.close();
});

test('a full pool, a slow statement and an absent server are unavailable', async () => {
  const { log } = recordingLog();
  const other = openDatabase({ url: db.url }, { log, poolSize: 1, statementTimeoutMs: 50 });
  await assert.rejects(sql`select pg_sleep(30)`.execute(other.kysely), isUnavailable);
  const held = await other.pool.connect();
  await assert.rejects(other.pool.connect(), isUnavailable);
  held.release();
  await other.close();
  const connection = { host: '/nonexistent', port: 5432, user: 'attune', database: 'attune' };
  for (const target of [{ connection }, { url: 'postgresql://127.0.0.1:1/attune' }]) {
    const absent = openDatabase(target, { log });
    await assert.rejects(absent.pool.query('select 1'), isUnavailable);
    await absent.close();
  }
});

test('ten that need a connection at once attempt two at a time, also after all were lost', async () => {
  const link = await openLink(db.url);
  const { pool, close } = openDatabase({ url: link.url }, { log: recordingLog().log });
  let open = 0;
  let mostAttempts = 0;
  pool.on('connect', () => {
    open += 1;
    mostAttempts = Math.max(mostAttempts, pool.totalCount - open);
  });
  pool.on('remove', () => {
    open -= 1;
  });
  for (const round of ['first', 'after all were lost']) {
    const needed = Array.from({ length: 10 }, () => pool.connect());
    assert.deepEqual([pool.totalCount, pool.waitingCount], [2, 8], round);
    const clients = await Promise.all(needed);
    assert.deepEqual([open, mostAttempts], [10, 2], round);
    for (const client of clients) client.release();
    link.cut();
    await eventually(async () => open === 0);
    link.mend();
  }
  await close();
  await link.close();
});

test('who waits for a connection is given the first that is free', async () => {
  const { pool, close } = openDatabase({ url: db.url }, { log: recordingLog().log });
  const [first, second] = await Promise.all([pool.connect(), pool.connect()]);
  const waiting = Promise.all(Array.from({ length: 4 }, () => pool.query('select')));
  assert.deepEqual([pool.totalCount, pool.waitingCount], [4, 2]);
  first.release();
  second.release();
  await waiting;
  assert.equal(pool.totalCount, 4);
  await close();
});

test('an error of ours is not unavailability', async () => {
  await assert.rejects(db.pool.query('select no_such_column'), (error) => !isUnavailable(error));
  await assert.rejects(db.pool.query('select 1/0'), (error) => !isUnavailable(error));
  assert.equal(isUnavailable(Object.assign(new Error('no file'), { code: 'ENOENT' })), false);
  assert.equal(isUnavailable('a string'), false);
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  assert.equal(isUnavailable(new Error('outer', { cause })), true);
  assert.equal(isUnavailable(new AggregateError([cause])), true);
});

test('notifications arrive, and again after the connection was lost', async () => {
  const { log } = recordingLog();
  const heard: string[] = [];
  let news = Promise.withResolvers<void>();
  const back = Promise.withResolvers<void>();
  const listener = await listen({
    target: { url: db.url },
    channel: 'Some Channel',
    onMessage: (payload) => {
      heard.push(payload);
      news.resolve();
    },
    onReconnect: back.resolve,
    log,
  });
  await db.pool.query(`notify "Some Channel", 'one'`);
  await news.promise;
  assert.equal(await cutOff('attune listen'), 1);
  const since = runningMs();
  await back.promise;
  assert.ok(runningMs() - since < 1000);
  news = Promise.withResolvers<void>();
  await db.pool.query(`notify "Some Channel", 'two'`);
  await news.promise;
  assert.deepEqual(heard, ['one', 'two']);
  await listener.close();
});

test('channels share a connection, which ends with the last of their listeners', async () => {
  const { log } = recordingLog();
  const heard: string[] = [];
  const news = ['one', 'other', 'other'].map(() => Promise.withResolvers<void>());
  const listenTo = (channel: string, name: string) =>
    listen({
      ...{ target: { url: db.url }, channel, log },
      onMessage: (payload) => {
        heard.push(`${name} ${payload}`);
        news[heard.length - 1]?.resolve();
      },
      onReconnect: () => assert.fail('no connection was lost'),
    });
  const listeners = await Promise.all([
    listenTo('one', 'first'),
    listenTo('other', 'second'),
    listenTo('other', 'third'),
  ]);
  const count = async () => {
    const { rows } = await db.pool.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name like 'attune listen%'`,
    );
    return rows[0]!.count;
  };
  assert.equal(await count(), 1);
  await db.pool.query(`notify one, 'a'`);
  await db.pool.query(`notify other, 'b'`);
  await Promise.all(news.map(({ promise }) => promise));
  assert.deepEqual(heard.toSorted(), ['first a', 'second b', 'third b']);
  for (const one of listeners) {
    assert.equal(await count(), 1);
    await one.close();
  }
  await eventually(async () => (await count()) === 0);
});

test('listening to an absent server does not wait for it, and can be closed', async () => {
  const { log } = recordingLog();
  const listener = await listen({
    target: { url: 'postgresql://127.0.0.1:1/attune' },
    channel: 'any',
    onMessage: () => assert.fail('no message was sent'),
    onReconnect: () => assert.fail('there is no server'),
    log,
  });
  await listener.close();
});
