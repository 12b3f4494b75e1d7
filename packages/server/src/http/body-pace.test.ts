// Senders that stall, trickle or go on at the stop: none blocks anything for long.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { api } from '@attune/contract';
import { feedServer } from '../features/catalog/feeds/feeds.fixture.ts';
import { feedRoutes } from '../features/catalog/feeds/index.ts';
import { eventually } from '../testing.ts';
import { assertRefused, openRaw } from './requests.fixture.ts';
import { type Route, route } from './route.ts';
import { createHttpServer } from './server.ts';

const server = await feedServer();
after(server.close);
const key = await server.test.key(['feed']);
const bodyPace = { wholeMs: 900, paceMs: 400, leastBytes: 10, stopMs: 300 };
const connections = { headersTimeout: 500, connectionsCheckingInterval: 100 };
const id = await server.feed();
const app = await start();
after(() => app.close());

async function start(routes: readonly Route[] = feedRoutes(server.ctx)) {
  const made = createHttpServer(server.ctx, routes, { bodyPace, connections });
  await made.listen({ port: 0, host: '127.0.0.1' });
  return made;
}

/** Begins a change of the feed of which nothing was sent yet but the head. */
function begin(type: string, to = app) {
  const { port } = to.server.address() as AddressInfo;
  const head = ['PUT', `/v2/feeds/svcid/${id}`, 'HTTP/1.1\r\nHost: attune\r\n'].join(' ');
  const form = `Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n`;
  const raw = openRaw(`http://127.0.0.1:${port}`);
  raw.write(`${head}SVC-API-Key: ${key}\r\nConnection: close\r\n${form}\r\n`);
  const send = (text: string) => raw.write(`${text.length.toString(16)}\r\n${text}\r\n`);
  return { send, end: () => raw.write('0\r\n\r\n'), answered: raw.answered };
}

const ndjson = 'application/x-ndjson';
/** A connection to which bytes are written now and then; resolves with all that came back. */
function trickle(first: string, then = '', to = app) {
  const { port } = to.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(first);
  const dripping = setInterval(() => then && socket.writable && socket.write(then), 50);
  socket.on('error', () => undefined);
  socket.once('close', () => clearInterval(dripping));
  return socket;
}

const ended = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
const partOfHead = 'GET /v2/keys/self HTTP/1.1\r\nHost: a\r\nX: ';

const isIdle = async () => !(await server.isStaging());

test('uploads that stall are ended, and others get their places', async () => {
  const stalled = [1, 2, 3].map(() => begin(ndjson));
  for (const { send } of stalled) send('{"sku":"a"}\n');
  const other = await server.put(id, [{ sku: 'b' }]);
  assert.equal(other.status, 200);
  for (const { answered } of stalled) assertRefused(await answered, 'request_timeout');
  await eventually(isIdle);
  assert.deepEqual(await server.items(id), [{ sku: 'b' }]);
});

test('an upload that moves may take longer than a body of JSON may', async () => {
  const { send, end, answered } = begin(ndjson);
  for (const sku of ['a', 'b', 'c', 'd', 'e', 'f']) {
    send(`{"sku":"${sku}"}\n`);
    await pause(200);
  }
  end();
  assert.equal((await answered).body.data.accepted, 6);
});

test('a body of JSON that trickles in without end is ended', async () => {
  const { send, answered } = begin('application/json');
  send('{"items":[');
  const trickling = setInterval(() => send(' '), 100);
  try {
    assertRefused(await answered, 'request_timeout');
  } finally {
    clearInterval(trickling);
  }
});

test('a server that stops does not wait for a sender that goes on sending', async () => {
  const stopping = await start();
  const { send, answered } = begin(ndjson, stopping);
  const sending = setInterval(() => send('{"sku":"z"}\n'), 50);
  try {
    await eventually(server.isStaging);
    const begun = performance.now();
    await stopping.close();
    assert.ok(performance.now() - begun < 5_000);
    assertRefused(await answered, 'not_ready');
  } finally {
    clearInterval(sending);
  }
  await eventually(isIdle);
  assert.ok((await server.items(id)).every(({ sku }) => sku !== 'z'));
});

test('what comes behind a request that is worked on is not late before that is answered', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const list = route(api.listFeeds, async () => {
    await promise;
    return { status: 200, body: { feeds: [] } };
  });
  const slow = await start([list]);
  after(() => slow.close());
  const socket = trickle('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', '', slow);
  let answers = '';
  socket.on('data', (chunk) => {
    answers += chunk;
  });
  await once(socket, 'data');
  const asked = `GET /v2/feeds HTTP/1.1\r\nHost: a\r\nSVC-API-Key: ${key}\r\n\r\n`;
  socket.write(`${asked}PUT /v2 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{`);
  await pause(2 * bodyPace.wholeMs);
  resolve();
  await ended(socket);
  assert.deepEqual(answers.match(/(?<=HTTP\/1\.1 )\d+/g), ['200', '200', '401']);
});

test('headers that trickle in, on a new connection or a used one, are ended with 408', async () => {
  const used = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
  const [fresh, again] = await Promise.all([
    text(trickle(partOfHead, 'x')),
    text(trickle(used, partOfHead)),
  ]);
  assert.match(fresh, /^HTTP\/1\.1 408 .*"request_timeout"/s);
  assert.match(again, /^HTTP\/1\.1 200 .*HTTP\/1\.1 40[08] /s);
});

test('a client that sends nothing at all is answered nothing', async () => {
  assert.equal(await text(trickle('')), '');
});

test('a slow reader that goes on reading gets the whole answer', async () => {
  const reader = trickle('GET /openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  let received = 0;
  for await (const chunk of reader) {
    received += chunk.length;
    await pause(20);
  }
  assert.ok(received > 100_000, String(received));
});

test('hundreds of slow connections are closed within the bound, and no other client waits for that', async () => {
  const slow = Array.from({ length: 400 }, () => trickle(partOfHead, 'x').resume());
  const all = Promise.all(slow.map(ended));
  const { port } = app.server.address() as AddressInfo;
  let isOver = false;
  const others = (async () => {
    while (!isOver) assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
  })();
  await all;
  isOver = true;
  await others;
});
