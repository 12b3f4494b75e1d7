// A small HTTP server of a test, which answers as the test says and keeps what it was sent.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
  readonly body: any;
}

export interface Listening {
  readonly url: string;
  readonly received: readonly Received[];
}

/** Answers the request with this number, from 0. */
export type Answering = (response: ServerResponse, at: number, received: Received) => void;

/** Listens until the test file is done. */
export async function listen(answer: Answering): Promise<Listening> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const text = Buffer.concat(await request.toArray()).toString();
    const one = { method, path, headers, body: text === '' ? undefined : JSON.parse(text) };
    received.push(one);
    answer(response, received.length - 1, one);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** Answers JSON. */
export function json(response: ServerResponse, body: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Answers a problem of the service. */
export function problem(response: ServerResponse, status: number, code: string, headers = {}) {
  const body = { status, code, title: code, detail: 'As a test wants it.', traceId: '' };
  const type = { 'content-type': 'application/problem+json' };
  json(response, body, status, { ...type, ...headers });
}

/** Answers choose with a variation for every selector, or with a control group's nothing. */
export function choices(response: ServerResponse, { body }: Received, isControl = false): void {
  const names: string[] = body.selector?.names ?? [];
  const analyticsMetadata = {
    ...{ campaignId: 1, campaignName: 'Hero' },
    ...{ experienceId: 2, experienceName: 'Everybody', variationId: 3, variationName: 'Bold' },
  };
  const variation = {
    id: 3,
    payload: { type: 'CUSTOM_JSON', data: { headline: 'Bold' } },
    analyticsMetadata,
  };
  json(response, {
    choices: names.map((name) => ({
      ...{ id: 1, name, type: 'DECISION', groups: [], decisionId: `decision of ${name}` },
      variations: isControl ? [] : [variation],
    })),
    cookies: [],
  });
}
