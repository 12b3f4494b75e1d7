// Whatever is sent over a connection, and however it is cut, is answered as Node alone would.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { answersOf, cut, startEcho } from './echo.fixture.ts';

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

const sent = fc
  .tuple(fc.array(request, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(), { maxLength: 5 }))
  .map(([requests, places]) => cut(upToTheLast(requests), places));
const runs = { numRuns: Number(process.env['RUNS'] ?? 2000) };

const quick = await startEcho('service');

test('whatever is sent, and however it is cut, is answered as Node alone would', async () => {
  const nodes = await startEcho('node');
  const isAsNode = fc.asyncProperty(sent, async (pieces) => {
    const [read, wanted] = await Promise.all([
      answersOf(quick.port, pieces),
      answersOf(nodes.port, pieces),
    ]);
    assert.equal(read, wanted);
  });
  await fc.assert(isAsNode, runs);
  assert.ok(quick.counts.plain > 100 && quick.counts.others > 40, JSON.stringify(quick.counts));
});

test('however long answers take, they are the same up to where Node gives up the rest', async () => {
  let turns: number[] = [];
  const slow = await startEcho('service', () => turns.pop() ?? 0);
  const isAsQuick = fc.asyncProperty(sent, fc.array(fc.nat(20)), async (pieces, delays) => {
    const wanted = await answersOf(quick.port, pieces);
    turns = delays;
    const read = await answersOf(slow.port, pieces);
    assert.equal(read, wanted.slice(0, read.length));
  });
  await fc.assert(isAsQuick, runs);
});
