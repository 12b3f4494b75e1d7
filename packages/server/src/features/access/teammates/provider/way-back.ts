// What a browser keeps while it is at the provider: an encrypted cookie, for ten minutes.
import type { Context } from '../../../../context.ts';
import { cookiesOf } from '../request-cookies.ts';
import type { Checks } from './client.ts';

const name = '__Host-attune.provider';
const purpose = 'sign-in at a provider';
const validSeconds = 600;
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

type Open = Pick<Context, 'now' | 'secrets'>;

/** The cookie of a browser that leaves for the provider. */
export function leavingCookie({ now, secrets }: Open, checks: Checks): string {
  const text = JSON.stringify({ ...checks, at: now() });
  const value = secrets.encrypt(Buffer.from(text), purpose).toString('base64url');
  return `${name}=${value}; Max-Age=${validSeconds}; ${attributes}`;
}

/** The cookie of a browser that is back: it leads back once. */
export const backCookie = `${name}=; Max-Age=0; ${attributes}`;

/** What the cookie of a request says; undefined where there is none, or it is too old. */
export function checksOf({ now, secrets }: Open, headers: Headers): Checks | undefined {
  const [value] = cookiesOf(headers, `${name}=`);
  const text = value && secrets.decrypt(Buffer.from(value, 'base64url'), purpose)?.toString();
  if (!text) return undefined;
  const { at, ...checks }: Checks & { readonly at: number } = JSON.parse(text);
  return at + 1000 * validSeconds > now() ? checks : undefined;
}
