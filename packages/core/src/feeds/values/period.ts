// When a reduced price holds: two ISO 8601 moments with a stroke between, either of them absent.
import { parseInstant } from '../../text/instant.ts';
import { readDate } from './dates.ts';

/** Moments in ms since the epoch: the price holds from `from` on, and no longer at `until`. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

const dayMs = 86_400_000;
const moment =
  /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(\.\d{1,9})?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * Reads Google's form, `2026-11-20T09:00-0800/2026-11-30T23:59-0800`; seconds, offsets and times
 * may be missing. Without an offset it is UTC; an end without a time includes its day. Undefined:
 * no period, or one that ends before it begins.
 */
export function readPeriod(text: string): Period | undefined {
  const ends = text.split('/');
  const [start, end] = ends.map((one) => one.trim());
  if (ends.length !== 2 || start === undefined || end === undefined || start + end === '') {
    return undefined;
  }
  const from = start === '' ? Number.NEGATIVE_INFINITY : momentOf(start, 0);
  const until = end === '' ? Number.POSITIVE_INFINITY : momentOf(end, dayMs);
  return from !== undefined && until !== undefined && from < until ? { from, until } : undefined;
}

function momentOf(text: string, ofDay: number): number | undefined {
  const [, day, time, seconds = '00', fraction = '', zone = 'Z'] = moment.exec(text) ?? [];
  if (day === undefined) return undefined;
  const offset = zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => {
    return `${hours}:${minutes}`;
  });
  const at = parseInstant(`${day}T${time ?? '00:00'}:${seconds}${fraction}${offset}`);
  return at === undefined || time !== undefined ? at : at + ofDay;
}

/**
 * A period as `readPeriod` takes it, of ends in any usual form: "1/20/26, 12:00 AM / 1/31/26". An
 * end at midnight without an offset is a day. Undefined: none.
 */
export function periodText(given: string): string | undefined {
  if (readPeriod(given)) return given.replaceAll(/\s/g, '');
  // With blanks beside the stroke between, those within dates can be told from it.
  const ends = given.split(/\s\/\s|^\/\s|\s\/$/);
  if (ends.length !== 2) return undefined;
  const [start, end] = ends.map((one) => (one.trim() === '' ? '' : endText(one)));
  if (start === undefined || end === undefined) return undefined;
  const text = `${start}/${end}`;
  return readPeriod(text) && text;
}

const endText = (given: string) => readDate(given)?.text.replace(/T00:00:00Z$/, '');
