// The two cookies that say who a visitor is: how they are read and written.
import { newSessionId, newUserId } from '../ids.ts';

/** Who a visitor is, as a device. */
export interface Ids {
  readonly userId: string;
  readonly sessionId: string;
}

export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly maxAgeSeconds: number;
}

export interface CookieOptions {
  /** For all hosts of a domain, such as `shop.example`; else for the one host alone. */
  readonly domain?: string | undefined;
  /** HTTPS alone. */
  readonly secure?: boolean | undefined;
}

const userCookie = '_svcid_server';
const sessionCookie = '_svcjsession';
const yearSeconds = 31_556_926;
const sessionSeconds = 1_800;

/** The ids in a `Cookie` header, or in `document.cookie`. What nobody of ours wrote is no id. */
export function idsIn(header: string): Partial<Ids> {
  const userId = valueIn(header, userCookie, /^-?[1-9]\d{0,18}$/);
  const sessionId = valueIn(header, sessionCookie, /^[0-9a-z]{32}$/);
  return { ...(userId && { userId }), ...(sessionId && { sessionId }) };
}

function valueIn(header: string, name: string, form: RegExp): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key, value = '']) => key === name && form.test(value))?.[1];
}

/** The ids of a visitor, new where there are none. */
export const completed = ({ userId, sessionId }: Partial<Ids>): Ids => ({
  userId: userId ?? newUserId(),
  sessionId: sessionId ?? newSessionId(),
});

/** A year for the visitor, half an hour from now for the session. */
export const cookiesOf = ({ userId, sessionId }: Ids): readonly [Cookie, Cookie] => [
  { name: userCookie, value: userId, maxAgeSeconds: yearSeconds },
  { name: sessionCookie, value: sessionId, maxAgeSeconds: sessionSeconds },
];

/** Written, they delete the visitor's. */
export const goneCookies: readonly Cookie[] = [userCookie, sessionCookie].map((name) => ({
  ...{ name, value: '', maxAgeSeconds: 0 },
}));

/**
 * A cookie as `Set-Cookie` has it, and `document.cookie`. Scripts can read it: the client in the
 * page goes on with the visitor of the server, and the id opens nothing.
 */
export function cookieText(
  { name, value, maxAgeSeconds }: Cookie,
  { domain, secure }: CookieOptions,
): string {
  const attributes = ['Path=/', `Max-Age=${maxAgeSeconds}`, 'SameSite=Lax'];
  if (domain) attributes.push(`Domain=${domain}`);
  if (secure) attributes.push('Secure');
  return [`${name}=${value}`, ...attributes].join('; ');
}
