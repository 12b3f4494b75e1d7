// A mistake on a connection: answered once, after what came before it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { createLog } from '../log/log.ts';
import { answerClientErrors, noteAnswers } from './client-errors.ts';

/** A server that delays the answer to `/held`, and answers all else by `answer`. */
async function start(answer: (response: ServerResponse) => void) {
  const held = Promise.withResolvers<ServerResponse>();
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/held') held.resolve(response);
    else answer(response);
  };
  const server = createServer(handle);
  noteAnswers(server);
  server.on('clientError', answerClientErrors(createLog('fatal')));
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  return { server, socket, held: held.promise };
}

const askHeld = 'GET /held HTTP/1.1\r\nHost: a\r\n\r\n';

test('a client that goes on after an error gets one answer, and nothing of it is kept', async () => {
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

test('a malformed body of a refused request gets no second answer', async () => {
  const { server, socket, held } = await start((response) => response.writeHead(403).end());
  const answers = text(socket);
  const broken = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx';
  socket.write(`${askHeld}${broken}`);
  await once(server, 'clientError');
  (await held).end();
  assert.deepEqual((await answers).match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 403']);
});
