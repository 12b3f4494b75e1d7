// Moments as a date field has them, on the clock of a time zone.

const withoutZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

/** A scheduled time as a field shows it: `2026-11-27T00:00`; '' for none, or for no time. */
export function onClock(time: string | undefined, timeZone: string): string {
  if (time === undefined) return '';
  if (withoutZone.test(time)) return time.slice(0, 16);
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return '';
  const format = { dateStyle: 'short', timeStyle: 'short', timeZone } as const;
  // Swedes write dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', format).format(at).replace(' ', 'T');
}
