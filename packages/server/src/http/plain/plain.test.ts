// Plain requests are read as Node reads them, however they are cut, and all else is left to Node.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { createLog } from '../../log/log.ts';
import { createMetrics } from '../../log/metrics.ts';
import { keepAnteroom } from '../anteroom.ts';
import { arrivalLimits } from '../arrival-limits.ts';
import { noteRequests } from '../last.ts';
import { answerUnreadable } from '../unreadable.ts';
import { readPlainRequests } from './connection.ts';
import { type HttpRequest, type HttpResponse, PlainRequest } from './exchange.ts';
import { readHead } from './head.ts';

/** How many requests of a server were read by whom. */
interface Counts {
  plain: number;
  others: number;
}

/** Answers what it was asked. What is called `/refused` is answered before its body is here. */
async function echoServer(prepare: (server: Server) => void) {
  const counts: Counts = { plain: 0, others: 0 };
  const server = createServer((request: HttpRequest, response: HttpResponse) => {
    counts[request instanceof PlainRequest ? 'plain' : 'others'] += 1;
    const answer = (body: string) => {
      const { method, url, headers } = request;
      const said = JSON.stringify({ method, url, headers, body });
      response.writeHead(200, ['content-length', String(Buffer.byteLength(said))]);
      response.end(said);
    };
    if (request.url === '/refused') {
      response.writeHead(403, ['content-length', '2']);
      response.end('no');
    } else if (request instanceof IncomingMessage) text(request).then(answer, () => undefined);
    else if (request instanceof PlainRequest) {
      const found = () => answer(request.takeBody().toString());
      if (request.complete) found();
      else request.once('end', found);
    }
  });
  server.keepAliveTimeout = 72_000;
  noteRequests(server);
  server.on('clientError', answerUnreadable(createLog('silent')));
  prepare(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { server, port, counts };
}

const isTaken = ({ url }: { url: string }) => url !== '/other';
const mixed = await echoServer((server) => {
  readPlainRequests(server, isTaken);
  const gate = { isFull: () => false, patienceMs: () => 0, mostWaiting: 0 };
  const context = { log: createLog('silent'), metrics: createMetrics() };
  keepAnteroom(server, { ...context, limits: arrivalLimits, gate });
});
const nodes = await echoServer(() => undefined);

/** All that is answered to some bytes, sent in pieces; dates and trace ids are left out. */
async function answersOf(port: number, pieces: readonly Buffer[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => undefined);
  const answered = text(socket);
  answered.catch(() => undefined);
  for (const piece of pieces) {
    if (!socket.writable) break;
    socket.write(piece);
    // Else the kernel would put them together again.
    for (let turns = 0; turns < 3; turns += 1) await turn();
  }
  socket.end();
  const answers = (await answered).replaceAll(/^Date: .*\r\n/gim, '');
  return answers.replaceAll(/[0-9a-f]{32}/g, 'trace id').toLowerCase();
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % bytes.length)), bytes.length];
  ends.sort((a, b) => a - b);
  return ends.map((end, at) => bytes.subarray(at === 0 ? 0 : ends[at - 1], end));
}

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values);
/** Mostly the usual, now and then what is odd. */
const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, weight = 9) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd });
const name = oneOf('X-A', 'x-b', 'Cookie', 'accept', 'User-Agent', 'traceparent', 'origin');
const value = mostly(
  fc.oneof(fc.string({ maxLength: 12 }), oneOf('', ' a ', '\ta\tb\t', '"x:y"', '::')),
  oneOf('é', 'a\rb', 'a\nb', '\0', '\x7f'),
);
const separator = mostly(oneOf(':', ': ', ':\t'), oneOf(' : '), 20);
const field = fc.tuple(name, separator, value).map((parts) => parts.join(''));
const oddity = oneOf(
  'Connection: close',
  'Connection: keep-alive',
  'connection: Keep-Alive, x',
  'Proxy-Connection: close',
  'Content-Length: 2',
  'Content-Length: +2',
  'Content-Length: 1, 1',
  'Transfer-Encoding: chunked',
  'Expect: 100-continue',
  'Host: b',
  ' folded',
  'no colon',
  '__proto__: x',
  'constructor: x',
);
const request = fc
  .record({
    line: fc.tuple(
      mostly(oneOf('POST', 'GET', 'OPTIONS'), oneOf('HEAD', 'get', 'BREW')),
      mostly(
        oneOf('/a', '/a?b=%20', '/refused'),
        oneOf('/other', '/a#b', '*', 'http://h/a', '/é', '/a b'),
      ),
      mostly(oneOf('HTTP/1.1'), oneOf('HTTP/1.0', 'HTTP/1.2', ''), 20),
    ),
    fields: fc.uniqueArray(field, { maxLength: 4, selector: (one) => one.split(':')[0] }),
    oddities: mostly(fc.constant<string[]>([]), fc.array(oddity, { maxLength: 2 }), 5),
    end: mostly(oneOf('\r\n'), oneOf('\n', '\r\n '), 20),
    body: fc.option(fc.string({ maxLength: 40 }), { nil: undefined }),
  })
  .map(({ line, fields, oddities, end, body }) => {
    const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
    const head = [line.join(' '), 'Host: attune', ...fields, ...oddities, ...length].join(end);
    return Buffer.from(`${head}${end}${end}${body ?? ''}`);
  });

