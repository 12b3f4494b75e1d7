// Thousands of connections that hardly move; runs in a process of its own.
//
// A third sends its headers a byte at a time, a third a body, and a third asks for more than the
// kernel's buffers hold and reads nothing. Reads a `SlowPlan` as JSON on standard input, writes a
// `SlowResult` on standard output. How long one lives is counted from when it was open.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
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
  readonly opened: number;
  /** By kind: how many were ended by the server, and after how many seconds the last one was. */
  readonly kinds: Readonly<
    Record<Kind, { readonly shed: number; readonly left: number; readonly lastSeconds: number }>
  >;
}

const kinds = ['headers', 'body', 'reader'] as const;
type Kind = (typeof kinds)[number];

const plan = JSON.parse(await text(process.stdin)) as SlowPlan;
const ages: Record<Kind, number[]> = { headers: [], body: [], reader: [] };
const begun: Record<Kind, number> = { headers: 0, body: 0, reader: 0 };
/** Between two bytes that one sends; each in its own time, since nobody keeps step with others. */
const trickleMs = 1_000;
/**
 * Of readers, who learn of their end by the second write after it: so much late at most, twice. Not
 * before one of them has to be gone: five bytes a second of each were a quarter of a crowd's cost.
 */
const probes = { afterMs: 2_500, eachMs: 200 } as const;

const started = performance.now();
for (let at = 0; at < plan.connections; ) {
  const due = ((performance.now() - started) / 1000) * plan.perSecond;
  for (; at < Math.min(due, plan.connections); at += 1) open(kinds[at % kinds.length]!);
  await delay(1);
}
setTimeout(finish, 1000 * plan.seconds);

function finish(): void {
  const told = kinds.map((kind) => {
    const shed = ages[kind].length;
    const lastSeconds = Math.max(0, ...ages[kind]) / 1000;
    return [kind, { shed, left: begun[kind] - shed, lastSeconds }];
  });
  const result = { opened: plan.connections, kinds: Object.fromEntries(told) };
  process.stdout.write(JSON.stringify(result), () => process.exit(0));
}

function open(kind: Kind): void {
  begun[kind] += 1;
  const socket = connect({ host: '127.0.0.1', port: plan.port });
  let openedAt = performance.now();
  let writing: NodeJS.Timeout | undefined;
  const write = () => void (socket.writable && socket.write('x'));
  socket.on('connect', () => {
    openedAt = performance.now();
    socket.write(opening(kind));
    const writeEach = (ms: number) => {
      if (!socket.destroyed) writing = setInterval(write, ms);
    };
    // A reader who does not read learns of the end when a write fails.
    if (kind === 'reader') setTimeout(writeEach, probes.afterMs, probes.eachMs);
    else writeEach(trickleMs);
  });
  // Whose data nobody takes stops reading by itself: the stream is never started.
  if (kind !== 'reader') socket.resume();
  socket.on('error', () => undefined);
  socket.once('close', () => {
    clearInterval(writing);
    ages[kind].push(performance.now() - openedAt);
  });
}

function opening(kind: Kind): string {
  const head = `host: localhost\r\nsvc-api-key: ${plan.key}\r\n`;
  if (kind === 'headers') return `GET /v2/keys/self HTTP/1.1\r\n${head}x-slow: `;
  const body = 'content-type: application/json\r\ncontent-length: 10000\r\n\r\n{';
  if (kind === 'body') return `POST /v2/serve/user/choose HTTP/1.1\r\n${head}${body}`;
  return `GET /openapi.json HTTP/1.1\r\n${head}\r\n`.repeat(50);
}
