// Tests of further doors: who connects while turns of the event loop are long waits for few.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { createLog } from '../log/log.ts';
import { eventually } from '../testing.ts';
import { keepDoors, openInLongTurns, shutDoors } from './doors.ts';
import { beginToLeave, leave } from './drain.ts';

const log = createLog('silent');
const backlog = 512;

async function serve() {
  const server = createServer((_request, response) => response.end('here'));
  after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', backlog, resolve));
  const { port } = server.address() as AddressInfo;
  return { server, open: () => connect(port, '127.0.0.1') };
}

async function keep(server: Server, inSet: number, sets = 2) {
  const doors = await keepDoors(server, { inSet, sets }, backlog, log);
  assert.equal(doors?.count(), inSet * sets);
  return doors;
}

/** Of 64 who connect at once: the most that one turn of the event loop lets in. */
async function mostInATurn({ server, open }: Awaited<ReturnType<typeof serve>>): Promise<number> {
  let came = 0;
  server.on('connection', () => {
    came += 1;
  });
  const sockets = Array.from({ length: 64 }, open);
  let most = 0;
  for (let before = 0; came < sockets.length; before = came) {
    await new Promise(setImmediate);
    most = Math.max(most, came - before);
  }
  for (const socket of sockets) socket.destroy();
  return most;
}

test('a turn of the event loop lets in as many as there are open doors', async () => {
  const served = await serve();
  const doors = await keep(served.server, 7);
  const kept = await mostInATurn(served);
  doors.open();
  const open = await mostInATurn(served);
  void doors.shut();
  const shut = await mostInATurn(served);
  doors.open();
  assert.deepEqual([kept, open, shut, await mostInATurn(served)], [1, 8, 1, 8]);
  await doors.shut();
  const renewed = await mostInATurn(served);
  doors.open();
  assert.deepEqual([renewed, await mostInATurn(served)], [1, 8]);
});

test('doors open while turns are long, and not for one that is', async () => {
  const served = await serve();
  openInLongTurns(served.server, await keep(served.server, 7));
  const work = (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end; );
  };
  work(300);
  const afterOne = await mostInATurn(served);
  for (let turn = 0; turn < 25; turn += 1) {
    work(20);
    await new Promise(setImmediate);
  }
  assert.deepEqual([afterOne, await mostInATurn(served)], [1, 8]);
});

test('when the door is shut all are, and who came in by any of them is answered first', async () => {
  const { server, open } = await serve();
  (await keep(server, 7)).open();
  beginToLeave(server);
  const sockets = Array.from({ length: 32 }, open);
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const left = leave(server);
  await eventually(async () => !server.listening);
  const refused = open();
  const [error] = await once(refused, 'error');
  assert.equal((error as NodeJS.ErrnoException).code, 'ECONNREFUSED');
  const answers = sockets.map((socket) => {
    socket.write('GET / HTTP/1.1\r\nhost: attune\r\n\r\n');
    return text(socket);
  });
  for (const answer of await Promise.all(answers)) assert.match(answer, /200 OK[\s\S]*here/);
  await left;
});

test('a server that has closed before its further doors came has none', async () => {
  const { server } = await serve();
  const kept = keepDoors(server, { inSet: 7, sets: 2 }, backlog, log);
  server.close();
  assert.equal((await kept)?.count(), 0);
});

test('doors that come once all are shut are shut, too, while the server still listens', async () => {
  const { server } = await serve();
  const kept = keepDoors(server, { inSet: 7, sets: 2 }, backlog, log);
  shutDoors(server);
  assert.equal((await kept)?.count(), 0);
  assert.ok(server.listening);
});
