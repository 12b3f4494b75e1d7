// The usual forms of dates and times as RFC 3339 has them.
import { parseInstant } from '../../text/instant.ts';

const isoLike =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;
const byPlace =
  /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)(?:,?\s+(\d{1,2}):(\d\d)(?::(\d\d))?\s*([ap]m)?)?$/i;

/** With a weekday or words around it, it is none of these forms anyway. */
const textMax = 60;

/** A date that was read. */
export interface ReadDate {
  /** RFC 3339, in UTC where no offset is written. */
  readonly text: string;
  /** Could `03/04/2026` be in March or in April? */
  readonly isAmbiguous: boolean;
}

/**
 * Reads `2026-03-14 09:05:34`, `14.03.2026`, `3/14/26, 9:05 AM` and the like. With points the day
 * comes first, with strokes the month does, unless it is no month. Undefined: no date.
 */
export function readDate(given: string): ReadDate | undefined {
  const text = given.trim();
  if (text.length > textMax) return undefined;
  if (parseInstant(text) !== undefined) return { text, isAmbiguous: false };
  const iso = isoLike.exec(text);
  if (iso) {
    const [, year, month, day, hour, minute, second, zone] = iso;
    return written([year, month, day], [hour, minute, second], zone, false);
  }
  const parts = byPlace.exec(text);
  if (!parts) return undefined;
  const [, one = '', mark, other = '', years = '', hours, minute, second, half] = parts;
  const dayFirst = mark === '.' || Number(one) > 12 || (mark === '-' && years.length === 4);
  const [day, month] = dayFirst ? [one, other] : [other, one];
  const year = years.length === 2 ? `20${years}` : years;
  const isAmbiguous = mark !== '.' && Number(one) <= 12 && Number(other) <= 12 && one !== other;
  return written([year, month, day], [hourOf(hours, half), minute, second], undefined, isAmbiguous);
}

function hourOf(hours: string | undefined, half: string | undefined): string | undefined {
  if (hours === undefined || half === undefined) return hours;
  return String((Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0));
}

type Part = string | undefined;

function written(
  [year, month, day]: readonly Part[],
  [hour, minute, second]: readonly Part[],
  zone: Part,
  isAmbiguous: boolean,
): ReadDate | undefined {
  const two = (part: Part) => (part ?? '0').padStart(2, '0');
  const offset =
    zone === undefined || /z/i.test(zone) ? 'Z' : zone.replace(/^(...):?(..)$/, '$1:$2');
  const date = `${year}-${two(month)}-${two(day)}`;
  const text = `${date}T${two(hour)}:${two(minute)}:${two(second)}${offset}`;
  return parseInstant(text) === undefined ? undefined : { text, isAmbiguous };
}
