// Hostile requests to an endpoint, made from what the contract says of it.
import type { Endpoint } from '@attune/contract';
import fc from 'fast-check';
import { absent, exampleOf, type Named } from '../../packages/server/src/http/examples.fixture.ts';
import { breakages, breakDocument } from './breakages.ts';
import { hostileString } from './hostile.ts';
import { toJsonText } from './json-text.ts';
import { known } from './known.ts';
import { valuesOf } from './schema.ts';
import type { KeyKind } from './target.ts';

/** How the body comes: whole, in chunks, byte by byte, cut off, or shorter than declared. */
export type Framing = 'length' | 'chunked' | 'dribble' | 'cut' | 'cut-chunked' | 'damaged-gzip';

/** A request as it will be sent; `@@campaign@@` and the like stand for what exists then. */
export interface HostileRequest {
  readonly method: string;
  readonly target: string;
  readonly key: KeyKind;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly framing: Framing;
}

const token = (name: keyof Named) => `@@${name}@@`;
const tokens = Object.fromEntries(
  Object.keys(absent).map((name) => [name, token(name as keyof Named)]),
) as unknown as Named;

/** Requests to an endpoint, some valid and most broken, in one place or in several. */
export function requestsTo(endpoint: Endpoint): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      method: rarely(fc.constant(endpoint.method as string), fc.constantFrom(...methods), 30),
      target: targetsOf(endpoint),
      key: rarely(
        fc.constantFrom<KeyKind>(...(['server', 'browser'] as const)),
        fc.constantFrom<KeyKind>('other', 'unknown', 'server'),
        8,
      ),
      headers: headersOf(endpoint),
      content: endpoint.body ? contentOf(endpoint) : fc.constant({ body: '', type: [] }),
      framing: framings,
    })
    .map(({ content, headers, key, ...rest }) => ({
      ...rest,
      key: endpoint.sources.includes('Client-side') || key !== 'browser' ? key : 'server',
      body: content.body,
      headers: [...content.type, ...headers],
    }));
}

function rarely<T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'];

const framings = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Framing>('length') },
  { weight: 3, arbitrary: fc.constant<Framing>('chunked') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Framing>('dribble', 'cut', 'cut-chunked', 'damaged-gzip'),
  },
);

// --- Addresses

/** Parts of an address that no client writes. */
const badParts = [
  '%',
  '%zz',
  '%00',
  '%c0%af',
  '%ed%a0%80',
  '%ff',
  '..',
  '%2e%2e%2f',
  '.',
  '%2f',
  ';a=b',
  '%u0041',
  'a'.repeat(1_500),
  '-1',
  '0',
  '99999999999999999999',
  '1e3',
  ' ',
  '\u00e9',
].map((part) => part.replaceAll(' ', '%20'));

const part = fc.oneof(
  fc.constantFrom(...badParts.map(toLatin)),
  hostileString.map((text) => encode(text).slice(0, 3_000)),
);

function targetsOf(endpoint: Endpoint): fc.Arbitrary<string> {
  const path = exampleOf(endpoint, tokens).path.split('?')[0] ?? '';
  const steps = decodeURIComponent(path).split('/');
  const odd = fc.record({ at: fc.nat(steps.length), part }).map(({ at, part: bad }) => {
    const named = steps.flatMap((step, index) => (step.startsWith('@@') ? [index] : []));
    const place = named.length > 0 && at % 4 !== 0 ? named[at % named.length] : at;
    return steps.map((step, index) => (index === place ? bad : step)).join('/');
  });
  const paths = rarely(fc.constant(steps.join('/')), odd, endpoint.params ? 4 : 12);
  return fc.tuple(paths, queriesOf(endpoint)).map(([to, query]) => to + query);
}

