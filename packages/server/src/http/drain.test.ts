// Tests of a server that drains: clients are told to leave, and none is turned away before.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { eventually } from '../testing.ts';
import { beginToLeave, isLeaving, leave } from './drain.ts';

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

const silentMs = 1_000;
const request = 'GET / HTTP/1.1\r\nhost: attune\r\n\r\n';

async function ask(socket: Socket): Promise<string> {
  assert.ok(!socket.destroyed, 'the connection has ended');
  const unanswered = once(socket, 'close').then(() => assert.fail('no answer'));
  const answered = once(socket, 'data');
  socket.write(request);
  const [chunk] = await Promise.race([answered, unanswered]);
  return String(chunk);
}

const isShut = (server: Server) => eventually(async () => !server.listening);
const ended = (socket: Socket) => (socket.closed ? undefined : once(socket.resume(), 'close'));

test('while it leaves, each answer is the last one of its connection, and new ones are accepted', async () => {
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
  const left = leave(server, silentMs);
  await ended(idle);
  await assert.rejects(open(), { code: 'ECONNREFUSED' });
  respond();
  assert.match(await answer, /200 OK[\s\S]*second/);
  await left;
});

test('a client that is connected when the listener closes may still ask, and is answered', async () => {
  const { server, open } = await serve((_request, response) => response.end('here'));
  beginToLeave(server);
  const taken = once(server, 'connection');
  const late = await open();
  await taken;
  const left = leave(server, silentMs);
  await isShut(server);
  assert.match(await ask(late), /200 OK[\s\S]*connection: close[\s\S]*here/i);
  await left;
});

test('a connection that was idle as the listener closed may still ask for a second', async () => {
  const { server, open } = await serve((_request, response) => response.end('here'));
  const kept = await open();
  await ask(kept);
  const left = leave(server, silentMs);
  await isShut(server);
  assert.match(await ask(kept), /200 OK[\s\S]*connection: close[\s\S]*here/i);
  await left;
});

test('while kept connections are used, an idle one is not ended before its last answer', async () => {
  const { server, open } = await serve((_request, response) => response.end('here'));
  const [first, second, unused] = [await open(), await open(), await open()];
  for (const socket of [first, second, unused]) await ask(socket);
  beginToLeave(server);
  assert.match(await ask(await open()), /connection: close/i);
  const left = leave(server, silentMs);
  await isShut(server);
  for (const socket of [first, second]) {
    assert.match(await ask(socket), /200 OK[\s\S]*connection: close/i);
  }
  await ended(unused);
  await left;
});
