// A small load balancer: asks each node whether it is ready, and sends requests to those that are.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, type ClientRequest, isUnconnected, openClient } from './client.ts';

export interface Balancer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const askMs = 200;

/** Stands before nodes. Tries another one only where no connection could be made. */
export async function startBalancer(nodes: readonly string[]): Promise<Balancer> {
  const client = openClient();
  const ready = new Set<string>();
  let turn = 0;

  async function look(node: string): Promise<void> {
    const answer = await client
      .ask(node, { method: 'GET', path: '/readyz' })
      .catch(() => undefined);
    if (answer?.status === 200) ready.add(node);
    else ready.delete(node);
  }

  async function forward(asked: ClientRequest): Promise<Answer> {
    for (let tries = 0; tries < nodes.length; tries++) {
      turn += 1;
      const node = [...ready][turn % ready.size];
      if (node === undefined) break;
      try {
        return await client.ask(node, asked);
      } catch (error) {
        if (!isUnconnected(error)) throw error;
        ready.delete(node);
      }
    }
    throw new Error('no node is ready');
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { status, text } = await forward(await readAsked(request));
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    } catch (error) {
      response.writeHead(502).end(`the balancer: ${error}`);
    }
  }

  await Promise.all(nodes.map(look));
  const looking = setInterval(() => nodes.forEach((node) => void look(node)), askMs);
  // It keeps connections for as long as their clients do: to end one loses what is on its way.
  const options = { keepAliveTimeout: 0 };
  const server = createServer(options, (request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(looking);
      client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readAsked(request: IncomingMessage): Promise<ClientRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return {
    method: request.method === 'GET' ? 'GET' : 'POST',
    path: request.url ?? '/',
    key: String(request.headers['svc-api-key']),
    ...(text !== '' && { body: JSON.parse(text) }),
  };
}
