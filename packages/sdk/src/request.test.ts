// What a page waits for ends in time, whatever answers, and fails without an exception.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { type Answering, choices, json, listen, problem } from './http.fixture.ts';
import { AttuneError, type ClientOptions, createClient } from './index.ts';

const selector = { names: ['hero'] };
/** Far above what the client is told to wait, and far below what an unbounded wait would be. */
const boundMs = 5_000;

async function clientOf(answer: Answering, options: Partial<ClientOptions> = {}) {
  const { url, received } = await listen(answer);
  return { received, url, client: createClient({ url, key: 'k', ...options }) };
}

async function assertInTime(work: () => Promise<void>): Promise<void> {
  const beganMs = performance.now();
  await work();
  assert.ok(performance.now() - beganMs < boundMs);
}

const hanging: Record<string, Answering> = {
  'never answers': () => undefined,
  'never ends its answer': (response) => response.writeHead(200).write('{"choices":['),
  'is slow on every attempt': (response) => setTimeout(() => json(response, {}), 60_000).unref(),
};
for (const [how, answer] of Object.entries(hanging)) {
  test(`a server that ${how} costs a page the time-out and no more`, () =>
    assertInTime(async () => {
      const { client } = await clientOf(answer, { timeoutMs: 50 });
      const { choices: none, cookies, error } = await client.choose({ selector });
      assert.deepEqual([none, cookies, error?.problem.code], [[], [], 'timeout']);
      assert.match(error?.message ?? '', /\/v2\/serve\/user\/choose had no answer within 50 ms/);
      const affinity = await client.affinity({ cuid: 'a', cuidType: 'external' });
      assert.equal(affinity, undefined);
    }));
}

test('a page waits for one second, unless it says otherwise', () =>
  assertInTime(async () => {
    const { client } = await clientOf(() => undefined);
    const { error } = await client.choose({ selector });
    assert.match(error?.message ?? '', /within 1000 ms/);
  }));

test('what failed for a moment is sent again', async () => {
  const { client, received } = await clientOf((response, at, one) => {
    if (at === 0) response.destroy();
    else if (at === 1) response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad</h1>');
    else choices(response, one);
  });
  const chosen = await client.choose({ selector });
  assert.equal(chosen.error, undefined);
  assert.equal(chosen.choices[0]?.name, 'hero');
  assert.equal(received.length, 3);
});

test('a server that keeps failing is given up after the retries', async () => {
  const { client, received } = await clientOf((response) => problem(response, 503, 'overloaded'), {
    retries: 1,
  });
  const { error } = await client.choose({ selector });
  assert.equal(error?.problem.code, 'overloaded');
  assert.equal(received.length, 2);
});

test('Retry-After is waited for where the time-out allows it, and else told', () =>
  assertInTime(async () => {
    const soon = await clientOf((response, at, one) =>
      at === 0
        ? problem(response, 429, 'rate_limited', { 'retry-after': '0' })
        : choices(response, one),
    );
    assert.equal((await soon.client.choose({ selector })).error, undefined);
    const later = await clientOf((response) =>
      problem(response, 429, 'rate_limited', { 'retry-after': '60' }),
    );
    const { error } = await later.client.choose({ selector });
    assert.equal(error?.retryAfterSeconds, 60);
    assert.equal(later.received.length, 1);
  }));

test('an event counts once however often it is sent; a pageview is not sent twice', async () => {
  const { client, received } = await clientOf((response, at) => {
    if (at === 0) response.destroy();
    else if (at < 3) response.writeHead(204).end();
    else response.destroy();
  });
  const sent = await client.events({ events: [{ name: 'a' }, { name: 'b', eventId: 'mine' }] });
  assert.deepEqual(sent, {});
  const [first, again] = received.map(({ body }) => body.events);
  assert.match(first[0].eventId, /^[0-9a-f]{32}$/);
  assert.equal(first[1].eventId, 'mine');
  assert.deepEqual(first, again);
  const pageview = { context: { page: { type: 'OTHER' as const } } };
  assert.deepEqual(await client.pageview(pageview), {});
  assert.equal((await client.pageview(pageview)).error?.problem.code, 'network');
  assert.equal(received.length, 4);
});

test('a pageview that the service turned away untouched is sent again', async () => {
  const { client, received } = await clientOf((response, at) =>
    at === 0 ? problem(response, 503, 'overloaded') : response.writeHead(204).end(),
  );
  assert.deepEqual(await client.pageview({ context: { page: { type: 'OTHER' } } }), {});
  assert.equal(received.length, 2);
});

test('the HTML of a proxy is told as what it is, whatever its status', async () => {
  for (const status of [200, 404, 500]) {
    const { client, url } = await clientOf((response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>'),
    );
    const { error } = await client.choose({ selector });
    assert.equal(error?.problem.code, 'not_attune');
    const request = `POST ${url}/v2/serve/user/choose was answered with ${status} and text/html`;
    assert.ok(error.message.includes(request), error.message);
    assert.match(error.message, /such as a proxy[.] It begins: <h1>Maintenance/);
  }
});

test('JSON of something else, or nothing at all, is no answer', async () => {
  for (const text of ['{}', '[]', '"ok"', 'null', '']) {
    const { client } = await clientOf((response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(text),
    );
    const { choices: none, error } = await client.choose({ selector });
    assert.deepEqual([none, error?.problem.code], [[], 'not_attune'], text);
    assert.equal(await client.affinity({ cuid: 'a', cuidType: 'external' }), undefined);
  }
});

test('a server that is not there is told as such', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  const client = createClient({ url: `http://127.0.0.1:${port}`, key: 'k', retries: 0 });
  const { error } = await client.choose({ selector });
  assert.equal(error?.problem.code, 'network');
  assert.match(error.message, /had no answer: .*ECONNREFUSED/);
});

test('a caller can stop waiting', async () => {
  const aborting = new AbortController();
  const { client } = await clientOf(() => aborting.abort());
  const { error } = await client.choose({ selector }, { signal: aborting.signal });
  assert.equal(error?.problem.code, 'aborted');
  const late = await client.choose({ selector }, { signal: aborting.signal });
  assert.equal(late.error?.problem.code, 'aborted');
});

test('failures are exceptions only where that was asked for; a log is told of each', async () => {
  const failures: string[] = [];
  const { client } = await clientOf((response) => problem(response, 403, 'permission_missing'), {
    throwOnError: true,
    onError: ({ problem: { code } }) => failures.push(code),
  });
  await assert.rejects(client.choose({ selector }), AttuneError);
  await assert.rejects(client.events({ events: [{ name: 'a' }] }), AttuneError);
  await assert.rejects(client.affinity({ cuid: 'a', cuidType: 'he' }), AttuneError);
  assert.deepEqual(failures, Array(3).fill('permission_missing'));
});

test('a URL may end with a slash, and have a path', async () => {
  const { url, received } = await listen((response, _at, one) => choices(response, one));
  for (const base of [url, `${url}/`, `${url}/attune`, `${url}/attune/`]) {
    await createClient({ url: base, key: 'k' }).choose({ selector });
  }
  const path = '/v2/serve/user/choose';
  assert.deepEqual(
    received.map((one) => one.path),
    [path, path, `/attune${path}`, `/attune${path}`],
  );
  assert.equal(received[0]?.headers['svc-api-key'], 'k');
});
