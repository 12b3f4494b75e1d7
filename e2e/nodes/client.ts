// Requests over keep-alive connections, as a shop's server makes them.
import { Agent, type IncomingMessage, request } from 'node:http';

export interface ClientRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly key?: string;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Keeps connections to nodes; ends them with `close`. What finds none free waits for one. */
export function openClient(maxSockets = 200) {
  const agent = new Agent({ keepAlive: true, maxSockets });
  /** Rejects when there is no answer; tries nothing twice. */
  const ask = (base: string, { method, path, key, body }: ClientRequest): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...(key !== undefined && { 'svc-api-key': key }),
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        }),
      };
      const outgoing = request(`${base}${path}`, { agent, method, headers });
      outgoing.on('error', reject);
      outgoing.once('response', (response) => read(response).then(resolve, reject));
      outgoing.end(text);
    });
  return { ask, close: () => agent.destroy() };
}

export type Client = ReturnType<typeof openClient>;

async function read(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() };
}

/** Did a connection fail before anything was sent on it? Then another node may be asked. */
export const isUnconnected = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).syscall === 'connect';
