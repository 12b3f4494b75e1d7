// The visitor of a request to your server, in any framework: Express, Next.js, workers, plain Node.
// Ids are kept in cookies that the server sets, which browsers keep longer than those of scripts.
import type { Client, Person } from './client.ts';
import { hexOf } from './ids.ts';
import {
  type CookieOptions,
  completed,
  cookiesOf,
  cookieText,
  goneCookies,
  type Ids,
  idsIn,
} from './visitor/cookies.ts';
import { previewIdsOf } from './visitor/preview.ts';
import type { Context } from './visitor/requests.ts';
import { openVisitor, type Visitor, type VisitorOptions } from './visitor/visitor.ts';

/** Headers as `fetch` has them, or as Node does. */
type HeadersIn =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request of Express, Fastify (`request.raw`) or Node, or of `fetch`. */
export interface RequestIn {
  readonly headers: HeadersIn;
  readonly url?: string | undefined;
  /** As Express has them: the address before routers cut it, the caller behind trusted proxies. */
  readonly originalUrl?: string | undefined;
  readonly ip?: string | undefined;
  readonly protocol?: string | undefined;
  readonly socket?: { readonly remoteAddress?: string | undefined } | undefined;
}

/** What cookies are set on: a response, or the headers of one. */
export type ResponseOut =
  | { readonly appendHeader: (name: string, value: string) => unknown }
  | { readonly append: (name: string, value: string) => unknown }
  | { readonly headers: { readonly append: (name: string, value: string) => unknown } };

export interface ServerOptions extends VisitorOptions, Omit<CookieOptions, 'secure'> {
  /** Cookies for HTTPS alone. Default: whether the request came by it, proxies believed. */
  readonly secure?: boolean | undefined;
}

export interface ServerVisitor extends Visitor {
  /** The visitor's device, as it is in the cookies. */
  readonly ids: Ids;
  /** The request's `Cookie` header with the visitor's ids, for what handles the request next. */
  readonly cookieHeader: string;
}

/**
 * The visitor who sent a request. With a response, cookies are set on it: call it before anything
 * of the response is sent. Without consent none are.
 */
export function visitorFor(
  client: Client,
  request: RequestIn,
  response?: ResponseOut,
  options: ServerOptions = {},
): ServerVisitor {
  const header = headersOf(request.headers);
  const address = addressOf(request, header);
  const cookies = header('cookie');
  const ids = completed(idsIn(cookies));
  const cookieOptions = { secure: address.startsWith('https:'), ...options };
  const write = (list: ReturnType<typeof cookiesOf> | typeof goneCookies) => {
    for (const cookie of list) setCookie(response, cookieText(cookie, cookieOptions));
  };
  let isWritten = false;
  const keep = () => {
    if (!isWritten) write(cookiesOf(ids));
    isWritten = true;
  };
  if (options.consent !== false) keep();
  const purpose = header('sec-purpose');
  const { takeLast, ...visitor } = openVisitor(
    client,
    {
      jar: { read: () => ids, write: keep, clear: () => write(goneCookies) },
      context: () => contextOf(request, header, address),
      previewIds: previewIdsOf(address),
      choosing: purpose ? { headers: { 'sec-purpose': purpose } } : undefined,
      batchMs: 0,
    },
    options,
  );
  const own = cookiesOf(ids).map(({ name, value }) => `${name}=${value}`);
  return { ...visitor, ids, cookieHeader: [...own, ...(cookies ? [cookies] : [])].join('; ') };
}

/**
 * The proof that a page may speak for a person, for `visitor.identify`: made of the site's identity
 * secret, in hexadecimal, which stays on your server.
 */
export async function tokenFor(identitySecret: string, person: Person): Promise<string> {
  const { subtle } = crypto;
  const secret = Uint8Array.from(identitySecret.match(/../g) ?? [], (hex) =>
    Number.parseInt(hex, 16),
  );
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await subtle.importKey('raw', secret, algorithm, false, ['sign']);
  // The form that identifiers have there; digests of e-mail addresses are in lower case.
  const formed = person.cuid.trim().normalize('NFC');
  const cuid = person.cuidType === 'he' ? formed.toLowerCase() : formed;
  const text = new TextEncoder().encode(`${person.cuidType}:${cuid}`);
  return hexOf(new Uint8Array(await subtle.sign('HMAC', key, text)));
}

type ReadHeader = (name: string) => string;

function headersOf(headers: HeadersIn): ReadHeader {
  if (typeof headers.get === 'function') {
    const { get } = headers;
    return (name) => get.call(headers, name) ?? '';
  }
  const record = headers as Readonly<Record<string, string | readonly string[] | undefined>>;
  return (name) => String(record[name] ?? '');
}

/** The address that the visitor sees. */
function addressOf(request: RequestIn, header: ReadHeader): string {
  const { url = '', originalUrl = url, protocol } = request;
  if (/^https?:/.test(originalUrl)) return originalUrl;
  const [forwarded] = header('x-forwarded-proto').split(',');
  const host = header('x-forwarded-host') || header('host');
  return `${forwarded || protocol || 'http'}://${host}${originalUrl}`;
}

function contextOf(request: RequestIn, header: ReadHeader, location: string): Context {
  const referrer = header('referer');
  const userAgent = header('user-agent');
  const ip = request.ip ?? request.socket?.remoteAddress;
  return {
    page: { type: 'OTHER', location, ...(referrer && { referrer }) },
    device: { ...(userAgent && { userAgent }), ...(ip && { ip }) },
  };
}

function setCookie(response: ResponseOut | undefined, text: string): void {
  if (!response) return;
  if ('appendHeader' in response) response.appendHeader('set-cookie', text);
  else if ('append' in response) response.append('set-cookie', text);
  else response.headers.append('set-cookie', text);
}
