// Bytes that are not HTTP, or that two readers of HTTP would not read alike.
import fc from 'fast-check';

/** What is sent over a connection of its own: `KEY` is a key, `@@campaign@@` what exists. */
export interface Wire {
  readonly bytes: string;
  /** Must the first answer be a refusal, and the only one? */
  readonly isRefused: boolean;
}

const end = '\r\n';
const head = (line: string, ...headers: string[]) =>
  [line, 'host: attune.test', 'svc-api-key: KEY', ...headers, '', ''].join(end);
const get = head('GET /v2/keys/self HTTP/1.1');
/** Valid HTTP with a body that is refused, so that nothing that comes of it may write. */
const post = (body: string, ...headers: string[]) =>
  head('POST /v2/audiences HTTP/1.1', 'content-type: application/json', ...headers) + body;
const sized = (body: string) => post(body, `content-length: ${body.length}`);
const chunked = (body: string) => post(body, 'transfer-encoding: chunked');
/**
 * Would take a campaign away if it were ever read as a request of its own. Not for mutations, which
 * can make it one that may.
 */
const smuggled = head('DELETE /v2/campaigns/@@campaign@@ HTTP/1.1');
const chunk = (text: string) => `${text.length.toString(16)}${end}${text}${end}`;
const lines = (count: number, length: number) =>
  Array.from({ length: count }, (_, at) => `x-${at}: ${'a'.repeat(length)}`);

/** Each is refused, and nothing that follows it on its connection is read. */
export const refusedShapes: Readonly<Record<string, string>> = {
  'no version': `GET /v2/keys/self${end}${end}`,
  'HTTP/0.9': 'GET /\r\n\r\n',
  'HTTP/2 over a plain connection': `PRI * HTTP/2.0${end}${end}SM${end}${end}`,
  'an unknown version': head('GET /v2/keys/self HTTP/3.7'),
  'an unknown method': head('STEAL /v2/keys/self HTTP/1.1'),
  'a method in lower case': head('get /v2/keys/self HTTP/1.1'),
  'two spaces in the request line': head('GET  /v2/keys/self HTTP/1.1 x'),
  'a NUL in the address': head('GET /v2/\0 HTTP/1.1'),
  'TLS on a plain port': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'no host': `GET /v2/keys/self HTTP/1.1${end}svc-api-key: KEY${end}${end}`,
  'a space before the colon': head('GET /v2/keys/self HTTP/1.1', 'x : 1'),
  'a header without a name': head('GET /v2/keys/self HTTP/1.1', ': 1'),
  'a header without a colon': head('GET /v2/keys/self HTTP/1.1', 'nothing'),
  'a continued header line': head(
    'POST /v2/audiences HTTP/1.1',
    'x: 1',
    ' folded: 1',
    'content-length: x',
  ),
  'a NUL in a header': head('GET /v2/keys/self HTTP/1.1', 'x: \0'),
  'a bare CR in a header': head('GET /v2/keys/self HTTP/1.1', 'x: a\rsvc: b'),
  'headers beyond the bound': head('GET /v2/keys/self HTTP/1.1', ...lines(200, 200)),
  'one header beyond the bound': head('GET /v2/keys/self HTTP/1.1', ...lines(1, 20_000)),
  'an address beyond the bound': head(`GET /v2/${'a'.repeat(20_000)} HTTP/1.1`),
  'two lengths': post(smuggled, 'content-length: 2', 'content-length: 0'),
  'two lengths in one header': post(smuggled, 'content-length: 2, 0'),
  'a negative length': post(smuggled, 'content-length: -1'),
  'a length with a sign': post(smuggled, 'content-length: +2'),
  'a length in hexadecimal': post(smuggled, 'content-length: 0x2'),
  'a length beyond all numbers': post(smuggled, `content-length: ${'9'.repeat(30)}`),
  'a length and chunks': post(
    `0${end}${end}${smuggled}`,
    'content-length: 5',
    'transfer-encoding: chunked',
  ),
  'chunks and a length': post(
    `0${end}${end}${smuggled}`,
    'transfer-encoding: chunked',
    'content-length: 5',
  ),
  'chunked twice': post(`0${end}${end}${smuggled}`, 'transfer-encoding: chunked, chunked, x'),
  'chunked, and then something else': post(
    `0${end}${end}${smuggled}`,
    'transfer-encoding: chunked, identity',
  ),
  'an unknown coding': post(`0${end}${end}${smuggled}`, 'transfer-encoding: xchunked'),
  'a coding after a vertical tab': post(
    `0${end}${end}${smuggled}`,
    'transfer-encoding:\x0bchunked',
  ),
  'a chunk size that is no number': chunked(`zz${end}${smuggled}`),
  'a chunk size in 0x': chunked(`0x2${end}{}${end}0${end}${end}`),
  'a negative chunk size': chunked(`-1${end}${smuggled}`),
  'a chunk size beyond all numbers': chunked(`${'f'.repeat(40)}${end}${smuggled}`),
  'a chunk that is longer than its size': chunked(`1${end}{}${end}0${end}${end}${smuggled}`),
  'a bare LF after a chunk size': chunked(`2\n{}${end}0${end}${end}${smuggled}`),
  'a bare LF in a chunk extension': chunked(`2;a\nb${end}{}${end}0${end}${end}`),
  'endless chunk extensions': chunked(`2;${'a'.repeat(40_000)}${end}{}${end}0${end}${end}`),
  'endless trailers': chunked(`2${end}{}${end}0${end}${lines(400, 200).join(end)}${end}${end}`),
};