function queriesOf({ query }: Endpoint): fc.Arbitrary<string> {
  const valid = query ? valuesOf(query, known) : fc.constant({});
  const odd: fc.Arbitrary<[name: string, value: string]> = fc.oneof(
    fc.tuple(fc.constantFrom(...Object.keys(query?.properties ?? {}), 'unknown'), part),
    fc.tuple(part, part),
    fc.tuple(fc.constantFrom('cuid[]', 'cuid[a]', '__proto__', '__proto__[a]', ''), part),
    fc.constantFrom<[string, string][]>(
      ['limit', '1&'.repeat(300)],
      ['x', 'y'.repeat(100_000)],
      ['&&==&?', ''],
    ),
  );
  const odds = rarely<[string, string][]>(
    fc.constant([]),
    fc.array(odd, { minLength: 1, maxLength: 3 }),
    4,
  );
  return fc.tuple(valid, odds).map(([values, others]) => {
    const pairs = Object.entries(values as object)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${encode(String(value))}`);
    const all = [...pairs, ...others.map(([name, value]) => `${name}=${value}`)];
    return all.length > 0 ? `?${all.join('&')}` : '';
  });
}

/** Percent-encoded; a lone surrogate as the three bytes that it must not be; tokens stay. */
function encode(text: string): string {
  const parts = text.split(/(@@\w+@@|[\ud800-\udfff])/u);
  return parts
    .map((one) => {
      if (one.startsWith('@@')) return one;
      return one.isWellFormed() ? encodeURIComponent(one) : '%ed%a0%80';
    })
    .join('');
}

/** What is sent as it is, a byte a character. */
function toLatin(text: string): string {
  return Buffer.from(text).toString('latin1');
}

// --- Headers

const headerValue = fc.oneof(
  hostileString.map((text) =>
    toLatin(text.toWellFormed().replaceAll(/[\r\n\0]/g, '')).slice(0, 9_000),
  ),
  fc.constantFrom('*', '"1"', 'W/"1"', '1', ',', '"', '""', '0', '\x7f', '\x01', '\xff'),
);

const oddHeaders: readonly string[] = [
  'traceparent',
  'origin',
  'x-forwarded-for',
  'forwarded',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'expect',
  'content-encoding',
  'content-type',
  'accept',
  'accept-encoding',
  'authorization',
  'cookie',
  'user-agent',
  'cf-ipcountry',
  'range',
  'te',
  'upgrade',
  'access-control-request-headers',
  'access-control-request-method',
  'x-http-method-override',
  '__proto__',
  'constructor',
];

function headersOf({ headers }: Endpoint): fc.Arbitrary<[string, string][]> {
  const own = Object.keys(headers?.properties ?? {});
  const name = fc.constantFrom(...oddHeaders, ...own, ...own, ...own, ...own);
  return rarely(
    fc.constant([]),
    fc.array(fc.tuple(name, headerValue), { minLength: 1, maxLength: 4 }),
    4,
  );
}

// --- Bodies

interface Content {
  readonly body: string;
  readonly type: [string, string][];
}

const types = ['application/json', 'text/plain', 'application/json; charset=utf-8', undefined];
const oddTypes = [
  'application/x-ndjson',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json, text/html',
  'image/png',
  ';',
  'a'.repeat(5_000),
];

function contentOf(endpoint: Endpoint): fc.Arbitrary<Content> {
  const faults = fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 5, arbitrary: fc.array(breakages, { minLength: 1, maxLength: 1 }) },
    { weight: 4, arbitrary: fc.array(breakages, { minLength: 2, maxLength: 5 }) },
  );
  const documents = fc
    .tuple(valuesOf(endpoint.body as object, known), faults)
    .map(([value, broken]) => toJsonText(breakDocument(value, broken)));
  const type = rarely(fc.constantFrom(...types), fc.constantFrom(...oddTypes), 15).map(
    (value): [string, string][] => (value === undefined ? [] : [['content-type', value]]),
  );
  const json = fc.record({ body: documents.chain(cutNowAndThen), type });
  if (endpoint.bodyForm !== 'json-or-ndjson') return json;
  const row = valuesOf({}, known);
  const line = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(known['items'] ?? row, faults) },
    { weight: 1, arbitrary: fc.tuple(row, faults) },
  );
  const lines = fc
    .tuple(fc.array(line, { maxLength: 4 }), fc.constantFrom('\n', '\r\n', '\n\n', '\r', ''))
    .map(([rows, end]) =>
      rows.map(([value, broken]) => toJsonText(breakDocument(value, broken)) + end).join(''),
    );
  const ndjson = fc.record({
    body: lines,
    type: fc.constantFrom<[string, string][]>(
      [['content-type', 'application/x-ndjson']],
      [
        ['content-type', 'application/x-ndjson'],
        ['content-encoding', 'gzip'],
      ],
    ),
  });
  return fc.oneof({ weight: 3, arbitrary: json }, { weight: 2, arbitrary: ndjson });
}

/** Now and then a document that ends too early, or that has something after its end. */
function cutNowAndThen(text: string): fc.Arbitrary<string> {
  return rarely(
    fc.constant(text),
    fc.oneof(
      fc.nat(text.length).map((length) => text.slice(0, length)),
      fc.constantFrom('\ufeff', '\0', '\xff', '}', ' ', '\n{}').map((odd) => text + odd),
      fc.constantFrom('\ufeff', ' ', '\0').map((odd) => odd + text),
    ),
    12,
  );
}
