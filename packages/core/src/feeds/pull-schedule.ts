// When a feed is fetched next.
import { formatZoned, parseZoned } from '../text/zoned.ts';

/** Every so many minutes, or at a time of each day (`08:30`) on a zone's clock. */
export type PullSchedule = { readonly everyMinutes: number } | { readonly dailyAt: string };

const minuteMs = 60_000;
const dayMs = 86_400_000;
const firstRetryMs = 15 * minuteMs;

/**
 * The moment of the next fetch, in ms since the epoch. After failures in a row the time between
 * two grows, twice with each, to a day at most; a daily one is tried again before its next day.
 */
export function nextPull(
  schedule: PullSchedule,
  { now, timeZone, failures }: { now: number; timeZone: string; failures: number },
): number {
  const doubled = 2 ** Math.min(failures, 12);
  if ('everyMinutes' in schedule) {
    const usual = schedule.everyMinutes * minuteMs;
    return now + Math.max(usual, Math.min(usual * doubled, dayMs));
  }
  const next = nextAt(schedule.dailyAt, now, timeZone);
  return failures === 0 ? next : Math.min(next, now + (firstRetryMs * doubled) / 2);
}

function nextAt(time: string, now: number, timeZone: string): number {
  for (const later of [0, 1, 2]) {
    const day = formatZoned(now + later * dayMs, timeZone).slice(0, 10);
    const at = parseZoned(`${day}T${time}`, timeZone)?.at;
    if (at !== undefined && at > now) return at;
  }
  return now + dayMs;
}