/** Valid starts, for the mutations below. */
const starts: readonly string[] = [
  get,
  sized('{"name":1}'),
  chunked(`${chunk('{"name"')}${chunk(':1}')}0${end}${end}`),
  chunked(`${chunk('{}')}0${end}x-trailer: 1${end}${end}`),
  get + get,
  sized(get),
  post('', 'expect: 100-continue', 'content-length: 2'),
  head('OPTIONS /v2/serve/user/choose HTTP/1.1', 'origin: https://shop.example'),
  head('GET http://attune.test/v2/keys/self HTTP/1.1'),
  head('OPTIONS * HTTP/1.1'),
  head('CONNECT attune.test:80 HTTP/1.1'),
  head('GET /v2/keys/self HTTP/1.0', 'connection: keep-alive'),
  head('GET /v2/keys/self HTTP/1.1', 'upgrade: websocket', 'connection: upgrade'),
];

const splinters: readonly string[] = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  '\t',
  ':',
  '\x0b',
  '\x7f',
  '\xff\xfe',
  '%00',
  '\r\n\r\n',
  '\r\n ',
  'content-length: 5\r\n',
  'content-length: 0\r\n',
  'transfer-encoding: chunked\r\n',
  'Transfer-Encoding : chunked\r\n',
  'host: other.test\r\n',
  'connection: close, keep-alive\r\n',
  'expect: 100-continue\r\n',
  'x: '.repeat(2_000),
  '0\r\n\r\n',
  'ffffffffffffffff\r\n',
  ' HTTP/1.1\r\n',
  get,
];

interface Mutation {
  readonly at: number;
  readonly drop: number;
  readonly put: string;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(400),
  drop: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(200)),
  put: fc.oneof(
    fc.constantFrom(...splinters),
    fc.constant(''),
    fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  ),
});

const mutated = fc
  .tuple(fc.constantFrom(...starts), fc.array(mutation, { maxLength: 4 }))
  .map(([start, mutations]) =>
    mutations.reduce((bytes, { at, drop, put }) => {
      const from = at % bytes.length;
      return bytes.slice(0, from) + put + bytes.slice(from + drop) || put;
    }, start),
  )
  .filter((bytes) => bytes.length > 0);

/** Bytes on their way: named shapes, and valid requests with something inserted or left out. */
export const wires: fc.Arbitrary<Wire> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...Object.values(refusedShapes))
      .map((bytes) => ({ bytes, isRefused: true })),
  },
  { weight: 5, arbitrary: mutated.map((bytes) => ({ bytes, isRefused: false })) },
  {
    weight: 1,
    arbitrary: fc
      .uint8Array({ minLength: 1, maxLength: 200 })
      .map((bytes) => ({ bytes: Buffer.from(bytes).toString('latin1'), isRefused: false })),
  },
);
