// Workers in processes of their own, which the first process of a node starts and keeps.
import assert from 'node:assert/strict';
import { type FSWatcher, watch } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { isAlive } from '../packages/embedded-postgres/src/index.ts';
import { eventually } from '../packages/server/src/testing.ts';
import { openClient } from './nodes/client.ts';
import { type Environment, type Running, runAttune, runJson } from './support/attune.ts';
import { type LoggedServer, startLogged } from './support/logged.ts';

describe('a node whose API and workers have processes of their own', () => {
  let env: Environment;
  let server: Running;
  let key: string;
  let said: LoggedServer['said'];
  let close: LoggedServer['close'];
  const client = openClient();
  /** Which process wrote the snapshot file or its lease, each time: beside it, under its own id. */
  const writers: number[] = [];
  let watcher: FSWatcher;

  before(async () => {
    const settings = { WORKER_PROCESSES: '2', LOG_LEVEL: 'info' };
    ({ env, server, key, said, close } = await startLogged('worker-processes', settings));
    watcher = watch(env['DATA_DIR']!, (_, name) => {
      const [, pid] = /^(?:snapshot|lease)\.json\.(\d+)$/.exec(name ?? '') ?? [];
      if (pid !== undefined) writers.push(Number(pid));
    });
  });

  after(async () => {
    watcher.close();
    client.close();
    await close();
  });

  const pidsOf = (message: string | RegExp) =>
    said(message).flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  const workers = () => pidsOf('a worker process is ready').filter((pid) => isAlive(pid));

  /** Behind the history of the demo shop, which is worked off first. */
  const mostMs = 60_000;

  /** Sends an event of each of some new people, and waits for all their profiles. */
  async function sendAndRead(who: string): Promise<void> {
    const numbers = Array.from({ length: 20 }, (_, at) => at);
    const people = numbers.map((at) => ({ cuid: `${who}-${at}`, cuidType: 'external' }));
    const data = [{ attribute: 'color', values: ['red'] }];
    const events = [{ name: 'Quiz', properties: { svcType: 'inform-affinity-v1', data } }];
    for (const user of people) {
      const path = '/v2/collect/user/event';
      const { status } = await client.ask(server.url, {
        ...{ method: 'POST', path, key },
        body: { user, events },
      });
      assert.equal(status, 204);
    }
    for (const user of people) {
      const path = `/v2/userprofile?${new URLSearchParams({ ...user, affinity: 'true' })}`;
      await eventually(async () => {
        const { text } = await client.ask(server.url, { method: 'GET', path, key });
        return text.includes('"red"');
      }, mostMs);
    }
  }

  /** What a series of the node counts; the first one where there are several. */
  const figureOf = async (series: string) => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const found = new RegExp(`^${series}(?:\\{[^}]*\\})? (\\d+)`, 'm').exec(metrics);
    return Number(found?.[1] ?? 0);
  };
  const eventsProcessed = () => figureOf('attune_events_folded_total');

  test('the first process starts an API process and two workers, which process what is sent', async () => {
    await eventually(async () => workers().length === 2);
    await eventually(async () => pidsOf('an API process is ready').length === 1);
    const before = await eventsProcessed();
    await sendAndRead('first');
    await eventually(async () => (await eventsProcessed()) >= before + 20);
  });

  test('one of the workers builds the models of the demo shop', async () => {
    await eventually(async () => (await figureOf('attune_model_build_seconds_count')) > 0, 60_000);
  });

  test('a worker that is killed is replaced, and what is sent meanwhile is processed', async () => {
    const [killed, left] = workers();
    process.kill(killed!, 'SIGKILL');
    await sendAndRead('meanwhile');
    await eventually(async () => workers().length === 2);
    assert.ok(workers().includes(left!));
    assert.equal(said(/^a worker process ended/).length, 1);
  });

  test('SIGUSR2 replaces them all, one after another', async () => {
    const before = [...workers(), ...pidsOf('an API process is ready')];
    server.process.kill('SIGUSR2');
    await eventually(async () => before.every((pid) => !isAlive(pid)), 60_000);
    await eventually(async () => workers().length === 2);
    await sendAndRead('replaced');
  });

  test('the first process alone writes the snapshot file, also while others end', async () => {
    const seen = writers.length;
    // A process that has the file writes it as it ends: they have ended before this is written.
    await eventually(async () => writers.length > seen);
    const others = new Set(pidsOf(/ process is ready$/));
    assert.ok(others.size >= 6);
    assert.deepEqual(
      [...new Set(writers)].filter((pid) => others.has(pid)),
      [],
    );
  });

  test('commands work beside them, and they end with the first process', async () => {
    const pids = [...workers(), ...pidsOf('an API process is ready').filter((pid) => isAlive(pid))];
    assert.equal(pids.length, 3);
    await runJson(['keys', 'list', '--site', 'demo'], env);
    const { stdout } = await runAttune(['doctor'], env);
    assert.match(stdout, /worker/i);
    assert.equal(await server.stop(), 0);
    assert.ok(pids.every((pid) => !isAlive(pid)));
  });
});
