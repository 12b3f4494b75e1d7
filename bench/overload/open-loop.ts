// Arrivals that do not wait for answers, as visitors do not; runs in a process of its own.
//
// Each stream of an `ArrivalPlan` is a Poisson process. An arrival takes a connection that is free,
// or opens one as long as the stream may; where it finds none it goes away, and counts as unsent.
// Reads the plan as JSON on standard input, writes an `ArrivalResult` on standard output.
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { lengthOf, statusOf } from '../support/answer.ts';
import { templateOf, userIdOf } from '../support/load.ts';
import {
  type ArrivalPlan,
  type ArrivalResult,
  openSamples,
  type Second,
  type Stream,
  summarise,
} from './plan.ts';

interface Connection {
  readonly socket: Socket;
  sentAt: number;
  /** The second of the plan in which the request was sent; -1 while there is none. */
  second: number;
  /** Its request's bytes: nobody reads them any more when the next is sent. */
  readonly sent: Buffer;
  /** What has come of an answer that is not whole yet. */
  held: Buffer | undefined;
}

const plan = JSON.parse(await text(process.stdin)) as ArrivalPlan;
let draw = plan.seed >>> 0;
const random = () => {
  draw = (Math.imul(draw, 1_664_525) + 1_013_904_223) >>> 0;
  return (draw + 1) / 2 ** 32;
};
/** It is never notified: to wait for it leaves the core to others, and timers are too coarse. */
const bell = new Int32Array(new SharedArrayBuffer(4));
const pauseMs = 0.05;
/** After the last arrival: far beyond what a request may wait before it is refused. */
const answeredWithinMs = 30_000;
const retryAfter = '\r\nretry-after: ';
/** All answers are read into it, one after the other. What makes garbage here is late for it. */
const readInto = Buffer.alloc(64 * 1024);
const started = performance.now();
const length = plan.phases.reduce((sum, { seconds }) => sum + seconds, 0);
const streams = plan.streams.map(openStream);
const results = await new Promise<ArrivalResult['streams']>((done) => {
  const turn = () => {
    const now = performance.now() - started;
    let arrived = 0;
    for (const { arrive } of streams) arrived += arrive(now);
    if (arrived === 0) Atomics.wait(bell, 0, 0, pauseMs);
    if (now < 1000 * length) setImmediate(turn);
    else void allAnswered().then(() => done(streams.map(({ end }) => end())));
  };
  turn();
});
process.stdout.write(JSON.stringify({ streams: results } satisfies ArrivalResult), () =>
  process.exit(0),
);

/** Resolves when nothing is unanswered, or will be any more. */
async function allAnswered(): Promise<void> {
  const givenUpAt = performance.now() + answeredWithinMs;
  while (streams.some(({ countUnanswered }) => countUnanswered() > 0)) {
    if (performance.now() > givenUpAt) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** How many times its base rate a stream has at a time of the plan. */
function factorAt(stream: Stream, ms: number): number {
  let end = 0;
  for (const { seconds, factors } of plan.phases) {
    end += 1000 * seconds;
    if (ms < end) return factors[stream.name] ?? 0;
  }
  return 0;
}

function openStream(stream: Stream) {
  const { fill, most } = fillerOf(stream);
  const seconds: Second[] = Array.from({ length }, emptySecond);
  const free: Connection[] = [];
  const all = new Set<Connection>();
  let firstFailure: string | undefined;
  const fail = (second: number, what: string) => {
    seconds[second]!.failed += 1;
    firstFailure ??= what;
  };
  let nextAt = 0;

  /** Sends what is due; answers how many requests arrived. */
  function arrive(now: number): number {
    let arrived = 0;
    while (nextAt <= now) {
      const factor = factorAt(stream, nextAt);
      // A stream that is silent in a phase looks again soon.
      if (factor === 0) nextAt += 10;
      else {
        request(nextAt);
        arrived += 1;
        nextAt += (-1000 * Math.log(random())) / (stream.perSecond * factor);
      }
    }
    return arrived;
  }

  function request(at: number): void {
    const second = Math.min(Math.floor(at / 1000), length - 1);
    seconds[second]!.arrivals += 1;
    const connection = free.pop() ?? (all.size < stream.connections ? openConnection() : undefined);
    if (!connection) {
      seconds[second]!.unsent += 1;
      return;
    }
    connection.second = second;
    // From when it arrived, and not from when this loop came round to it.
    connection.sentAt = started + at;
    seconds[second]!.delays.add(performance.now() - connection.sentAt);
    connection.socket.write(fill(connection.sent));
  }

  function openConnection(): Connection {
    const onread = {
      buffer: readInto,
      callback: (length: number) => {
        if (receive(connection, readInto.subarray(0, length), seconds, fail)) free.push(connection);
        return true;
      },
    };
    const socket = connect({ host: '127.0.0.1', port: plan.port, noDelay: true, onread });
    const sent = Buffer.alloc(most);
    const connection: Connection = { socket, sentAt: 0, second: -1, sent, held: undefined };
    all.add(connection);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      all.delete(connection);
      const at = free.indexOf(connection);
      if (at >= 0) free.splice(at, 1);
      if (connection.second >= 0) fail(connection.second, 'its connection was closed');
    });
    return connection;
  }

  const countUnanswered = () => [...all].filter(({ second }) => second >= 0).length;
  const end = () => {
    const unanswered = countUnanswered();
    return { name: stream.name, seconds: seconds.map(summarise), firstFailure, unanswered };
  };
  return { arrive, countUnanswered, end };
}

function emptySecond(): Second {
  const counts = { arrivals: 0, served: 0, unsent: 0, shed: 0, failed: 0 };
  const [latencies, shedLatencies, delays] = [openSamples(), openSamples(), openSamples()];
  return { ...counts, latencies, shedLatencies, delays };
}

/** Writes a stream's requests in turn, each for a user drawn from all of them; and their most. */
function fillerOf({ requests, users }: Stream) {
  const templates = requests.map(templateOf);
  let sent = 0;
  return {
    most: Math.max(...templates.map(({ bytes }) => bytes.length)),
    fill(into: Buffer): Buffer {
      const { bytes, places } = templates[sent % templates.length]!;
      sent += 1;
      bytes.copy(into);
      const id = userIdOf(Math.floor(random() * users));
      for (const place of places) into.write(id, place, 'latin1');
      return into.subarray(0, bytes.length);
    },
  };
}

/** Takes in a part of an answer; is it the whole now? */
function receive(
  connection: Connection,
  chunk: Buffer,
  seconds: readonly Second[],
  fail: (second: number, what: string) => void,
): boolean {
  const { held, second } = connection;
  const bytes = held ? Buffer.concat([held, chunk]) : chunk;
  if (second < 0 || bytes.length < lengthOf(bytes)) {
    connection.held = Buffer.from(bytes);
    return false;
  }
  const ms = performance.now() - connection.sentAt;
  const into = seconds[second]!;
  const status = statusOf(bytes);
  if (status >= 200 && status < 300) {
    into.latencies.add(ms);
    const now = Math.floor((performance.now() - started) / 1000);
    seconds[Math.min(now, length - 1)]!.served += 1;
  } else if (status === 503 && bytes.includes(retryAfter)) {
    into.shed += 1;
    into.shedLatencies.add(ms);
  } else fail(second, bytes.toString('utf8', 0, 1_000));
  connection.held = undefined;
  connection.second = -1;
  return true;
}
