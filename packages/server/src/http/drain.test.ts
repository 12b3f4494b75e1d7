// Tests of a server that leaves: whoever is served knows it, and nobody is turned away before.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { beginToLeave, isLeaving, shutTheDoor } from './drain.ts';

async function serve(answer: RequestListener) {
  const server = createServer(answer);
  after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  return { server, open };
}

const request = 'GET / HTTP/1.1\r\nhost: attune\r\n\r\n';

async function ask(socket: Socket): Promise<string> {
  socket.write(request);
  const [chunk] = await once(socket, 'data');
  return String(chunk);
}

const ended = (socket: Socket) => (socket.closed ? undefined : once(socket.resume(), 'close'));

test('while it leaves, each answer is the last one of its connection, and new ones are taken', async () => {
  const { server, open } = await serve((_request, response) => response.end('here'));
  const busy = await open();
  const idle = await open();
  assert.match(await ask(busy), /200 OK[\s\S]*connection: keep-alive/i);
  await ask(idle);
  beginToLeave(server);
  assert.ok(isLeaving(server));
  assert.match(await ask(busy), /200 OK[\s\S]*connection: close/i);
  await ended(busy);
  const late = await open();
  assert.match(await ask(late), /200 OK[\s\S]*connection: close/i);
  assert.match(await ask(idle), /200 OK[\s\S]*connection: close/i);
});

test('when the door is shut, what is under way is answered, idle ones end, new ones are refused', async () => {
  const arrived = Promise.withResolvers<() => void>();
  let requests = 0;
  const { server, open } = await serve((_request: IncomingMessage, response) => {
    requests += 1;
    if (requests === 1) response.end('first');
    else arrived.resolve(() => response.end('second'));
  });
  const idle = await open();
  await ask(idle);
  const busy = await open();
  const answer = ask(busy);
  const respond = await arrived.promise;
  const closed = once(server, 'close');
  await shutTheDoor(server);
  await ended(idle);
  await assert.rejects(open(), { code: 'ECONNREFUSED' });
  respond();
  assert.match(await answer, /200 OK[\s\S]*second/);
  await closed;
});

test('whoever has connected when the door is shut may still ask, and is answered', async () => {
  const { server, open } = await serve((_request, response) => response.end('here'));
  beginToLeave(server);
  const taken = once(server, 'connection');
  const late = await open();
  await taken;
  const closed = once(server, 'close');
  await shutTheDoor(server);
  assert.match(await ask(late), /200 OK[\s\S]*connection: close[\s\S]*here/i);
  await closed;
});
