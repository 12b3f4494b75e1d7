// Asks an HTTP server as fast as it answers, over some connections; runs in a process of its own.
//
// Reads a `LoadPlan` as JSON on standard input, writes a `LoadResult` on standard output.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { LoadPlan, LoadResult } from './load.ts';
import { templateOf, userIdOf } from './load.ts';

const plan = JSON.parse(await text(process.stdin)) as LoadPlan;
const templates = plan.requests.map(templateOf);
const latencies: number[] = [];
const endAt = performance.now() + 1000 * plan.seconds;
let sent = 0;
let failed = 0;
let firstFailure: string | undefined;
let draw = plan.seed >>> 0;
const started = performance.now();
// A virtual core that sleeps is woken at the expense of who writes to it: up to 30 us a request,
// which would be charged to the slower side alone. So this one never sleeps.
let isDone = false;
const stayAwake = () => void (isDone || setImmediate(stayAwake));
stayAwake();
await Promise.all(Array.from({ length: plan.connections }, runConnection));
isDone = true;
const seconds = (performance.now() - started) / 1000;
latencies.sort((a, b) => a - b);
const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))] ?? 0;
const result: LoadResult = {
  requests: latencies.length,
  failed,
  firstFailure,
  seconds,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
};
process.stdout.write(JSON.stringify(result));

/** The next request, for the next user: in their order, or any of them. */
function nextRequest(): Buffer {
  const { bytes, places } = templates[sent % templates.length]!;
  const { count, order } = plan.users;
  draw = (Math.imul(draw, 1_664_525) + 1_013_904_223) >>> 0;
  const number = order === 'each' ? sent % count : Math.floor((draw / 2 ** 32) * count);
  sent += 1;
  const id = userIdOf(number);
  for (const place of places) bytes.write(id, place, 'latin1');
  return bytes;
}

function isOver(): boolean {
  return plan.total === undefined ? performance.now() >= endAt : sent >= plan.total;
}

function runConnection(): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect({ host: '127.0.0.1', port: plan.port, noDelay: true });
    let began = 0;
    let held = '';
    const ask = () => {
      if (isOver()) {
        socket.end();
        done();
        return;
      }
      began = performance.now();
      // A copy: the socket may still hold the bytes when the template is filled in again.
      socket.write(Buffer.from(nextRequest()));
    };
    socket.on('connect', ask);
    socket.on('error', fail);
    socket.on('data', (chunk: Buffer) => {
      held += chunk.toString('latin1');
      const headEnd = held.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const found = /content-length: (\d+)/i.exec(held.slice(0, headEnd));
      if (held.length < headEnd + 4 + Number(found?.[1] ?? 0)) return;
      if (held[9] !== '2') {
        failed += 1;
        firstFailure ??= held;
      }
      held = '';
      latencies.push(performance.now() - began);
      ask();
    });
  });
}
