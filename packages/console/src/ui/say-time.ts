// Moments in words.

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

// Making one takes a page's first moments milliseconds: none before it is needed, each once.
let relative: Intl.RelativeTimeFormat | undefined;
const exactly = new Map<string | undefined, Intl.DateTimeFormat>();

/** "3 hours ago", "in 2 days". */
export function sayRelative(at: Date, now = Date.now()): string {
  const seconds = (at.getTime() - now) / 1000;
  for (const [unit, size] of units) {
    if (Math.abs(seconds) < size) continue;
    relative ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
    return relative.format(Math.round(seconds / size), unit);
  }
  return seconds > 10 ? 'in less than a minute' : 'just now';
}

const moments = {
  /** "21 Nov 2026, 18:45:25" */
  full: { dateStyle: 'medium', timeStyle: 'medium' },
  /** "18:45:25" */
  clock: { timeStyle: 'medium' },
} as const;
export type MomentForm = keyof typeof moments;

/** To the second, without the zone: "21 Nov 2026, 18:45:25". */
export const sayMoment = (at: Date, timeZone: string, form: MomentForm = 'full'): string =>
  new Intl.DateTimeFormat('en-GB', { ...moments[form], timeZone }).format(at);

/** "21 Nov 2026, 18:45:25 GMT+1". */
export function sayExactly(at: Date, timeZone?: string): string {
  let format = exactly.get(timeZone);
  if (!format) {
    const form = { dateStyle: 'medium', timeStyle: 'long', ...(timeZone && { timeZone }) } as const;
    format = new Intl.DateTimeFormat('en-GB', form);
    exactly.set(timeZone, format);
  }
  return format.format(at);
}
