// The head of a plain request, read in one go; whatever is unusual about it is not read here.
import type { IncomingHttpHeaders } from 'node:http';

/** What a request says before its body. */
export interface Head {
  readonly method: string;
  /** As it was sent: path and query. */
  readonly url: string;
  /** By lower-case names, as Node gives them. */
  readonly headers: IncomingHttpHeaders;
  /** Of the body, in bytes; 0 where the request has none. */
  readonly bodyBytes: number;
  /** Nothing comes after it on its connection. */
  readonly isLast: boolean;
}

/**
 * A request line and the fields of RFC 9112, all in printable ASCII; without continuation lines,
 * bare line ends and spaces before a colon. Each takes time in proportion to its length.
 */
const headForm = /^(GET|POST|OPTIONS) (\/[!-~]*) HTTP\/1\.1\r\n[\t -~\r\n]*$/;
const nameForm = /^[!#$%&'*+.^`|~0-9A-Za-z-]+$/;
const beginning = /^(?:GET|POST|OPTIONS) [\t -~\r\n]*$/;
const bareLineEnd = /[^\r]\n|\r[^\n]/;
const lengthForm = /^\d{1,9}$/;
const lineEnd = '\r\n';
/** Far more than anybody sends, and fewer than Node takes. */
const fieldsMax = 100;
/** What changes how the rest is read, or what is answered to it. */
const unusual: ReadonlySet<string> = new Set([
  'transfer-encoding',
  'expect',
  'upgrade',
  'trailer',
  'proxy-connection',
]);
/** What most requests say: such a name has no need to be read, nor to be looked at as unusual. */
const common = [
  ...['host', 'connection', 'content-type', 'content-length', 'svc-api-key', 'user-agent'],
  ...['accept', 'accept-encoding', 'accept-language', 'origin', 'referer', 'cookie'],
  ...['cache-control', 'pragma', 'dnt', 'priority', 'traceparent', 'via', 'x-forwarded-for'],
  ...['x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'sec-ch-ua', 'sec-ch-ua-mobile'],
  ...['sec-ch-ua-platform', 'sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site'],
];
/** How they are written: in lower case, or with each word's first letter in upper case. */
const spellings = common.flatMap((name) => [
  { written: name, name },
  { written: name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()), name },
]);
/** To look one up in a map would cost more: its name has to be taken out of the head for that. */
const commonOfLength = Array.from({ length: 20 }, (_, length) =>
  spellings.filter(({ written }) => written.length === length),
);

/** Larger ones are Node's to measure. */
const headBytesMax = 8 * 1024;
/** A head in more pieces than that is dripped, and not cut by networks. */
export const headPiecesMax = 8;
/** Of longer ones, Node reads no more than somebody wants. */
export const bodyBytesMax = 64 * 1024;
/** As bytes: a text would be encoded for each search. */
const headEnd = Buffer.from('\r\n\r\n');

/** Can a head that begins so become a plain one? */
const isPlainSoFar = (text: string) => beginning.test(text) && !bareLineEnd.test(text);

/**
 * What a connection has brought so far: a plain head and where it ends, in bytes; the beginning of
 * what may become one; or undefined for anything else.
 */
export function beginningOf(
  bytes: Buffer,
): { readonly head: Head; readonly end: number } | 'unfinished' | undefined {
  const at = bytes.indexOf(headEnd);
  if (at < 0) {
    const isShort = bytes.length <= headBytesMax;
    return isShort && isPlainSoFar(bytes.toString('latin1')) ? 'unfinished' : undefined;
  }
  const head = at <= headBytesMax ? readHead(bytes.toString('latin1', 0, at)) : undefined;
  return head && { head, end: at + headEnd.length };
}

/**
 * Reads a head, given without the empty line at its end. Undefined for what is not plain: an
 * unusual method or version, a field twice, chunks, an upgrade, or what is no HTTP at all. What is
 * read is what Node's own parser would have read.
 */
export function readHead(text: string): Head | undefined {
  const found = headForm.exec(text);
  if (!found) return undefined;
  const [, method = '', url = ''] = found;
  const headers: IncomingHttpHeaders = {};
  let end = text.indexOf('\r');
  for (let fields = 1; end < text.length; fields += 1) {
    const from = end + lineEnd.length;
    const next = text.indexOf('\r', from);
    const isBare = text.indexOf('\n', from) !== (next < 0 ? next : next + 1);
    end = next < 0 ? text.length : next;
    const colon = text.indexOf(':', from);
    const name = nameAt(text, from, colon);
    if (isBare || name === undefined) return undefined;
    if (headers[name] !== undefined || fields > fieldsMax) return undefined;
    headers[name] = text.slice(colon + 1, end).trim();
  }
  const { 'content-length': length = '0', connection = 'keep-alive' } = headers;
  const wish = connection.toLowerCase();
  if (!lengthForm.test(length) || (wish !== 'keep-alive' && wish !== 'close')) return undefined;
  return { method, url, headers, bodyBytes: Number(length), isLast: wish === 'close' };
}

/** A field's name in lower case; undefined for one that is unusual or none. */
function nameAt(text: string, from: number, to: number): string | undefined {
  for (const { written, name } of commonOfLength[to - from] ?? []) {
    if (text.startsWith(written, from)) return name;
  }
  const name = text.slice(from, Math.max(to, from)).toLowerCase();
  return nameForm.test(name) && !unusual.has(name) ? name : undefined;
}
