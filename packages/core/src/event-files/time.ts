// When an event of a file happened: seconds to nanoseconds since 1970, dates in the usual forms.
import { readDate, scalarText, shown } from '../feeds/mapping-parts.ts';
import { parseInstant } from '../text/instant.ts';
import { parseZoned } from '../text/zoned.ts';

/** A time in ms since the epoch, or why there is none. */
export type FileTime =
  | { readonly time: number; readonly isAmbiguous?: true }
  | { readonly fault: string };

/** From how many digits on a number counts the next finer unit, up to the year 5138. */
const digitsOf = { ms: 12, us: 15, ns: 18 };

const number = /^(\d{1,20})(?:\.\d{1,9})?$/;
const day = /^(?:19|20)\d{6}$/;
const offset = /(?:Z|[+-]\d\d:?\d\d)$/i;

/**
 * Reads a time as files have it. A text without an offset is on the clock of `zone`, an IANA name;
 * without one it is UTC. Of numbers the digits say the unit; none is finer than a ms.
 */
export function readFileTime(value: unknown, zone?: string): FileTime {
  const text = (scalarText(value) ?? '').replace(/ ?(?:UTC|GMT)$/i, 'Z');
  if (day.test(text)) return readText(text.replace(/(....)(..)(..)/, '$1-$2-$3'), zone, value);
  return number.test(text) ? { time: readNumber(text) } : readText(text, zone, value);
}

function readNumber(text: string): number {
  const [whole = '', fraction = ''] = text.split('.');
  if (whole.length >= digitsOf.ns) return Number(whole.slice(0, -6));
  if (whole.length >= digitsOf.us) return Number(whole.slice(0, -3));
  if (whole.length >= digitsOf.ms) return Number(whole);
  return Number(whole) * 1_000 + Number(fraction.padEnd(3, '0').slice(0, 3));
}

function readText(text: string, zone: string | undefined, value: unknown): FileTime {
  const exact = parseInstant(text.replace(/^(\S+) (\d\d:\d\d:\d\d[^ ]*)$/, '$1T$2'));
  if (exact !== undefined) return { time: exact };
  const date = readDate(text);
  if (!date) return { fault: `must be a time, not ${shown(value)}` };
  const ambiguous = date.isAmbiguous ? ({ isAmbiguous: true } as const) : {};
  const isLocal = zone !== undefined && !offset.test(text);
  const wall = isLocal ? parseZoned(date.text.slice(0, -1), zone) : undefined;
  return { time: wall?.at ?? parseInstant(date.text)!, ...ambiguous };
}
