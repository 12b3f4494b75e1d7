// Tests of further doors: who connects while turns of the event loop are long waits for few.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, test } from 'node:test';
import { createLog } from '../log/log.ts';
import { openDoors } from './doors.ts';
import { shutTheDoor } from './drain.ts';

const log = createLog('silent');
const backlog = 512;

async function serve() {
  const server = createServer((_request, response) => response.end('here'));
  after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', backlog, resolve));
  const { port } = server.address() as AddressInfo;
  return { server, open: () => connect(port, '127.0.0.1') };
}

/** Of 64 who connect at once: the most that one turn of the event loop lets in. */
async function mostInATurn(doors: number): Promise<number> {
  const { server, open } = await serve();
  assert.equal(await openDoors(server, doors, backlog, log), doors);
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

test('a turn of the event loop lets in as many as there are doors', async () => {
  assert.deepEqual([await mostInATurn(0), await mostInATurn(7)], [1, 8]);
});

test('when the door is shut all are, and who came in by any of them is answered first', async () => {
  const { server, open } = await serve();
  await openDoors(server, 7, backlog, log);
  const sockets = Array.from({ length: 32 }, open);
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const closed = once(server, 'close');
  await shutTheDoor(server);
  const refused = open();
  const [error] = await once(refused, 'error');
  assert.equal((error as NodeJS.ErrnoException).code, 'ECONNREFUSED');
  const answers = sockets.map(async (socket) => {
    socket.write('GET / HTTP/1.1\r\nhost: attune\r\n\r\n');
    return String((await once(socket, 'data'))[0]);
  });
  for (const answer of await Promise.all(answers)) assert.match(answer, /200 OK[\s\S]*here/);
  await closed;
});

test('a server that has closed before its further doors came has none', async () => {
  const { server } = await serve();
  const opened = openDoors(server, 7, backlog, log);
  server.close();
  assert.equal(await opened, 0);
});