/** What is sent behind a request that closes is a reset's to lose, whoever reads. */
function upToTheLast(requests: readonly Buffer[]): Buffer {
  const last = requests.findIndex((one) => /connection: close|HTTP\/1\.0/i.test(String(one)));
  return Buffer.concat(last < 0 ? requests : requests.slice(0, last + 1));
}

test('whatever is sent, and however it is cut, is answered as Node alone would', async () => {
  const sent = fc.tuple(
    fc.array(request, { minLength: 1, maxLength: 4 }),
    fc.array(fc.nat(), { maxLength: 5 }),
  );
  await fc.assert(
    fc.asyncProperty(sent, async ([requests, places]) => {
      const pieces = cut(upToTheLast(requests), places);
      const [read, wanted] = await Promise.all([
        answersOf(mixed.port, pieces),
        answersOf(nodes.port, pieces),
      ]);
      assert.equal(read, wanted);
    }),
    { numRuns: Number(process.env['RUNS'] ?? 400) },
  );
  assert.ok(mixed.counts.plain > 100 && mixed.counts.others > 40, JSON.stringify(mixed.counts));
});

test('what is read of a head is what Node reads, in time in proportion to its length', () => {
  const head = ['POST /a?b=c HTTP/1.1', 'Host: attune', 'X-Y:\t z ', 'content-length: 12'];
  assert.deepEqual(readHead(head.join('\r\n')), {
    method: 'POST',
    url: '/a?b=c',
    headers: { host: 'attune', 'x-y': 'z', 'content-length': '12' },
    bodyBytes: 12,
    isLast: false,
  });
  for (const odd of [
    'Host: b',
    'upgrade: x',
    'content-length: 12',
    'a b: c',
    'é: x',
    'x: é',
    'x',
  ]) {
    assert.equal(readHead([...head, odd].join('\r\n')), undefined, odd);
  }
  const long = `${head.join('\r\n')}\r\nx:${' \t'.repeat(1_000_000)}`;
  assert.equal(readHead(`${long}\0`), undefined);
});

const plainPost = 'POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}';

test('one after the other over a connection, the plain ones stay here', async () => {
  const before = { ...mixed.counts };
  const answers = await answersOf(mixed.port, [Buffer.from(plainPost.repeat(50))]);
  assert.equal(answers.match(/http\/1\.1 200 ok/g)?.length, 50);
  assert.equal(mixed.counts.plain - before.plain, 50);
});

