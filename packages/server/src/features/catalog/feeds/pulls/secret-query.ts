// Credentials in the query of a pull's address: sealed apart from it, and shown as ***.
import type { Context } from '../../../../context.ts';
import type { PullSettings } from './settings.ts';
import { isSameHost, type Place } from './sources/source.ts';

export interface QuerySecret {
  readonly name: string;
  readonly value: string;
}

const hidden = '***';
const parameter = /([?&])([^=&#]+)=([^&#]*)/g;
const secretName = /token|key|secret|sig|pass|pwd|auth|credential|session|hmac|hash|jwt/i;
/** Nobody names a file or a country so: an id, or what opens something. */
const isRandom = (value: string) =>
  /^(?=.*\d)(?=.*[a-z])[\w+/=%~-]{20,}$/i.test(value) || /^[\w-]+\.[\w-]+\.[\w-]{20,}$/.test(value);

/** Takes the credentials out of the query of an address, in their order. */
export function hideQuery(url: string): { readonly url: string; readonly secrets: QuerySecret[] } {
  const secrets: QuerySecret[] = [];
  const shown = url.replaceAll(parameter, (whole, mark: string, name: string, value: string) => {
    if (value === '' || value === hidden) return whole;
    if (!secretName.test(name) && !isRandom(value)) return whole;
    secrets.push({ name, value });
    return `${mark}${name}=${hidden}`;
  });
  return { url: shown, secrets };
}

/** Puts credentials back, by the names of their parameters; undefined: one is not among them. */
export function fillQuery(url: string, known: readonly QuerySecret[]): string | undefined {
  const left = [...known];
  let isWhole = true;
  const filled = url.replaceAll(parameter, (whole, mark: string, name: string, value: string) => {
    if (value !== hidden) return whole;
    const at = left.findIndex((one) => one.name === name);
    const [found] = at === -1 ? [] : left.splice(at, 1);
    isWhole &&= found !== undefined;
    return `${mark}${name}=${found?.value ?? hidden}`;
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
