// When an event happened: which texts and numbers name a time, and which times are believed.

const day = 86_400_000;
const earliest = Date.UTC(2000, 0, 1);

const rfc3339 =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/i;

/** A time in ms since the epoch, or why there is none. */
export type TimeReading = { readonly time: number } | { readonly detail: string };

/**
 * Reads an RFC 3339 text or an integer of ms since the epoch; fractions finer than a ms are cut.
 * Times before 2000 (seconds sent as ms, mostly) and more than a day after `now` are refused.
 */
export function readTime(raw: unknown, now: number): TimeReading {
  const time = typeof raw === 'string' ? timeOfText(raw) : raw;
  if (typeof time !== 'number' || !Number.isInteger(time)) {
    return { detail: 'must be an RFC 3339 date-time, or an integer of ms since 1970-01-01' };
  }
  if (time < earliest) return { detail: 'must not be before 2000-01-01 (numbers are in ms)' };
  if (time > now + day) return { detail: 'must not be more than a day ahead of now' };
  return { time };
}

function timeOfText(text: string): number | undefined {
  const match = rfc3339.exec(text);
  if (match === null) return undefined;
  const part = (at: number): number => Number(match[at] ?? 0);
  const [year, month, date] = [part(1), part(2), part(3)];
  const [hour, minute, second] = [part(4), part(5), part(6)];
  // Date.UTC would roll 30 February over into March.
  if (month < 1 || month > 12 || date < 1 || date > daysIn(year, month)) return undefined;
  // Second 60 is a leap second; it becomes the first of the next minute.
  if (hour > 23 || minute > 59 || second > 60 || part(9) > 23 || part(10) > 59) return undefined;
  const fraction = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const offset = (part(9) * 60 + part(10)) * 60_000 * (match[8] === '-' ? -1 : 1);
  return Date.UTC(year, month - 1, date, hour, minute, second, fraction) - offset;
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
