// Several API processes behind one port: any of them answers, and together they are one node.
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { isAlive } from '../packages/embedded-postgres/src/index.ts';
import { readConfig } from '../packages/server/src/config.ts';
import { signedIn } from '../packages/server/src/features/access/teammates/teammates.fixture.ts';
import { createLog } from '../packages/server/src/log/log.ts';
import { openResources, type Resources } from '../packages/server/src/resources.ts';
import { eventually } from '../packages/server/src/testing.ts';
import { openClient } from './nodes/client.ts';
import { mixed, startLoad } from './nodes/load.ts';
import {
  type Environment,
  type Running,
  runAttune,
  runJson,
  startAttune,
} from './support/attune.ts';
import { type LoggedServer, startLogged } from './support/logged.ts';

/** Sends one request after another on one connection, which one process has accepted. */
interface Seat {
  readonly ask: (key: string) => Promise<{ readonly status: number; readonly traceId: string }>;
  readonly close: () => void;
}

describe('two API processes', () => {
  let folder: string;
  let env: Environment;
  let server: Running;
  let key: string;
  let said: LoggedServer['said'];
  let close: LoggedServer['close'];
  let resources: Resources;

  before(async () => {
    const settings = { API_PROCESSES: '2', LOG_LEVEL: 'debug' };
    ({ folder, env, server, key, said, close } = await startLogged('processes', settings));
    const config = readConfig({ DATA_DIR: env['DATA_DIR'] });
    resources = await openResources(config, createLog('silent'), { role: 'command' });
  });

  after(async () => {
    await resources.close();
    await close();
  });

  const pidAt = (place: number) =>
    said('an API process is ready').findLast((line) => line.process === place)!.pid!;
  const processOf = (traceId: string) =>
    eventually(async () => said('answered').find((line) => line.traceId === traceId)?.process);

  function openSeat(): Seat {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (by: string) =>
      new Promise<{ status: number; traceId: string }>((resolve, reject) => {
        const headers = { 'svc-api-key': by };
        const outgoing = request(`${server.url}/v2/keys/self`, { agent, headers });
        outgoing.on('error', reject);
        outgoing.once('response', async (response) => {
          await text(response);
          const traceId = String(response.headers['svc-trace-id']);
          resolve({ status: response.statusCode ?? 0, traceId });
        });
        outgoing.end();
      });
    return { ask, close: () => agent.destroy() };
  }

  /** A seat at the process of a place. */
  async function seatAt(place: number): Promise<Seat> {
    return eventually(async () => {
      const seat = openSeat();
      const { traceId } = await seat.ask(key);
      if ((await processOf(traceId)) === place) return seat;
      seat.close();
      return undefined;
    });
  }

  async function seats(): Promise<[Seat, Seat]> {
    return [await seatAt(1), await seatAt(2)];
  }

  const counted = async (endpoint: string) => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const line = `attune_request_seconds_count{endpoint="${endpoint}",status="200"} `;
    const found = metrics.split('\n').find((one) => one.startsWith(line));
    return Number(found?.slice(line.length) ?? 0);
  };

  test('both answer behind the port, and a second server cannot take it unseen', async () => {
    for (const seat of await seats()) {
      assert.equal((await seat.ask(key)).status, 200);
      seat.close();
    }
    const { port } = new URL(server.url);
    const second = { ...env, DATA_DIR: join(folder, 'second'), PORT: port };
    const { code, stderr } = await runAttune(['start'], second);
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`Port ${port} is taken`));
  });

  test('metrics count what both have answered', async () => {
    const [first, second] = await seats();
    const before = await counted('readOwnKey');
    for (let at = 0; at < 5; at += 1) await first.ask(key);
    for (let at = 0; at < 7; at += 1) await second.ask(key);
    await eventually(async () => (await counted('readOwnKey')) === before + 12);
    for (const seat of [first, second]) seat.close();
  });

  test('what a key has used up at one process, it has used up at the other', async () => {
    const limits = ['--rate-limit', '1', '--rate-burst', '20'];
    const of = ['--site', 'demo', '--name', 'slow', '--source', 'server', '--permissions', 'serve'];
    const made = await runJson<{ value: string }>(['keys', 'create', ...of, ...limits], env);
    const [first, second] = await seats();
    const since = performance.now();
    let admitted = 0;
    const isRefused = async (seat: Seat) => {
      const { status } = await seat.ask(made.value);
      if (status === 200) admitted += 1;
      return status === 429;
    };
    await eventually(() => isRefused(first));
    await eventually(() => isRefused(second));
    const refilled = (performance.now() - since) / 1000;
    // What arrives at the other process while a message is on its way is admitted as well.
    assert.ok(admitted >= 20 && admitted <= 20 + refilled + 5, `${admitted} in ${refilled} s`);
    for (const seat of [first, second]) seat.close();
  });

  test('a key that was deleted at one of them is refused by both with the next request', async () => {
    const siteId = resources.ctx.snapshots.siteByName('demo')!.site.id;
    const seat = { role: 'Admin', codeEditing: true } as const;
    const admin = await signedIn({ ctx: resources.ctx, url: server.url }, siteId, seat);
    const all = await seats();
    for (let round = 0; round < 5; round += 1) {
      const of = ['--site', 'demo', '--name', `gone ${round}`, '--permissions', 'serve'];
      const args = ['keys', 'create', ...of, '--source', 'server'];
      const { id, value } = await runJson<{ id: string; value: string }>(args, env);
      for (const one of all) assert.equal((await one.ask(value)).status, 200);
      const { status } = await admin.ask('DELETE', `/sites/demo/keys/${id}`);
      assert.equal(status, 200);
      for (const one of all) assert.equal((await one.ask(value)).status, 401);
    }
    for (const one of all) one.close();
  });

  test('the live view shows the requests of both', async () => {
    const siteId = resources.ctx.snapshots.siteByName('demo')!.site.id;
    const seat = { role: 'Viewer', codeEditing: false } as const;
    const { ask } = await signedIn({ ctx: resources.ctx, url: server.url }, siteId, seat);
    await ask('GET', '/sites/demo/live');
    const all = await seats();
    const wanted = await Promise.all(all.map(async (one) => (await one.ask(key)).traceId));
    const shown = await eventually(async () => {
      const { body } = await ask('GET', '/sites/demo/live');
      const entries = body.entries as { readonly traceId: string; readonly number: number }[];
      const found = wanted.map((id) => entries.find(({ traceId }) => traceId === id)?.number);
      return found.every((number) => number !== undefined) && found;
    });
    assert.equal(new Set(shown).size, 2, 'each has a number of its own');
    for (const one of all) one.close();
  });

  test('replaced one by one under load, they fail no request, and nothing counted is forgotten', async (context) => {
    const before = await counted('choose');
    const pids = [pidAt(1), pidAt(2)];
    const client = openClient();
    const load = startLoad(50, (number) => client.ask(server.url, mixed(key, number)));
    context.after(load.stop);
    server.process.kill('SIGUSR2');
    const left = 'an API process has left its place';
    await eventually(async () => said(left).length === 2, 60_000);
    const { sent, failures } = await load.stop();
    client.close();
    assert.deepEqual([...failures], []);
    context.diagnostic(`${sent} sent`);
    assert.ok(sent > 100, `only ${sent} were sent`);
    assert.notDeepEqual([pidAt(1), pidAt(2)], pids);
    assert.ok(pids.every((pid) => !isAlive(pid)));
    const chosen = Math.floor(sent / 10) * 6;
    await eventually(async () => (await counted('choose')) >= before + chosen);
    for (const seat of await seats()) seat.close();
  });

  test('one that is killed is replaced, and nothing acknowledged is lost', async (context) => {
    const client = openClient();
    const acknowledged = new Set<string>();
    const kinds = new Set<string>();
    const load = startLoad(100, async (number) => {
      const name = `Kept ${number}`;
      const body = { user: { svcid: '5' }, events: [{ name, properties: {} }] };
      const path = '/v2/collect/user/event';
      const answer = await client
        .ask(server.url, { method: 'POST', path, key, body })
        .catch((error) => ({ status: 0, text: String(error.code) }));
      if (answer.status === 204) acknowledged.add(name);
      else kinds.add(`${answer.status} ${answer.text}`);
      return { status: 200, text: '' };
    });
    context.after(load.stop);
    const other = await seatAt(2);
    await eventually(async () => acknowledged.size > 50).catch(() =>
      assert.fail([...kinds].join()),
    );
    const killed = pidAt(1);
    process.kill(killed, 'SIGKILL');
    await eventually(async () => {
      assert.equal((await other.ask(key)).status, 200);
      return pidAt(1) !== killed;
    });
    (await seatAt(1)).close();
    other.close();
    await load.stop();
    client.close();
    // Of the connections to the one that was killed, and no answer that says no.
    assert.ok(
      [...kinds].every((kind) => /^0 (ECONNRESET|EPIPE)$/.test(kind)),
      [...kinds].join(),
    );
    const { pool } = resources.ctx;
    await eventually(async () => {
      const { rows } = await pool.query(`select data from event where data like '%"Kept %'`);
      const kept = new Set(rows.flatMap(({ data }) => /Kept \d+/.exec(data) ?? []));
      return [...acknowledged].every((name) => kept.has(name));
    });
  });

  test('they end with the process that started them, however that ends', async () => {
    const pids = [pidAt(1), pidAt(2)];
    server.process.kill('SIGKILL');
    await eventually(async () => pids.every((pid) => !isAlive(pid)));
    const again = await startAttune('start', env);
    assert.equal((await fetch(`${again.url}/readyz`)).status, 200);
    assert.equal(await again.stop(), 0);
  });
});
