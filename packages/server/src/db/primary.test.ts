// A primary and a standby: connections lead to the primary, whichever that is by now.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import {
  openServers,
  programs15,
  type ReplicatedServer,
  type Servers,
  testFolder,
} from '@attune/embedded-postgres/testing';
import { recordingLog } from '../log/testing.ts';
import { eventually } from '../testing.ts';
import { isUnavailable } from './errors.ts';
import { nameOf } from './hosts.ts';
import { listen } from './listen.ts';
import { databaseFor } from './location.ts';
import { openDatabase } from './pool.ts';
import { primaryOf } from './primary.ts';

const needs15 = existsSync(programs15) ? {} : { skip: `PostgreSQL 15 is not in ${programs15}` };
const within = 15_000;

suite('a primary and a standby', needs15, () => {
  let servers: Servers;
  let first: ReplicatedServer;
  let second: ReplicatedServer;
  before(async () => {
    servers = await openServers(programs15);
    first = await servers.make();
    await first.query('create table note (text text); grant all on note to attune');
    second = await servers.reserve();
    await second.cloneFrom(first);
    await second.start();
  });
  after(() => servers.close());

  const both = (parameters: string) =>
    servers.url([second.address, first.address], `?${parameters}`);
  const notes = async (server: ReplicatedServer) =>
    (await server.query('select text from note order by text')).rows.map(({ text }) => text);

  test('a commit that no standby has is none, though PostgreSQL acknowledges it', async () => {
    const { log } = recordingLog();
    const target = { url: both('application_name=unreplicated') };
    const database = openDatabase(target, { log });
    await first.query(`alter system set synchronous_standby_names = 'absent'`);
    await first.query('select pg_reload_conf()');
    await eventually(async () => {
      const { rows } = await first.query('show synchronous_standby_names');
      return rows[0].synchronous_standby_names === 'absent';
    });
    const insert = database.pool.query(`insert into note values ('unreplicated')`);
    const refused = assert.rejects(insert, isUnavailable);
    await eventually(async () => {
      const { rowCount } = await first.query(
        `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
      );
      return rowCount === 1;
    });
    await refused;
    await first.query('alter system reset synchronous_standby_names');
    await first.query('select pg_reload_conf()');
    await first.query('set synchronous_commit = local; delete from note');
    await database.close();
  });

  test('connections follow a promotion, and never lead back to the old primary', async (t) => {
    const { log, logged } = recordingLog();
    const dataDir = await testFolder(t);
    const url = both('application_name=pool');
    const { target } = await databaseFor({ dataDir, databaseUrl: url }, log, { role: 'server' });
    const database = openDatabase(target, { log });
    const heard: string[] = [];
    const onMessage = (text: string) => heard.push(text);
    const again = Promise.withResolvers<void>();
    const listener = await listen({
      ...{ target, channel: 'news', onMessage, onReconnect: again.resolve, log },
    });
    const note = (text: string) => database.pool.query('insert into note values ($1)', [text]);
    await note('before');
    assert.deepEqual(
      (await primaryOf(url).survey()).map(({ host, fault }) => [nameOf(host), fault]),
      [
        [second.address, 'is a standby'],
        [first.address, undefined],
      ],
    );
    await eventually(async () => (await notes(second)).length === 1);

    await first.kill();
    await assert.rejects(note('without a primary'), isUnavailable);
    const since = performance.now();
    await second.promote();
    await eventually(
      () =>
        note('after').then(
          () => true,
          () => false,
        ),
      within,
    );
    t.diagnostic(`written ${Math.round(performance.now() - since)} ms after the promotion began`);
    await again.promise;
    await database.pool.query(`notify news, 'heard'`);
    await eventually(async () => heard.includes('heard'));
    await logged('Another PostgreSQL is the primary');

    await first.start();
    const [, fault] = (await primaryOf(url).survey()).map((one) => one.fault);
    assert.match(fault ?? '', /old primary: its timeline is 1, and 2 was seen/);
    await note('with the old primary back');
    await second.kill();
    await eventually(async () => {
      const error = await note('to the old primary').catch((reason: Error) => reason);
      return error instanceof Error && /No PostgreSQL primary: .* old primary/.test(error.message);
    });
    await database.close();
    await listener.close();

    // As a node that is started again, which knows what its data directory knows.
    const databaseUrl = both('application_name=again');
    const later = databaseFor({ dataDir, databaseUrl }, log, { role: 'server' });
    await assert.rejects(later, /cannot be used: No PostgreSQL primary: .* old primary/);
    assert.deepEqual(await notes(first), ['before']);
    await second.start();
    assert.deepEqual(await notes(second), ['after', 'before', 'with the old primary back']);
  });

  test('another cluster is no primary of this one', async (t) => {
    const { log } = recordingLog();
    const other = await servers.make();
    const dataDir = await testFolder(t);
    const url = servers.url([second.address, other.address]);
    const config = { dataDir, databaseUrl: servers.url([second.address, first.address]) };
    const { stop } = await databaseFor(config, log, { role: 'server' });
    await stop();
    const moved = await databaseFor({ dataDir, databaseUrl: url }, log, { role: 'server' });
    await moved.stop();
    await second.kill();
    const away = databaseFor({ dataDir, databaseUrl: `${url}?application_name=away` }, log, {
      role: 'server',
    });
    await assert.rejects(away, /belongs to another cluster/);
  });
});
