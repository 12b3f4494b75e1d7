// Thousands of connections that hardly move; runs in a process of its own.
//
// A third sends its headers a byte at a time, a third a body, and a third asks for more than the
// kernel's buffers hold and reads nothing. Reads a `SlowPlan` as a line of JSON on standard input
// for each crowd, and writes a `SlowResult` as a line on standard output after it. How long one
// lives is counted from when it was open. One process makes all crowds: a new one would compile its
// code and ask for its memory again each time, which delays the other client, on whose core
// it is.
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

export interface SlowPlan {
  readonly port: number;
  readonly key: string;
  readonly connections: number;
  /** Opened in a second. */
  readonly perSecond: number;
  /** How long those that are left are looked at. */
  readonly seconds: number;
}

export interface SlowResult {
  /** By kind: how many were ended by the server, and after how many seconds the last one was. */
  readonly kinds: Readonly<
    Record<Kind, { readonly shed: number; readonly left: number; readonly lastSeconds: number }>
  >;
}

const kinds = ['headers', 'body', 'reader'] as const;
type Kind = (typeof kinds)[number];

interface Client {
  readonly kind: Kind;
  readonly socket: Socket;
  openedAt: number;
  endedAt: number | undefined;
}

/** Between two bytes that one sends; each at its own time, as independent clients do. */
const trickleMs = 1_000;
/**
 * Of readers, who learn of their end by the second write after it: so much late at most, twice. Not
 * before one of them has to be gone: five bytes a second of each were a quarter of a crowd's cost.
 */
const probes = { afterMs: 2_500, eachMs: 200 } as const;
/** Of those still open, so many are closed each millisecond. */
const letGoAtOnce = 5;

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await makeCrowd(JSON.parse(line) as SlowPlan))}\n`);
}

async function makeCrowd(plan: SlowPlan): Promise<SlowResult> {
  const clients: Client[] = [];
  const started = performance.now();
  while (clients.length < plan.connections) {
    const due = ((performance.now() - started) / 1000) * plan.perSecond;
    while (clients.length < Math.min(due, plan.connections)) {
      clients.push(open(kinds[clients.length % kinds.length]!, plan));
    }
    await delay(1);
  }
  await delay(1000 * plan.seconds);
  const result = { kinds: Object.fromEntries(kinds.map((kind) => [kind, fateOf(kind, clients)])) };
  const left = clients.filter(({ endedAt }) => endedAt === undefined);
  for (const [at, { socket }] of left.entries()) {
    socket.destroy();
    if (at % letGoAtOnce === 0) await delay(1);
  }
  return result as SlowResult;
}

function fateOf(kind: Kind, clients: readonly Client[]) {
  const ages = clients.flatMap(({ kind: own, openedAt, endedAt }) =>
    own === kind && endedAt !== undefined ? [endedAt - openedAt] : [],
  );
  const all = clients.filter((client) => client.kind === kind).length;
  const lastSeconds = ages.reduce((most, age) => Math.max(most, age), 0) / 1000;
  return { shed: ages.length, left: all - ages.length, lastSeconds };
}

function open(kind: Kind, plan: SlowPlan): Client {
  const socket = connect({ host: '127.0.0.1', port: plan.port });
  const client: Client = { kind, socket, openedAt: performance.now(), endedAt: undefined };
  let writing: NodeJS.Timeout | undefined;
  const write = () => void (socket.writable && socket.write('x'));
  socket.on('connect', () => {
    client.openedAt = performance.now();
    socket.write(opening(kind, plan));
    const writeEach = (ms: number) => {
      if (!socket.destroyed) writing = setInterval(write, ms);
    };
    // A reader who does not read learns of the end when a write fails.
    if (kind === 'reader') setTimeout(writeEach, probes.afterMs, probes.eachMs);
    else writeEach(trickleMs);
  });
  // A client whose data is not consumed stops reading: the stream is never started.
  if (kind !== 'reader') socket.resume();
  socket.on('error', () => undefined);
  socket.once('close', () => {
    clearInterval(writing);
    client.endedAt = performance.now();
  });
  return client;
}

function opening(kind: Kind, { key }: SlowPlan): string {
  const head = `host: localhost\r\nsvc-api-key: ${key}\r\n`;
  if (kind === 'headers') return `GET /v2/keys/self HTTP/1.1\r\n${head}x-slow: `;
  const body = 'content-type: application/json\r\ncontent-length: 10000\r\n\r\n{';
  if (kind === 'body') return `POST /v2/serve/user/choose HTTP/1.1\r\n${head}${body}`;
  return `GET /openapi.json HTTP/1.1\r\n${head}\r\n`.repeat(50);
}
