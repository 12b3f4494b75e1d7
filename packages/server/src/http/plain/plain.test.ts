// Plain requests are read, answered in their order, and forgotten; ends come at any time.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { readPlainRequests } from './connection.ts';
import { answersOf, isTaken, listen, startEcho } from './echo.fixture.ts';
import { type HttpRequest, type HttpResponse, PlainRequest } from './exchange.ts';
import { readHead } from './head.ts';

const mixed = await startEcho('service');

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
  const socket = connect(await listen(server), '127.0.0.1');
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
});

test('who sends some ahead and says at once that this was all gets all answers', async () => {
  const ahead = Buffer.from('POST /other HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
  assert.equal((await answersOf(mixed.port, [ahead])).match(/200 ok/g)?.length, 3);
});

const slow = await startEcho('service', () => 100);

test('what comes while an answer is waited for is read behind what came before it', async () => {
  const last = 'GET /c HTTP/1.1\r\nConnection: close\r\nHost: a\r\n\r\n';
  const all = `POST /other HTTP/1.1\r\nHost: a\r\n\r\n${plainPost.replace('/a', '/b')}${last}`;
  for (const place of [50, 90, all.length - 50, all.length - 1]) {
    for (const isUsed of [false, true]) {
      const socket = connect(slow.port, '127.0.0.1');
      if (isUsed) {
        socket.write(plainPost);
        await once(socket, 'readable');
        socket.read();
      }
      const answers = text(socket);
      socket.write(all.slice(0, place));
      for (let turns = 0; turns < 10; turns += 1) await turn();
      socket.write(all.slice(place));
      const order = (await answers).match(/\/\w+(?=","headers)/g);
      assert.deepEqual(order, ['/other', '/b', '/c'], await answers);
    }
  }
});

test('who ends before a body is here is told so once his earlier requests are answered', async () => {
  const whole = Buffer.from(plainPost);
  const asked = await answersOf(slow.port, [Buffer.concat([whole, whole.subarray(0, -1)])]);
  assert.match(asked, /^http\/1\.1 200 ok[\s\S]+http\/1\.1 400 bad request/);
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
  const socket = connect(await listen(server), '127.0.0.1');
  socket.write('POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{');
  await cut.promise;
  socket.end(`}${plainPost}`);
  assert.equal(await text(socket), 'HTTP/1.1 408 Request Timeout\r\n\r\n');
});

test('idle connections are closed with the server, those that wait for an answer are not', async () => {
  const held = Promise.withResolvers<HttpResponse>();
  const server = createServer((incoming: HttpRequest, response: HttpResponse) => {
    if (incoming.url === '/held') held.resolve(response);
    else response.end();
  });
  readPlainRequests(server, isTaken);
  const port = await listen(server);
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
    if (seen.length > 1) assert.equal((incoming as PlainRequest).takeBody().toString(), '{}');
    response.end();
  });
  readPlainRequests(server, isTaken);
  const socket = connect(await listen(server), '127.0.0.1');
  // Nobody takes the body of the first.
  for (const nth of [0, 1]) {
    socket.write(plainPost);
    await once(socket, 'data');
    assert.deepEqual(seen[nth]?.headers, {});
    assert.equal(seen[nth]?.takeBody().length, 0);
  }
  socket.destroy();
});
