// How a moment is written: RFC 3339 in full, the one reading of it that the whole service has.

const form =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,12}))?(?:Z|([+-])(\d\d):(\d\d))$/i;

/**
 * The moment that an RFC 3339 date-time with its offset names, in ms since the epoch; undefined for
 * any other text, and for days that there are not. Fractions finer than a ms are cut.
 */
export function parseInstant(text: string): number | undefined {
  const match = form.exec(text);
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
