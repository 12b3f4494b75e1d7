// Workers in processes of their own, which the first process of a node starts and keeps.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isAlive } from '../packages/embedded-postgres/src/index.ts';
import { eventually } from '../packages/server/src/testing.ts';
import { openClient } from './nodes/client.ts';
import {
  type Environment,
  makeFolder,
  type Running,
  runAttune,
  runJson,
  startAttune,
} from './support/attune.ts';

interface LogLine {
  readonly msg: string;
  readonly process?: number;
  readonly pid?: number;
}

describe('a node whose API and workers have processes of their own', () => {
  let folder: string;
  let env: Environment;
  let server: Running;
  let key: string;
  const client = openClient();
  const lines: LogLine[] = [];

  before(async () => {
    folder = await makeFolder('worker-processes');
    env = { DATA_DIR: join(folder, 'data'), WORKER_PROCESSES: '2', LOG_LEVEL: 'info' };
    const onLine = (line: string) => void (line.startsWith('{') && lines.push(JSON.parse(line)));
    server = await startAttune('start', env, { onLine });
    key = /Server-side key\s+(\S+)/.exec(server.said())![1]!;
  });

  after(async () => {
    client.close();
    if (server.process.exitCode === null && server.process.signalCode === null) await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const pidsOf = (message: string) =>
    lines.flatMap(({ msg, pid }) => (msg === message && pid !== undefined ? [pid] : []));
  const workers = () => pidsOf('a worker process is ready').filter((pid) => isAlive(pid));

  /** Sends one view of a product by each of some new people, and waits for all their profiles. */
  async function sendAndRead(who: string): Promise<void> {
    const people = Array.from({ length: 20 }, (_, at) => ({
      ...{ cuid: `${who}-${at}`, cuidType: 'external' },
    }));
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
      });
    }
  }

  const eventsProcessed = async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const found = /^attune_events_folded_total(?:\{[^}]*\})? (\d+)/m.exec(metrics);
    return Number(found?.[1] ?? 0);
  };

  test('the first process starts an API process and two workers, which process what is sent', async () => {
    await eventually(async () => workers().length === 2);
    await eventually(async () => pidsOf('an API process is ready').length === 1);
    const before = await eventsProcessed();
    await sendAndRead('first');
    await eventually(async () => (await eventsProcessed()) >= before + 20);
  });

  test('a worker that is killed is replaced, and what is sent meanwhile is processed', async () => {
    const [killed, left] = workers();
    process.kill(killed!, 'SIGKILL');
    await sendAndRead('meanwhile');
    await eventually(async () => workers().length === 2);
    assert.ok(workers().includes(left!));
    assert.deepEqual(lines.filter(({ msg }) => msg.startsWith('a worker process ended')).length, 1);
  });

  test('SIGUSR2 replaces them all, one after another', async () => {
    const before = [...workers(), ...pidsOf('an API process is ready')];
    server.process.kill('SIGUSR2');
    await eventually(async () => before.every((pid) => !isAlive(pid)), 60_000);
    await eventually(async () => workers().length === 2);
    await sendAndRead('replaced');
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
