// Senders who stall, trickle or still send at the stop: none of them holds anything for long.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { feedServer } from '../features/feeds/feeds.fixture.ts';
import { feedRoutes } from '../features/feeds/index.ts';
import { eventually } from '../testing.ts';
import { assertRefused, openRaw } from './requests.fixture.ts';
import { createHttpServer } from './server.ts';

const server = await feedServer();
after(server.close);
const key = await server.test.key(['feed']);
const limits = { idleMs: 400, wholeMs: 900, stopMs: 300 };
const id = await server.feed();
const app = await start();
after(() => app.close());

async function start() {
  const made = createHttpServer(server.ctx, feedRoutes(server.ctx), limits);
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

test('a server that stops does not wait for a sender who goes on sending', async () => {
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
