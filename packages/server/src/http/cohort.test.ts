// Those who come together take each stage together.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { api, type ChooseOutput, permissionIds } from '@attune/contract';
import { testServer } from '../testing.ts';
import { stage } from './cohort.ts';
import { askOf } from './requests.fixture.ts';
import { route } from './route.ts';
import { createHttpServer } from './server.ts';

test('a stage is done for all who came together before any of them is in the next', async () => {
  const done: string[] = [];
  const second = stage((name: string) => void done.push(`second ${name}`));
  const first = stage((name: string) => {
    done.push(`first ${name}`);
    second(name);
  });
  for (const name of ['a', 'b', 'c']) first(name);
  done.push('given');
  await turn();
  const expected = ['first a', 'first b', 'first c', 'second a', 'second b', 'second c'];
  assert.deepEqual(done, ['given', ...expected]);
});

test('what is given to a stage while it is at work comes after what it works on', async () => {
  const done: number[] = [];
  const countdown = stage((left: number) => {
    done.push(left);
    if (left > 0) countdown(left - 1);
  });
  countdown(2);
  countdown(0);
  await turn();
  assert.deepEqual(done, [2, 0, 1, 0]);
});

test('an answer that cannot be made or written is a fault of its own, and of no other in its cohort', async () => {
  const server = await testServer({ api: false, worker: false });
  const key = await server.test.key(permissionIds);
  const given: Record<string, () => object> = {
    fine: () => ({ choices: [], cookies: [] }),
    unwritable: () => ({ choices: [1n] }),
    unmakeable: () => {
      throw new Error('by intent');
    },
  };
  const choose = route(api.choose, ({ body }) => {
    return { status: 200, body: given[body.sessionId ?? '']!() as ChooseOutput };
  });
  const app = createHttpServer(server.ctx, [choose]);
  await app.listen({ port: 0, host: '127.0.0.1' });
  after(async () => {
    await app.close();
    await server.close();
  });
  const ask = askOf(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
  const asked = ['fine', 'unwritable', 'fine', 'unmakeable', 'fine'].map((sessionId) =>
    ask('POST', '/v2/serve/user/choose', { key, body: { sessionId } }),
  );
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  assert.deepEqual(statuses, [200, 500, 200, 500, 200]);
});
