// The tools over streamable HTTP, on the loopback address: each request brings its own key.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { mcpServers } from './server.ts';

const path = '/mcp';

export interface McpOverHttp {
  /** Of the API. */
  readonly url: string;
  readonly port: number;
  readonly canWrite: boolean;
}

/** Starts serving; resolves with the address. */
export async function serveMcp({ url, port, canWrite }: McpOverHttp): Promise<string> {
  const serverOf = mcpServers({ canWrite });
  const handler = createMcpHandler(({ requestInfo }) =>
    serverOf({ url, key: keyOf(requestInfo) ?? '' }),
  );
  const answer = async (request: Request): Promise<Response> =>
    // A page of the web that has found its way to this port is refused by what its browser says.
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins()) ??
    refusal(request) ??
    handler.fetch(request);
  const server = createServer((incoming, outgoing) => {
    exchange(incoming, outgoing, answer).catch(() => outgoing.destroy());
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed).listen(port, '127.0.0.1', done);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
}

const keyOf = (request: Request | undefined) =>
  /^Bearer +(\S+)$/i.exec(request?.headers.get('authorization') ?? '')?.[1];

function refusal(request: Request): Response | undefined {
  if (new URL(request.url).pathname !== path) {
    return new Response(`The address is ${path}.\n`, { status: 404 });
  }
  if (keyOf(request) !== undefined) return undefined;
  const headers = { 'www-authenticate': 'Bearer' };
  return new Response('Send an API key: "Authorization: Bearer KEY".\n', { status: 401, headers });
}

/** Lets a function of the web's types answer a request of Node's. */
async function exchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const { method = 'GET', headers, url = '' } = incoming;
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const request = new Request(new URL(url, `http://${headers.host}`), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    signal: gone.signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
  });
  const response = await answer(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) return void outgoing.end();
  await pipeline(Readable.fromWeb(response.body as never), outgoing);
}
