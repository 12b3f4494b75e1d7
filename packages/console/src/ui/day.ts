// Days as a site's time zone has them.

const dayMs = 86_400_000;

/** The moment at which a day (`2026-01-31`) begins in a time zone; undefined: it is no day. */
export function startOfDay(day: string, timeZone: string): Date | undefined {
  const asIfUtc = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(asIfUtc)) return undefined;
  // The offset before may be another than the one at midnight: the second look is at midnight.
  const near = asIfUtc - offsetMs(asIfUtc, timeZone);
  return new Date(asIfUtc - offsetMs(near, timeZone));
}

/** The moment at which a day ends. */
export function endOfDay(day: string, timeZone: string): Date | undefined {
  const asIfUtc = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(asIfUtc)) return undefined;
  return startOfDay(new Date(asIfUtc + dayMs).toISOString().slice(0, 10), timeZone);
}

/** How far a zone's clocks are ahead of UTC at a moment. */
function offsetMs(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  const shown = [of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')];
  const [year = 0, month = 0, ...rest] = shown;
  return Date.UTC(year, month, ...rest) - Math.floor(at / 1000) * 1000;
}
