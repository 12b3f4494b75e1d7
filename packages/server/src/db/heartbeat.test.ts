// Tests of a server that falls silent behind connections that stay open.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { sql } from 'kysely';
import { recordingLog } from '../log/testing.ts';
import { runningMs } from '../running-time.fixture.ts';
import { isUnavailable } from './errors.ts';
import { openDatabase } from './pool.ts';
import { testDatabase } from './testing.ts';

const direct = await testDatabase();
after(direct.close);

/** A way to the test's database that can fall silent. */
async function line() {
  const { searchParams } = new URL(direct.url);
  const name = `.s.PGSQL.${searchParams.get('port')}`;
  const real = join(searchParams.get('host')!, name);
  const folder = await mkdtemp('/tmp/attune-line-');
  const sockets = new Set<Socket>();
  let silent = false;
  let pauseMs = 0;
  /** Stops this process, which is the machine here, for a probe that is under way. */
  const pass = (bytes: string | Buffer) => {
    if (pauseMs === 0 || !bytes.includes('select\0')) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    pauseMs = 0;
  };
  const server = createServer((near) => {
    const far = connect(real);
    const ends: [Socket, Socket][] = [
      [near, far],
      [far, near],
    ];
    for (const [from, to] of ends) {
      sockets.add(from);
      from.on('error', () => undefined).on('close', () => to.destroy());
      from.on('data', (bytes) => {
        if (from === near) pass(bytes);
        if (!silent) to.write(bytes);
      });
    }
  }).listen(join(folder, name));
  await once(server, 'listening');
  const url = new URL(direct.url);
  url.searchParams.set('host', folder);
  return {
    url: url.href,
    fallSilent: () => {
      silent = true;
    },
    pauseAtProbe: (ms: number) => {
      pauseMs = ms;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}

suite('a server that is silent, and one that is busy', { concurrency: true }, () => {
  test('a statement that waits for a silent server fails within 3 s, and later ones do too', async () => {
    const { log, logged } = recordingLog();
    const { url, fallSilent, close } = await line();
    const database = openDatabase({ url }, { log });
    await sql`select 1`.execute(database.kysely);
    fallSilent();
    for (const wait of ['in a query', 'for a connection']) {
      const since = runningMs();
      await assert.rejects(sql`select 1`.execute(database.kysely), isUnavailable);
      assert.ok(runningMs() - since < 3_500, `${runningMs() - since} ms ${wait}`);
    }
    await logged('is silent');
    await database.close();
    await close();
  });

  test('a statement may take its time while the server is alive', async () => {
    const { log, messages } = recordingLog();
    const database = openDatabase({ url: direct.url }, { log });
    await sql`select pg_sleep(3)`.execute(database.kysely);
    assert.deepEqual(messages, []);
    await database.close();
  });
});

test('a pause of the whole machine is no silence of its database', async () => {
  const { log, messages } = recordingLog();
  const { url, pauseAtProbe, close } = await line();
  const database = openDatabase({ url }, { log });
  pauseAtProbe(2_500);
  await sql`select pg_sleep(4)`.execute(database.kysely);
  assert.deepEqual(messages, []);
  await database.close();
  await close();
});
