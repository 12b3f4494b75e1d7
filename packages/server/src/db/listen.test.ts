// Listening ends when it is stopped, in whatever state its connection is.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { createLog } from '../log/log.ts';
import { listen } from './listen.ts';

test('a listener that stops while it is connecting does not wait for the connection', async () => {
  // Refuses the first connection, and leaves the second one without an answer.
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    if (connections === 1) socket.destroy();
    else socket.on('error', () => undefined).resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const listener = await listen({
    target: { url: `postgresql://nobody@127.0.0.1:${port}/nothing` },
    channel: 'any',
    onMessage: () => undefined,
    onReconnect: () => undefined,
    log: createLog('silent'),
  });
  await once(server, 'connection');
  assert.equal(connections, 2);
  await listener.close();
  server.close();
});
