// When a model is looked at again: counts by the hour, neighbours in the night, small ones sooner.
import { type Method, methodDefinition } from '@attune/core';
import { countOf } from './moved.ts';
import type { ModelRow } from './store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** From 02:00 to 05:00: sites of one zone begin at different minutes. */
const nightBegins = 2 * 60;
const nightMinutes = 3 * 60;
/** Prime to the minutes of a night and of an hour: neighbouring ids are far from each other. */
const spread = 37;
/** A site that has just begun sees what its first visitors do within minutes. */
const firstEvents = 1_000;
const firstMs = 2 * minuteMs;
/** Of so few events neighbours are built in a second, and gain with each hour. */
const fewEvents = 20_000;
/** At the least between builds that follow changes of a feed. */
const feedMs = 15 * minuteMs;
/** After a failure, where there is no version to use. */
const retryMs = hourMs;

export interface DueContext {
  readonly now: number;
  /** IANA name. */
  readonly timeZone: string;
  readonly siteId: number;
  /** Since or from when there is budget for rebuilds, in ms since the epoch; 0: it lasted. */
  readonly budgetFrom: number;
}

/**
 * When a model is to be built next, in ms since the epoch; not after `now`: it is due. When too
 * little has changed by then, nothing is built. Requested builds wait for no budget, nor do first
 * ones until one has failed.
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
  if (!built) return failedAt ? Math.max(failed + retryMs, around.budgetFrom) : around.now;
  const tried = Math.max(built.builtAt, failed, checkedAt?.getTime() ?? 0);
  const at = dueAfter(tried, method, built, around);
  return at <= around.now ? around.now : at;
}

/** When a model is due that was last checked at a time. */
function dueAfter(
  tried: number,
  method: Method,
  built: NonNullable<ModelRow['built']>,
  around: DueContext,
): number {
  return Math.max(setTime(tried, method, built, around), around.budgetFrom);
}

function setTime(
  tried: number,
  method: Method,
  { facts }: NonNullable<ModelRow['built']>,
  around: DueContext,
): number {
  const { rebuilt } = methodDefinition(method);
  if (rebuilt === 'with the feed') return tried + feedMs;
  // The mark of a model that an earlier release built counts none.
  const events = Math.max(countOf(facts.mark), facts.data.events);
  if (events < firstEvents) return nextMultiple(tried, firstMs);
  if (rebuilt === 'hourly' || events < fewEvents) {
    const minute = ((around.siteId * spread) % 60) * minuteMs;
    return nextMultiple(tried - minute, hourMs) + minute;
  }
  const last = lastNight(around);
  return tried < last ? last : last + dayMs;
}

const nextMultiple = (time: number, step: number) => (Math.floor(time / step) + 1) * step;

/**
 * For how long a model has been due, in ms; 0: it is not. One whose builds fail stays due, and one
 * that never was built is due since it was needed, as far as that is known. The time that a model
 * waited for the budget does not count.
 */
export function overdueMs(
  method: Method,
  row:
    | Pick<ModelRow, 'wantedAt' | 'startedAt' | 'failedAt' | 'checkedAt' | 'neededAt' | 'built'>
    | undefined,
  around: DueContext,
): number {
  if (!row) return 0;
  const { built, checkedAt, failedAt, neededAt, startedAt, wantedAt } = row;
  const since = (at: number) => Math.max(0, around.now - at);
  if (!built) {
    const known = [neededAt, startedAt, wantedAt].flatMap((at) => at?.getTime() ?? []);
    return since(Math.max(Math.min(...known), failedAt ? around.budgetFrom : 0));
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
  const begins = nightBegins + ((siteId * spread) % nightMinutes);
  const since = (minutes - begins + 24 * 60) % (24 * 60);
  return Math.floor(now / minuteMs) * minuteMs - since * minuteMs;
}
