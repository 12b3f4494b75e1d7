// Times on the clock of a zone: what a wall clock there shows, and when it shows something.

/** A moment that was written as a wall clock of a zone shows it. */
export interface ZonedInstant {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** RFC 3339 with the offset that holds then: `2026-11-27T00:00:00+01:00`. */
  readonly text: string;
  /** The clock skips that time in spring (the one after the gap is meant), or shows it twice. */
  readonly doubt?: 'skipped' | 'repeated';
}

const form = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?$/;
const hourMs = 3_600_000;

/**
 * Reads `2026-11-27T00:00` or `2026-11-27T00:00:00` on the clock of an IANA zone; undefined for any
 * other text, for days that there are not, and for years before 1970. Of a time that is shown twice
 * the first is meant, a skipped one is as much later as the clock skips (RFC 5545, 3.3.5).
 */
export function parseZoned(text: string, timeZone: string): ZonedInstant | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [year, month, date, hour, minute, second] = match
    .slice(1)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number];
  const wall = Date.UTC(year, month - 1, date, hour, minute, second);
  const isReal = year >= 1970 && hour < 24 && minute < 60 && second < 60;
  if (!isReal || new Date(wall).getUTCDate() !== date || month < 1 || month > 12) return undefined;
  // No zone changes its clock twice within two days.
  const before = offsetAt(wall - 24 * hourMs, timeZone);
  const after = offsetAt(wall + 24 * hourMs, timeZone);
  const shown = [...new Set([before, after])]
    .map((offset) => wall - offset)
    .filter((at) => at + offsetAt(at, timeZone) === wall)
    .sort((one, other) => one - other);
  const at = shown[0] ?? wall - before;
  const doubt = shown.length === 1 ? undefined : shown.length === 0 ? 'skipped' : 'repeated';
  return { at, text: formatZoned(at, timeZone), ...(doubt && { doubt }) };
}

/** A moment as RFC 3339 on the clock of a zone, with its offset, to the second. */
export function formatZoned(at: number, timeZone: string): string {
  const offset = offsetAt(at, timeZone);
  const minutes = Math.abs(Math.round(offset / 60_000));
  const two = (number: number) => String(number).padStart(2, '0');
  const wall = new Date(at + offset).toISOString().slice(0, 19);
  return `${wall}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** How far a zone's clock is ahead of UTC at a moment, in ms. */
function offsetAt(at: number, timeZone: string): number {
  const seconds = Math.floor(at / 1000) * 1000;
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(seconds)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const [year, month, date] = [part('year'), part('month'), part('day')];
  return Date.UTC(year, month - 1, date, part('hour'), part('minute'), part('second')) - seconds;
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  } as Intl.DateTimeFormatOptions);
  clocks.set(timeZone, clock);
  return clock;
}
