// A mistake on a connection: answered once, after what came before it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { createLog } from '../log/log.ts';
import { noteRequests } from './last.ts';
import { answerUnreadable } from './unreadable.ts';

const waiting: ServerResponse[] = [];
const server = createServer((_request, response) => void waiting.push(response));
noteRequests(server);
server.on('clientError', answerUnreadable(createLog('fatal')));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => void server.close());
const { port } = server.address() as AddressInfo;

test('who goes on after his mistake is told of it once, and nothing of it is kept', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: attune\r\n\r\n');
  await once(server, 'request');
  const [response] = waiting as [ServerResponse];
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
