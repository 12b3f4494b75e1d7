// Applies each site's terms: events and audit entries that are past theirs go, and that is audited.
import type { Context } from '../../../context.ts';
import { countAuditBefore, deleteSomeAudit, insertAudit } from '../../configuration/audit/index.ts';
import {
  auditStart,
  changeSite,
  completeSettings,
  eventsStart,
  raiseAuditFrom,
  raiseEventsFrom,
  selectRevisions,
  selectSite,
} from '../../configuration/sites/index.ts';
import {
  countEvents,
  daysBefore,
  dayText,
  deleteDay,
  deleteRejectedBefore,
  deleteTransactionsBefore,
  dropDayIfDone,
  lockAllPartitions,
  sitesOn,
  usersOn,
} from '../../events/collect/index.ts';
import { deleteRecommendedBefore } from '../../events/recommended/index.ts';
import { letGoOf } from './people.ts';
import { tryLockRetention } from './store.ts';

/** Everything else goes first: what is late is late by a day's fraction at most. */
const restFactor = 10;
const longestRestMs = 1_000;
const auditAtOnce = 5_000;

/**
 * Applies the terms of every site. What fails is tried again the next time, and keeps no other site
 * from it. Safe beside another node that does the same: each step is one that can be done twice.
 */
export async function applyRetention(ctx: Context): Promise<void> {
  await ctx.db.transaction().execute(async (lock) => {
    if (!(await tryLockRetention(lock))) return;
    const done = new Map<number, string>();
    const expired = new Map<number, readonly string[]>();
    for (const { id } of await selectRevisions(ctx.db)) {
      try {
        await expireAudit(ctx, id);
        const events = await expireEvents(ctx, id);
        if (!events) continue;
        done.set(id, events.from);
        expired.set(id, events.days);
      } catch (error) {
        ctx.log.warn({ err: error, siteId: id }, 'the retention of a site has to wait');
      }
    }
    await dropDays(ctx, done, new Set([...expired.values()].flat()));
  });
}

interface Expired {
  /** The first day that stays, YYYY-MM-DD. */
  readonly from: string;
  /** Days before of which events are in the log, and in no profile any more. */
  readonly days: readonly string[];
}

/** Says which days of a site's events go, then takes them out of all that comes of them. */
async function expireEvents(ctx: Context, siteId: number): Promise<Expired | undefined> {
  const row = await selectSite(ctx.db, siteId);
  if (!row) return undefined;
  const site = { ...row, settings: completeSettings(row.settings) };
  const from = dayText(eventsStart(site, ctx.now()));
  const found = await daysBefore(ctx.db, siteId, from);
  if (found.length === 0) {
    return row.eventsFrom === null ? undefined : { from: row.eventsFrom, days: [] };
  }
  if (from !== row.eventsFrom) await announce(ctx, siteId, { from, days: found });
  const days = await daysBefore(ctx.db, siteId, from);
  const rested = ctx.background.begin(restFactor, longestRestMs);
  let left = 0;
  for (const day of days) {
    for await (const userIds of usersOn(ctx.db, siteId, day)) {
      left += await letGoOf(ctx, siteId, userIds, from);
      await rested();
    }
  }
  for (const table of ['purchase', 'refund'] as const) {
    await deleteTransactionsBefore(ctx.db, table, siteId, from);
  }
  await deleteRejectedBefore(ctx.db, siteId, new Date(from));
  await deleteRecommendedBefore(ctx.db, siteId, from);
  ctx.log.info({ siteId, from, days: days.length, usersGone: left }, 'events are past their term');
  return { from, days };
}

/**
 * From here on no worker logs an event of before: those whose batch began earlier are waited for.
 * So whatever is in the log of those days is all that there will ever be.
 */
async function announce(ctx: Context, siteId: number, { from, days }: Expired): Promise<void> {
  const details = {
    ...{ eventsFrom: from, days: days.length, firstDay: days[0], lastDay: days.at(-1) },
    events: await countEvents(ctx.db, siteId, days),
  };
  const change = {
    siteId,
    actor: 'worker',
    action: 'retention.events',
    subject: 'events',
    details,
  };
  await changeSite(ctx, change, async (tx) => {
    await lockAllPartitions(tx);
    await raiseEventsFrom(tx, siteId, from);
  });
}

/**
 * Takes the days out of the log: whole, where every site is done with a day, which is an instant;
 * else the rows of the sites that are.
 */
async function dropDays(
  ctx: Context,
  done: ReadonlyMap<number, string>,
  days: ReadonlySet<string>,
): Promise<void> {
  for (const day of [...days].sort()) {
    const isDone = (siteId: number) => day < (done.get(siteId) ?? '');
    const outcome = await dropDayIfDone(ctx.db, day, isDone);
    if (outcome === 'dropped') ctx.log.info({ day }, 'a day of the event log is dropped');
    if (outcome !== 'shared') continue;
    for (const siteId of (await sitesOn(ctx.db, day)).filter(isDone)) {
      await deleteDay(ctx.db, siteId, day);
    }
  }
}

async function expireAudit(ctx: Context, siteId: number): Promise<void> {
  const row = await selectSite(ctx.db, siteId);
  if (!row) return;
  const from = new Date(auditStart({ settings: completeSettings(row.settings) }, ctx.now()));
  const entries = await countAuditBefore(ctx.db, siteId, from);
  if (entries === 0) return;
  await ctx.db.transaction().execute(async (tx) => {
    await raiseAuditFrom(tx, siteId, from);
    const details = { auditFrom: from.toISOString(), entries };
    const entry = { siteId, actor: 'worker', action: 'retention.audit', subject: 'audit log' };
    await insertAudit(tx, { ...entry, at: new Date(ctx.now()), details });
  });
  while ((await deleteSomeAudit(ctx.db, siteId, from, auditAtOnce)) === auditAtOnce);
  ctx.log.info({ siteId, from, entries }, 'audit entries are past their term');
}
