// Who waits for his answers gets one to each request, in their order, whenever each is ready.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { answersOf, cut, startEcho } from './echo.fixture.ts';

let delays: number[] = [];
const { port } = await startEcho('service', () => delays.shift() ?? 0);

interface Asked {
  readonly path: string;
  readonly head: number;
  readonly body: number;
}

/** In bytes: nothing, little, or now and then more than is held of what is sent ahead. */
const body = fc.constantFrom(...Array.from({ length: 15 }, () => 0), 3, 3, 3, 7_000, 70_000);
const head = fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 7_000);
const path = fc.constantFrom('/plain', '/plain', '/other', '/refused');
const requests = fc.array(fc.record({ path, head, body }), { maxLength: 8 });

const written = ({ path, head, body }: Asked, nth: number, more = '') => {
  const fields = `Host: a\r\nX-A: ${nth}\r\nX-B: ${'x'.repeat(head)}\r\n${more}`;
  return `POST ${path} HTTP/1.1\r\n${fields}Content-Length: ${body}\r\n\r\n${'x'.repeat(body)}`;
};

/** What is answered to it, of what can be told shortly. */
const wanted = ({ path, head, body }: Asked, nth: number) =>
  path === '/refused' ? 'no' : `${path} ${nth} ${head} ${body}`;

function told(answer: string): string {
  if (!answer.startsWith('{')) return answer;
  const { url, headers, body } = JSON.parse(answer);
  return [url, headers['x-a'], headers['x-b'].length, body.length].join(' ');
}

const last = { path: '/plain', head: 0, body: 0 };
/** Where what is sent is cut: at so many bytes of which request. */
const places = fc.array(fc.tuple(fc.nat(7), fc.oneof(fc.constant(0), fc.nat(200))), {
  maxLength: 5,
});
const turns = fc.array(fc.constantFrom(0, 0, 3, 10, 30), { maxLength: 8 });

test('who waits for his answers gets one to each request, in their order', async () => {
  const isInOrder = fc.asyncProperty(requests, places, turns, turns, async (asked, ...drawn) => {
    const [places, rests, slowness] = drawn;
    delays = slowness;
    const all = asked.map((one, nth) => written(one, nth));
    all.push(written(last, asked.length, 'Connection: close\r\n'));
    const cuts = places.map(([nth, bytes]) => bytes + all.slice(0, nth).join('').length);
    const answers = await answersOf(port, cut(Buffer.from(all.join('')), cuts), rests);
    const bodies = answers.split(/http\/1\.1 [\s\S]*?\r\n\r\n/).slice(1);
    assert.deepEqual(bodies.map(told), [...asked, last].map(wanted));
  });
  await fc.assert(isInOrder, { numRuns: Number(process.env['RUNS'] ?? 1000) });
});
