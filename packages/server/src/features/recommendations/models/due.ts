// When a model is rebuilt: counts by the hour, neighbours in the night, small ones at once.
import { type Method, methodDefinition } from '@attune/core';
import type { ModelRow } from './store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** From 02:00 to 05:00: sites of one zone begin at different minutes. */
const nightBegins = 2 * 60;
const nightMinutes = 3 * 60;
/** Of so few events a model is built in a second, and gains with each day that comes. */
const fewEvents = 20_000;
const fewMs = 2 * minuteMs;
/**
 * Unless reading them takes long, since all else of the day is read as well: a hundredth of the
 * time, until it is once an hour.
 */
const readTimes = 100;
/** At the least between builds that follow changes of a feed. */
const feedMs = 15 * minuteMs;
/** After a failure, where there is no version to use. */
const retryMs = hourMs;

export interface DueContext {
  readonly now: number;
  /** IANA name. */
  readonly timeZone: string;
  readonly siteId: number;
}

/**
 * When a model is to be built next, in ms since the epoch; not after `now`: it is due. When nothing
 * has changed by then, nothing is built.
 */
export function nextBuildAt(
  method: Method,
  row:
    | Pick<ModelRow, 'state' | 'wantedAt' | 'startedAt' | 'failedAt' | 'checkedAt' | 'built'>
    | undefined,
  around: DueContext,
): number {
  if (!row || row.state === 'building' || row.state === 'waiting') return around.now;
  const { wantedAt, startedAt, failedAt, checkedAt, built } = row;
  if (wantedAt && (!startedAt || wantedAt >= startedAt)) return around.now;
  const failed = failedAt?.getTime() ?? 0;
  if (!built) return failed + retryMs;
  const tried = Math.max(built.builtAt, failed, checkedAt?.getTime() ?? 0);
  const at = dueAfter(tried, method, built, around);
  return at <= around.now ? around.now : at;
}

/** When a model is due that was last checked at a time. */
function dueAfter(
  tried: number,
  method: Method,
  { facts }: NonNullable<ModelRow['built']>,
  around: DueContext,
): number {
  const { rebuilt } = methodDefinition(method);
  if (rebuilt === 'with the feed') return tried + feedMs;
  if (facts.data.events < fewEvents) {
    const { readMs = 0 } = facts;
    return tried + Math.min(Math.max(fewMs, readTimes * readMs), hourMs);
  }
  if (rebuilt === 'hourly') return tried + hourMs;
  const last = lastNight(around);
  return tried < last ? last : last + dayMs;
}

/**
 * For how long a model has been due, in ms; 0: it is not. One whose builds fail stays due, and one
 * that never was built is due since it was needed, as far as that is known.
 */
export function overdueMs(
  method: Method,
  row: Pick<ModelRow, 'wantedAt' | 'startedAt' | 'checkedAt' | 'neededAt' | 'built'> | undefined,
  around: DueContext,
): number {
  if (!row) return 0;
  const { built, checkedAt, neededAt, startedAt, wantedAt } = row;
  const since = (at: number) => Math.max(0, around.now - at);
  if (!built) {
    const known = [neededAt, startedAt, wantedAt].flatMap((at) => at?.getTime() ?? []);
    return since(Math.min(...known));
  }
  const tried = Math.max(built.builtAt, checkedAt?.getTime() ?? 0);
  const requestedMs = wantedAt && wantedAt.getTime() > tried ? since(wantedAt.getTime()) : 0;
  return Math.max(requestedMs, since(dueAfter(tried, method, built, around)));
}

/** When the site's time in the night was last, about: a change to summer time moves it an hour. */
function lastNight({ now, timeZone, siteId }: DueContext): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' },
  }).formatToParts(now);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const minutes = part('hour') * 60 + part('minute');
  // A multiplier that is prime to the night's length spreads neighbouring ids.
  const begins = nightBegins + ((siteId * 37) % nightMinutes);
  const since = (minutes - begins + 24 * 60) % (24 * 60);
  return Math.floor(now / minuteMs) * minuteMs - since * minuteMs;
}
