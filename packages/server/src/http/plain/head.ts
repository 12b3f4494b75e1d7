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
 * A request line and fields of RFC 9112, all in printable ASCII; without continuation lines, bare
 * line feeds and spaces before a colon. Nothing in it can be read in two ways, so that it takes
 * time in proportion to its length.
 */
const form =
  /^(GET|POST|OPTIONS) (\/[!-~]*) HTTP\/1\.1((?:\r\n[!#$%&'*+.^`|~0-9A-Za-z-]+:[\t -~]*)+)$/;
const beginning = /^(?:GET|POST|OPTIONS) (?:[\t -~]|\r\n)*\r?$/;
const lengthForm = /^\d{1,9}$/;
/** Far more than anybody sends, and fewer than Node takes. */
const fieldsMax = 100;
/** What changes how the rest is read, or what is answered to it. */
const unusual: readonly string[] = [
  'transfer-encoding',
  'expect',
  'upgrade',
  'trailer',
  'proxy-connection',
];

/** Can a head that begins so become a plain one? */
export const isPlainSoFar = (text: string) => beginning.test(text);

/**
 * Reads a head, given without the empty line at its end. Undefined for what is not plain: an
 * unusual method or version, a field twice, chunks, an upgrade, or what is no HTTP at all. What is
 * read is what Node's own parser would have read.
 */
export function readHead(text: string): Head | undefined {
  const found = form.exec(text);
  if (!found) return undefined;
  const [, method = '', url = '', lines = ''] = found;
  const headers: IncomingHttpHeaders = {};
  let fields = 0;
  for (let at = 0; at < lines.length; ) {
    const from = at + 2;
    const next = lines.indexOf('\r\n', from);
    const end = next < 0 ? lines.length : next;
    const colon = lines.indexOf(':', from);
    const name = lines.slice(from, colon).toLowerCase();
    fields += 1;
    if (headers[name] !== undefined || fields > fieldsMax) return undefined;
    headers[name] = lines.slice(colon + 1, end).trim();
    at = end;
  }
  for (const name of unusual) if (headers[name] !== undefined) return undefined;
  const { 'content-length': length = '0', connection = 'keep-alive' } = headers;
  const wish = connection.toLowerCase();
  if (!lengthForm.test(length) || (wish !== 'keep-alive' && wish !== 'close')) return undefined;
  return { method, url, headers, bodyBytes: Number(length), isLast: wish === 'close' };
}
