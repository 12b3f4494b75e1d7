// A mistake on a connection: answered once, after what came before it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { createLog } from '../log/log.ts';
import { noteRequests } from './last.ts';
import { oneByOne } from './one-by-one.ts';
import { listen } from './plain/echo.fixture.ts';
import type { Handler } from './plain/exchange.ts';
import { answerUnreadable } from './unreadable.ts';

/** A server that holds the answer to `/held`, and answers all else by `answer`. */
async function start(answer: (response: ServerResponse) => void, options: ServerOptions = {}) {
  const held = Promise.withResolvers<ServerResponse>();
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/held') held.resolve(response);
    else answer(response);
  };
  const server = createServer(options, oneByOne(handle as Handler));
  noteRequests(server);
  server.on('clientError', answerUnreadable(createLog('fatal')));
  const socket = connect(await listen(server), '127.0.0.1');
  return { server, socket, held: held.promise };
}

const askHeld = 'GET /held HTTP/1.1\r\nHost: a\r\n\r\n';

test('who goes on after his mistake is told of it once, and nothing of it is kept', async () => {
  const { server, socket, held } = await start((response) => response.end());
  socket.write(askHeld);
  const response = await held;
  const mistake = async () => {
    const noted = once(server, 'clientError');
    socket.write('x');
    await noted;
    return response.listenerCount('close');
  };
  const afterOne = await mistake();
  for (let further = 0; further < 20; further += 1) assert.equal(await mistake(), afterOne);
  response.end('done');
  const answers = await text(socket);
  assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 400']);
});

test('who waits for an answer is not late with what is not read of him meanwhile', async () => {
  const impatience = { headersTimeout: 50, connectionsCheckingInterval: 10 };
  const { server, socket, held } = await start((response) => response.end('b'), impatience);
  const answers = text(socket);
  // More than one reading takes: it ends in the middle of a head.
  const many = 60;
  const long = `GET /b HTTP/1.1\r\nHost: a\r\nX: ${'long'.repeat(750)}\r\n\r\n`;
  const last = long.replace('X:', 'Connection: close\r\nX:');
  socket.write(`${askHeld}${long.repeat(many)}${last}`);
  await once(server, 'clientError');
  (await held).end('a');
  assert.equal((await answers).match(/HTTP\/1\.1 200/g)?.length, many + 2);
});

test('a mistake in a body whose request is refused in its turn gets no second answer', async () => {
  const { server, socket, held } = await start((response) => response.writeHead(403).end());
  const answers = text(socket);
  const broken = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx';
  socket.write(`${askHeld}${broken}`);
  await once(server, 'clientError');
  (await held).end();
  assert.deepEqual((await answers).match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 403']);
});
