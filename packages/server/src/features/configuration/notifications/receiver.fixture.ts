// A receiver of webhooks on this machine: keeps what it is sent, and answers as a test says.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Answers so from now on; `hang`: not at all. */
  readonly answer: (with_: { status?: number; headers?: Record<string, string> } | 'hang') => void;
  readonly close: () => Promise<void>;
}

/** Opens one on 127.0.0.1, which answers 204. */
export async function openReceiver(): Promise<Receiver> {
  let answering: Parameters<Receiver['answer']>[0] = {};
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = '', headers } = request;
    const body = (await request.toArray()).join('');
    received.push({ path, headers, body });
    if (answering !== 'hang') response.writeHead(answering.status ?? 204, answering.headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (with_) => {
      answering = with_;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