test('of what is sent ahead and is Node’s to read, one request is made at a time', async () => {
  const made: ServerResponse[] = [];
  const server = createServer((_request, response) => void made.push(response));
  readPlainRequests(server, () => false);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const answers = text(socket);
  const last = 'POST /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}';
  socket.write('GET /a HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(9) + last);
  for (let nth = 1; nth <= 10; nth += 1) {
    while (made.length < nth) await turn();
    for (let turns = 0; turns < 10; turns += 1) await turn();
    assert.equal(made.length, nth);
    made.at(-1)?.end('answered');
  }
  assert.equal((await answers).match(/answered/g)?.length, 10);
  server.close();
});

test('who sends some ahead and says at once that this was all gets all answers', async () => {
  const ahead = Buffer.from('POST /other HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
  assert.equal((await answersOf(mixed.port, [ahead])).match(/200 ok/g)?.length, 3);
});

test('who asks on without reading is not read either, and gets all his answers once he reads', async () => {
  const arrived = once(mixed.server, 'connection');
  const socket = connect(mixed.port, '127.0.0.1');
  const many = 20_000;
  const long = plainPost.replace('/a', `/a?${'long'.repeat(200)}`);
  socket.write(long.repeat(many));
  socket.end();
  const [taken] = (await arrived) as [Socket];
  // His own buffers and the kernel's are full of answers once nothing moves any more.
  for (let before = -1; before < taken.bytesRead || taken.bytesRead === 0; ) {
    before = taken.bytesRead;
    await pause(100);
  }
  assert.ok(taken.bytesRead < 0.9 * many * long.length, String(taken.bytesRead));
  const answers = await text(socket);
  assert.equal(answers.match(/HTTP\/1\.1 200 OK/g)?.length, many);
});

test('who was cut off is not answered any more, whatever he sends on', async () => {
  const cut = Promise.withResolvers<void>();
  const server = createServer((incoming: HttpRequest, response: HttpResponse) => {
    assert.ok(incoming instanceof PlainRequest);
    incoming.once('end', () => response.end('late'));
    incoming.socket.end('HTTP/1.1 408 Request Timeout\r\n\r\n', cut.resolve);
  });
  readPlainRequests(server, isTaken);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{');
  await cut.promise;
  socket.end(`}${plainPost}`);
  assert.equal(await text(socket), 'HTTP/1.1 408 Request Timeout\r\n\r\n');
  server.close();
});

test('idle connections are closed with the server, those that wait for an answer are not', async () => {
  const held = Promise.withResolvers<HttpResponse>();
  const server = createServer((incoming: HttpRequest, response: HttpResponse) => {
    if (incoming.url === '/held') held.resolve(response);
    else response.end();
  });
  readPlainRequests(server, isTaken);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const idle = connect(port, '127.0.0.1');
  idle.write(plainPost);
  await once(idle, 'data');
  const busy = connect(port, '127.0.0.1');
  busy.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n');
  const response = await held.promise;
  const closed = once(server, 'close');
  server.close();
  await once(idle.resume(), 'close');
  assert.equal(busy.closed, false);
  response.setHeader('connection', 'close');
  response.end();
  assert.match(await text(busy), /Connection: close/);
  await closed;
});

test('of a request that was answered, an idle connection keeps neither fields nor body', async () => {
  const seen: PlainRequest[] = [];
  const server = createServer((incoming: HttpRequest, response: HttpResponse) => {
    seen.push(incoming as PlainRequest);
    assert.equal(incoming.headers.host, 'a');
    assert.equal((incoming as PlainRequest).takeBody().toString(), '{}');
    response.end();
  });
  readPlainRequests(server, isTaken);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}');
  await once(socket, 'data');
  const [answered] = seen;
  assert.deepEqual(answered?.headers, {});
  assert.equal(answered?.takeBody().length, 0);
  socket.destroy();
  server.close();
});
