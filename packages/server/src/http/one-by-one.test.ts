// Tests of requests that are sent ahead of their answers, over a connection that Node reads.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { eventually } from '../testing.ts';
import { oneByOne } from './one-by-one.ts';
import type { Handler } from './plain/exchange.ts';

/** A server that notes what it reads and what it works on, and ends an answer when told to. */
async function start() {
  let read = 0;
  let isHeld = true;
  const begun: string[] = [];
  const held: ServerResponse[] = [];
  const errors: Error[] = [];
  const handler = oneByOne(((request: IncomingMessage, response: ServerResponse) => {
    begun.push(request.url ?? '');
    if (isHeld) held.push(response);
    else response.end('answered');
  }) as Handler);
  const server = createServer((request, response) => {
    read += 1;
    request.on('error', (error) => errors.push(error));
    handler(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const open = () => connect(port, '127.0.0.1');
  const endOne = () => void held.shift()?.end('answered');
  const endAll = () => {
    isHeld = false;
    for (const response of held.splice(0)) response.end('answered');
  };
  const cut = () => void held.shift()?.destroy();
  return { open, begun, errors, endOne, endAll, cut, read: () => read };
}

const ask = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;

test('requests that are sent ahead are worked on one at a time, in their order', async () => {
  const { open, begun, endOne } = await start();
  const socket = open();
  const answers = text(socket);
  socket.write(ask('/a') + ask('/b') + ask('/c', 'Connection: close\r\n'));
  for (const expected of [['/a'], ['/a', '/b'], ['/a', '/b', '/c']]) {
    await eventually(async () => begun.length === expected.length);
    assert.deepEqual(begun, expected);
    endOne();
  }
  assert.equal((await answers).match(/answered/g)?.length, 3);
});

test('who sends thousands ahead is not read on while they wait, and all are answered', async () => {
  const many = 20_000;
  const { open, begun, endAll, read } = await start();
  const socket = open();
  const answers = text(socket);
  socket.write(ask('/a').repeat(many - 1) + ask('/last', 'Connection: close\r\n'));
  await eventually(async () => begun.length === 1);
  // A request that comes later, and turns of the loop in which more could have been read.
  const other = open();
  other.write(ask('/b', 'Connection: close\r\n'));
  await eventually(async () => begun.length === 2);
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
  assert.ok(read() < many / 2, `${read()} of ${many} were read`);
  endAll();
  await text(other);
  assert.equal((await answers).match(/answered/g)?.length, many);
});

test('a body behind an unanswered request is read when its turn comes', async () => {
  const { open, begun, endOne } = await start();
  const socket = open();
  const answers = text(socket);
  const length = 1_000_000;
  const head = `Connection: close\r\nContent-Length: ${length}\r\n`;
  socket.write(ask('/a') + ask('/body', head).replace('GET', 'POST') + 'x'.repeat(length));
  await eventually(async () => begun.length === 1);
  endOne();
  await eventually(async () => begun.length === 2);
  endOne();
  assert.equal((await answers).match(/answered/g)?.length, 2);
});

test('what was sent ahead ends with its connection, and leaves errors their stacks', async () => {
  const limit = Error.stackTraceLimit;
  const { open, begun, errors, cut, read } = await start();
  open().write(ask('/a') + ask('/b').repeat(9));
  await eventually(async () => begun.length === 1 && read() === 10);
  cut();
  await eventually(async () => errors.length === 10);
  assert.deepEqual(begun, ['/a']);
  for (const { stack } of errors) assert.doesNotMatch(stack ?? '', /\n/);
  assert.equal(Error.stackTraceLimit, limit);
});
