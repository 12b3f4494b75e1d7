// Tests of the load shedder: what a node answers while it gets more requests than it has places
// for.
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { api, permissionIds, priorities } from '@attune/contract';
import { eventually, testServer } from '../testing.ts';
import { type LoadLimits, loadLimits, type PriorityLimits } from './load-limits.ts';
import { askOf, assertRefused } from './requests.fixture.ts';
import { route } from './route.ts';
import { createHttpServer } from './server.ts';

const server = await testServer({ api: false, worker: false });
after(server.close);
const { ctx } = server;
const key = await server.test.key(permissionIds);

/** A server whose answers wait until they are let go, with one place for each priority. */
async function start(limits: Partial<PriorityLimits> = {}) {
  const begun: string[] = [];
  const held: (() => void)[] = [];
  const hold = (name: string) => {
    begun.push(name);
    return new Promise<void>((resolve) => held.push(resolve));
  };
  const answer = (status: number, body?: unknown) => ({ status, ...(body ? { body } : {}) });
  const routes = [
    route(api.choose, async ({ body }) => {
      await hold(`choose ${body.sessionId}`);
      return answer(200, { choices: [], cookies: [] });
    }),
    route(api.collectPageview, async () => {
      await hold('collect');
      return answer(204);
    }),
    route(api.listCampaigns, async () => {
      await hold('management');
      return answer(200, { items: [], next: null });
    }),
  ];
  const load = Object.fromEntries(
    priorities.map((name) => [name, { ...loadLimits[name], concurrency: 1, queue: 3, ...limits }]),
  ) as LoadLimits;
  const app = createHttpServer(ctx, routes, { load });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const letGo = () => {
    for (const go of held.splice(0)) go();
  };
  after(async () => {
    const going = setInterval(letGo, 5);
    await app.close();
    clearInterval(going);
  });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const ask = askOf(url);
  const choose = (sessionId: string) =>
    ask('POST', '/v2/serve/user/choose', { key, body: { sessionId } });
  const pageview = { user: { id: '7' }, context: { page: { type: 'HOMEPAGE' } } };
  const collect = () => ask('POST', '/v2/collect/user/pageview', { key, body: pageview });
  return { url, ask, begun, letGo, choose, collect, letAllGo: () => setInterval(letGo, 5) };
}

const count = (begun: readonly string[], number: number) =>
  eventually(async () => begun.length >= number);

const shed = async (name: string) => {
  const { values } = await ctx.metrics.requestsShed.get();
  return values.find(({ labels }) => labels.priority === name)?.value ?? 0;
};

test('a request that finds no place in time is refused with 503 and a retry time', async () => {
  const { choose, begun, letGo } = await start();
  const before = await shed('choose');
  const first = choose('a');
  await count(begun, 1);
  const refused = await choose('b');
  assertRefused(refused, 'overloaded');
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get('retry-after'), '1');
  assert.equal(refused.headers.get('access-control-allow-origin'), '*');
  await eventually(async () => (await shed('choose')) === before + 1);
  letGo();
  assert.equal((await first).status, 200);
  assert.deepEqual(begun, ['choose a']);
});

test('a request that waited while the node stood still is answered, and not refused for it', async () => {
  const { choose, begun, letGo, letAllGo } = await start();
  const answers = [choose('a'), choose('b')];
  await eventually(async () => (await ctx.metrics.requestsWaiting.get()).values[0]?.value === 1);
  const until = performance.now() + 3 * loadLimits.choose.deadlineMs;
  while (performance.now() < until);
  letGo();
  const going = letAllGo();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  clearInterval(going);
  assert.deepEqual(statuses, [200, 200]);
  assert.equal(begun.length, 2);
});

test('what waits begins when a place becomes free, each priority by itself', async () => {
  const { choose, collect, ask, begun, letGo, letAllGo } = await start({
    // None begins without a place, however long the others take to arrive.
    ...{ deadlineMs: 20_000, everyMs: Infinity },
  });
  const busy = [choose('a'), collect(), ask('GET', '/v2/campaigns', { key })];
  await count(begun, 3);
  const waiting = [ask('GET', '/v2/campaigns', { key }), collect(), choose('b'), choose('c')];
  await eventually(async () => (await ctx.metrics.requestsWaiting.get()).values[0]?.value === 4);
  letGo();
  await count(begun, 6);
  assert.deepEqual(begun.slice(3).sort(), ['choose b', 'collect', 'management']);
  const going = letAllGo();
  const answers = await Promise.all([...busy, ...waiting]);
  clearInterval(going);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 204, 200, 200, 204, 200, 200],
  );
});

test('a flood of one priority costs the others nothing, and is over when it ends', async () => {
  const { collect, choose, begun, letGo, letAllGo } = await start();
  const flood = Array.from({ length: 40 }, collect);
  await count(begun, 1);
  const chosen = choose('a');
  await count(begun, 2);
  const answers = await Promise.all(flood.slice(1));
  for (const answer of answers) {
    assertRefused(answer, 'overloaded');
    assert.equal(answer.headers.get('retry-after'), '2');
  }
  letGo();
  assert.deepEqual([(await chosen).status, (await flood[0])?.status], [200, 204]);
  const going = letAllGo();
  assert.equal((await collect()).status, 204);
  clearInterval(going);
});

test('health and metrics are answered in any overload, and all else has a priority', async () => {
  const { ask, begun, letGo } = await start({ queue: 0 });
  const busy = ask('GET', '/v2/campaigns', { key });
  await count(begun, 1);
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    assert.equal((await ask('GET', path)).status, 200);
  }
  for (const path of ['/v2/nothing', '/openapi.json', '/v2/campaigns/7?x=1']) {
    assertRefused(await ask('GET', path, { key }), 'overloaded', path);
  }
  const head = await ask('HEAD', '/v2/campaigns', { key });
  assert.deepEqual([head.status, head.text], [503, '']);
  letGo();
  assert.equal((await busy).status, 200);
});

test('a refusal before the body was read leaves the connection fit for use', async () => {
  const { url, begun, choose, letGo } = await start({ queue: 0 });
  const busy = choose('a');
  await count(begun, 1);
  const body = JSON.stringify({ sessionId: 'x'.repeat(100), filler: 'y'.repeat(50_000) });
  const head = `POST /v2/serve/user/choose HTTP/1.1\r\nHost: a\r\nSVC-API-Key: ${key}\r\n`;
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  assert.match(await text(socket), /^HTTP\/1\.1 503 .*"overloaded".*HTTP\/1\.1 200 .*"ok"/s);
  letGo();
  await busy;
});

test('a client that hangs up while waiting takes no place', async () => {
  const { url, begun, choose, letGo, letAllGo } = await start({
    deadlineMs: 20_000,
  });
  const busy = choose('a');
  await count(begun, 1);
  const gone = new AbortController();
  const lost = fetch(`${url}/v2/serve/user/choose`, {
    method: 'POST',
    headers: { 'svc-api-key': key },
    body: '{"sessionId":"gone"}',
    signal: gone.signal,
  });
  await eventually(async () => (await ctx.metrics.requestsWaiting.get()).values[0]?.value === 1);
  gone.abort();
  await assert.rejects(lost);
  letGo();
  await busy;
  const going = letAllGo();
  assert.equal((await choose('b')).status, 200);
  clearInterval(going);
  assert.deepEqual(
    begun.filter((name) => name !== 'choose gone'),
    ['choose a', 'choose b'],
  );
});
