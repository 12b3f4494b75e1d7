// A server whose feeds are fetched from this machine, which only these tests may ask.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { feedServer } from '../feeds.fixture.ts';
import { runDuePulls } from './run.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export const never = new AbortController().signal;
export const schedule = { everyMinutes: 60 };

/** Answers a text with an entity tag. */
export const csv =
  (text: string, tag = '"one"'): Answer =>
  (_, response) => {
    response.setHeader('etag', tag);
    response.end(text);
  };

/** Starts it, with an HTTP server to fetch from. */
export async function pullServer() {
  const server = await feedServer({ PULL_ALLOWED_HOSTS: '127.0.0.1' });
  const { call, feed, ctx } = server;
  const source = { answer: (() => undefined) as Answer, seen: [] as IncomingMessage[] };
  const http = createServer((request, response) => {
    source.seen.push(request);
    source.answer(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const at = (path: string) => `http://127.0.0.1:${port}${path}`;
  /** Sets a pull of a feed. */
  const set = async (id: string, body: object, name = 'main') => {
    const answered = await call('PUT', `/v2/feeds/${id}/pull?name=${name}`, { schedule, ...body });
    assert.equal(answered.status, 200, JSON.stringify(answered.body));
    return answered.body.pull;
  };
  const lastRun = async (id: string, name = 'main') => {
    const { body } = await call('GET', `/v2/feeds/${id}/pull/runs?limit=1&name=${name}`);
    return body.runs[0];
  };
  return {
    ...{ server, source, port, at, set, lastRun },
    /** Has a feed fetched at once, and gives the run. */
    pull: async (id: string, name = 'main') => {
      const asked = await call('POST', `/v2/feeds/${id}/pull/run?name=${name}`);
      assert.equal(asked.status, 202);
      await runDuePulls(ctx, never);
      return lastRun(id, name);
    },
    fetchedFrom: async (path: string, more: object = {}) => {
      const id = await feed();
      await set(id, { url: at(path), ...more });
      return id;
    },
    close: async () => {
      http.closeAllConnections();
      http.close();
      await server.close();
    },
  };
}
