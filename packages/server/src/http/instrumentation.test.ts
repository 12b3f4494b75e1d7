// Instrumentation that listens to Node's channels sees every request, however it is answered.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { after, test } from 'node:test';
import { eventually, testServer } from '../testing.ts';
import { askOf } from './requests.fixture.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);
const ask = askOf(server.url);
const { port } = new URL(server.url);

/** Of the requests to this server, from now on: those that a channel told of. */
function listen(channel: string) {
  const seen: string[] = [];
  const note = (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    if (String(request.socket.localPort) === port) seen.push(`${request.method} ${request.url}`);
  };
  subscribe(channel, note);
  return { seen, stop: () => unsubscribe(channel, note) };
}

test('diagnostics_channel tells of the start and the end of every request', async () => {
  const key = await server.test.key(['serve', 'collect']);
  const started = listen('http.server.request.start');
  const finished = listen('http.server.response.finish');
  const user = { cuid: 'ada', cuidType: 'external' };
  const event = { name: 'Quiz', properties: { svcType: 'custom-v1' } };
  const requests: [string, string, object?][] = [
    ['POST', '/v2/serve/user/choose', { key, body: { user, selector: { names: ['none'] } } }],
    ['POST', '/v2/collect/user/event', { key, body: { user, events: [event] } }],
    ['POST', '/v2/serve/user/choose', { body: {} }],
    ['GET', '/v2/keys/self', { key }],
    ['GET', '/healthz'],
    ['GET', '/openapi.json'],
    ['GET', '/console'],
    ['GET', '/nowhere'],
    ['GET', '/%zz'],
  ];
  for (const [method, path, sent] of requests) await ask(method, path, sent);
  const expected = requests.map(([method, path]) => `${method} ${path}`);
  await eventually(async () => finished.seen.length >= expected.length);
  started.stop();
  finished.stop();
  assert.deepEqual(started.seen, expected);
  assert.deepEqual(finished.seen.toSorted(), expected.toSorted());
});
