// Which day it is somewhere.

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of a time, in ms since the epoch, in a time zone: YYYY-MM-DD. */
export function dayInZone(timeZone: string, time: number): string {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  formats.set(timeZone, format);
  return format.format(time);
}
