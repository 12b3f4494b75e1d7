// Visitors of the shop; runs in a process of its own.
//
// Reads a `VisitPlan` as JSON on standard input, writes a `VisitResult` on standard output. On a
// core of its own it never sleeps: to wake a virtual core costs the process that writes to it,
// which is the server.
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { lengthOf, statusOf } from '../support/answer.ts';
import { requestText } from '../support/load.ts';
import { type EventKind, pagesOfVisitor, type VisitPlan, type VisitResult } from './plan.ts';
import { eventRequest, newVisitor, pageRequest, type ShopRequest, type Visitor } from './visit.ts';

interface Connection {
  readonly socket: Socket;
  visitor: Visitor | undefined;
  request: ShopRequest | undefined;
  dueAt: number;
  held: Buffer;
}

/** Beyond, pages wait: the server does not keep up by far. */
const mostConnections = 500;
/** Of the pages of those who are there, until there are enough of them: a new visitor's first. */
const newShare = 0.25;

const plan = JSON.parse(await text(process.stdin)) as VisitPlan;
const total = plan.visitors * pagesOfVisitor;
const closed = 'connections' in plan.load ? plan.load.connections : undefined;
const most = closed ?? mostConnections;
let draw = (plan.firstVisitor + 1) >>> 0;
const random = () => {
  draw = (Math.imul(draw, 1_664_525) + 1_013_904_223) >>> 0;
  return (draw + 1) / 2 ** 32;
};

/** Who reads a page, the longest first. */
const reading: Visitor[] = [];
let begun = 0;
let present = 0;
/** When pages were due that have not been sent. */
const due: number[] = [];
const idle: Connection[] = [];
let open = 0;
let dueCount = 0;
let nextDueAt = 0;
let answered = 0;
let failed = 0;
let firstFailure: string | undefined;
const events: Record<EventKind, number> = { pageview: 0, 'add-to-cart': 0, purchase: 0 };
const latencies: number[] = [];
const delays: number[] = [];

const started = performance.now();
const seconds = await new Promise<number>((done) => {
  const turn = () => {
    const now = performance.now() - started;
    arrive(now);
    while (due.length > 0 && (idle.length > 0 || open < most)) {
      const visitor = nextVisitor();
      if (!visitor) break;
      askForPage(idle.pop() ?? openConnection(), visitor, due.shift()!);
    }
    if (answered < total) plan.sleeps ? setTimeout(turn, 1) : setImmediate(turn);
    else done((performance.now() - started) / 1000);
  };
  turn();
});
latencies.sort((a, b) => a - b);
delays.sort((a, b) => a - b);
const at = (from: readonly number[], share: number) => from[Math.floor(share * (from.length - 1))]!;
const result: VisitResult = {
  ...{ pages: total, events, seconds, failed, firstFailure },
  p50Ms: at(latencies, 0.5),
  p99Ms: at(latencies, 0.99),
  lateP99Ms: at(delays, 0.99),
};
process.stdout.write(JSON.stringify(result), () => process.exit(0));

/** Has the pages come that are due: at random times, or as connections are free for them. */
function arrive(now: number): void {
  if ('connections' in plan.load) {
    const free = plan.load.connections - (open - idle.length);
    for (; dueCount < total && due.length < free; dueCount += 1) due.push(now);
    return;
  }
  for (; dueCount < total && nextDueAt <= now; dueCount += 1) {
    due.push(nextDueAt);
    nextDueAt += (-1000 * Math.log(random())) / plan.load.perSecond;
  }
}

/** A new visitor, or the one who has read for the longest time; none while all of them wait. */
function nextVisitor(): Visitor | undefined {
  const isNew = reading.length === 0 || (present < plan.atOnce && random() < newShare);
  if (begun === plan.visitors || !isNew) return reading.shift();
  present += 1;
  begun += 1;
  return newVisitor(plan.firstVisitor + begun - 1);
}

function askForPage(connection: Connection, visitor: Visitor, dueAt: number): void {
  delays.push(performance.now() - started - dueAt);
  connection.visitor = visitor;
  connection.dueAt = dueAt;
  send(connection, pageRequest(visitor, plan.products));
}

function send(connection: Connection, request: ShopRequest): void {
  connection.request = request;
  const { path, body } = request;
  connection.socket.write(requestText({ method: 'POST', path, key: plan.key }, body));
}

function openConnection(): Connection {
  const socket = connect({ host: '127.0.0.1', port: plan.port, noDelay: true });
  const connection: Connection = {
    ...{ socket, visitor: undefined, request: undefined, dueAt: 0, held: Buffer.alloc(0) },
  };
  open += 1;
  socket.on('error', (error) => end(`A connection failed: ${error.message}`));
  socket.on('close', () => {
    if (connection.request) end('A connection was closed before its answer.');
    open -= 1;
    const place = idle.indexOf(connection);
    if (place >= 0) idle.splice(place, 1);
  });
  socket.on('data', (chunk: Buffer) => {
    const { held } = connection;
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
    const isWhole = bytes.length >= lengthOf(bytes);
    connection.held = isWhole ? Buffer.alloc(0) : bytes;
    if (isWhole) receive(connection, bytes);
  });
  return connection;
}

/** Takes in a whole answer; then the visitor reports something, or reads the page. */
function receive(connection: Connection, bytes: Buffer): void {
  const { visitor, request, dueAt } = connection;
  connection.request = undefined;
  if (!visitor || !request) end('An answer came without a request.');
  const fault = faultOf(bytes, request, visitor);
  if (fault !== undefined) {
    failed += 1;
    firstFailure ??= `${fault}: ${bytes.toString().slice(0, 1_000)}`;
  }
  events[request.event] += 1;
  if (request.event === 'pageview') {
    latencies.push(performance.now() - started - dueAt);
    visitor.pages += 1;
    const report = eventRequest(visitor, plan.products);
    if (report) {
      send(connection, report);
      return;
    }
  }
  connection.visitor = undefined;
  idle.push(connection);
  answered += 1;
  if (visitor.pages < pagesOfVisitor) reading.push(visitor);
  else present -= 1;
}

/** What is wrong with an answer. A visitor's first has the user id that they send afterwards. */
function faultOf(bytes: Buffer, request: ShopRequest, visitor: Visitor): string | undefined {
  const status = statusOf(bytes);
  if (status < 200 || status > 299) return `Answered ${status}`;
  if (request.event !== 'pageview' || visitor.user !== '') return undefined;
  const answer = JSON.parse(bytes.toString('utf8', bytes.indexOf('\r\n\r\n') + 4)) as ShopAnswer;
  const cookieOf = (name: string) => answer.cookies.find((one) => one.name === name)?.value ?? '';
  visitor.user = cookieOf('_svcid_server');
  visitor.session = cookieOf('_svcjsession');
  if (visitor.user === '' || visitor.session === '') return 'Without the cookies';
  const slots = answer.choices[1]?.variations[0]?.payload.data.slots ?? [];
  return answer.choices[0]?.variations.length === 1 && slots.length > 0
    ? undefined
    : 'Without the hero or without products';
}

interface ShopAnswer {
  readonly cookies: readonly { readonly name: string; readonly value: string }[];
  readonly choices: readonly {
    readonly variations: readonly {
      readonly payload: { readonly data: { readonly slots?: readonly unknown[] } };
    }[];
  }[];
}

/** Ends the run: what it would measure is not what it is to. */
function end(reason: string): never {
  console.error(reason);
  process.exit(1);
}
