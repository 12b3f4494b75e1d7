// Credentials in the query of a pull's address: sealed apart from it, and shown as ***.
import type { Context } from '../../../../context.ts';
import type { PullSettings } from './settings.ts';
import { isSameHost, type Place } from './sources/source.ts';

export interface QuerySecret {
  readonly name: string;
  readonly value: string;
}

const hidden = '***';
const secretName = /token|key|secret|sig|pass|pwd|auth|credential|session|hmac|hash|jwt/i;
/** Unlike the name of a file or a country: an id, or what opens something. */
const isRandom = (value: string) =>
  (/^[\w+/=%~-]{20,}$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value)) ||
  /^[\w-]+\.[\w-]+\.[\w-]{20,}$/.test(value);

/** An address with other values of its parameters; what is no parameter stays as it is. */
function withValues(url: string, change: (name: string, value: string) => string): string {
  const hash = url.indexOf('#');
  const end = hash === -1 ? url.length : hash;
  const from = url.slice(0, end).indexOf('?') + 1;
  if (from === 0) return url;
  const parts = url.slice(from, end).split('&');
  const changed = parts.map((part) => {
    const at = part.indexOf('=');
    if (at < 1) return part;
    const name = part.slice(0, at);
    return `${name}=${change(name, part.slice(at + 1))}`;
  });
  return url.slice(0, from) + changed.join('&') + url.slice(end);
}

/** Takes the credentials out of the query of an address, in their order. */
export function hideQuery(url: string): { readonly url: string; readonly secrets: QuerySecret[] } {
  const secrets: QuerySecret[] = [];
  const shown = withValues(url, (name, value) => {
    if (value === '' || value === hidden) return value;
    if (!secretName.test(name) && !isRandom(value)) return value;
    secrets.push({ name, value });
    return hidden;
  });
  return { url: shown, secrets };
}

/** Puts credentials back, by the names of their parameters; undefined: one is not among them. */
export function fillQuery(url: string, known: readonly QuerySecret[]): string | undefined {
  const left = [...known];
  let isWhole = true;
  const filled = withValues(url, (name, value) => {
    if (value !== hidden) return value;
    const at = left.findIndex((one) => one.name === name);
    const [found] = at === -1 ? [] : left.splice(at, 1);
    isWhole &&= found !== undefined;
    return found?.value ?? hidden;
  });
  return isWhole ? filled : undefined;
}

export const encryptQuery = (
  { secrets }: Pick<Context, 'secrets'>,
  purpose: string,
  found: readonly QuerySecret[],
): string =>
  secrets.encrypt(Buffer.from(JSON.stringify(found)), `${purpose} query`).toString('base64');

type Saved = Pick<PullSettings, 'url' | 's3' | 'hostKey' | 'sealedQuery'>;

/**
 * The whole address of a place, with what is saved where it says ***; undefined: that is not saved,
 * or for another host, or cannot be opened with this master key.
 */
export function wholeUrl(
  ctx: Pick<Context, 'secrets'>,
  purpose: string,
  { place, saved }: { readonly place: Place; readonly saved: Saved | undefined },
): string | undefined {
  if (fillQuery(place.url, []) !== undefined) return place.url;
  if (!saved || !isSameHost(saved, place)) return undefined;
  return fillQuery(place.url, openQuery(ctx, purpose, saved));
}

function openQuery(
  { secrets }: Pick<Context, 'secrets'>,
  purpose: string,
  { url, sealedQuery }: Saved,
): readonly QuerySecret[] {
  // Pulls that were saved before credentials were sealed have them in their address.
  if (sealedQuery === undefined) return hideQuery(url).secrets;
  const opened = secrets.decrypt(Buffer.from(sealedQuery, 'base64'), `${purpose} query`);
  return opened ? JSON.parse(opened.toString()) : [];
}
