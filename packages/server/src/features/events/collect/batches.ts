// One batch of the inbox: several partitions in a transaction, and what is done where that fails.
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/schema.ts';
import { traced } from '../../../log/tracing/spans.ts';
import { type SiteRow, selectSite } from '../../configuration/sites/index.ts';
import { noteWithdrawals, type Withdrawal } from '../../people/erasures/index.ts';
import { dayText, eventDays } from './days.ts';
import { type Entry, fromInboxRow, splitRow } from './entry.ts';
import { type Consumed, consume, type Work } from './inbox/consume.ts';
import type { Inbox } from './inbox/inbox.ts';
import { insertRejected } from './inbox/rejected/store.ts';
import { attempt, isFaultOfRows, type WaitingRow } from './inbox/store.ts';
import { processEntries } from './process.ts';
import { IdentityRace } from './resolve.ts';
import { isDayMissing } from './store.ts';

/** Rows of a transaction at most; the bytes of their text are bounded as well. */
const batchSize = 500;

/** A partition that failed waits so long, while others go on. */
const retryMs = 500;

/**
 * Gives a function that works off a batch of some partitions in one transaction. Where that fails,
 * each partition is tried in a transaction of its own; one that fails there is tried again later,
 * and alone. A row that cannot be worked off is set aside.
 */
export function batchConsumer(
  ctx: Context,
  inbox: Inbox,
  signal: AbortSignal,
): (partitions: readonly number[]) => Promise<Consumed> {
  const handle = batchHandler(ctx);
  const retryAt = new Map<number, number>();

  return async (partitions) => {
    const together = partitions.filter((one) => !retryAt.has(one));
    const alone = partitions.filter((one) => performance.now() >= (retryAt.get(one) ?? Infinity));
    const tries = [...(together.length > 0 ? [together] : []), ...alone.map((one) => [one])];
    const done = { rows: 0, hasMore: false };
    for (let some = tries.shift(); some && !signal.aborted; some = tries.shift()) {
      try {
        const { rows, hasMore } = await workOff(ctx, inbox, some, batchSize, handle);
        done.rows += rows;
        done.hasMore ||= hasMore;
        for (const one of some) retryAt.delete(one);
      } catch (error) {
        ctx.log.warn({ err: error, partitions: some }, 'a batch cannot be worked off');
        if (some.length > 1) tries.push(...some.map((one) => [one]));
        else retryAt.set(some[0]!, performance.now() + retryMs);
      }
    }
    return done;
  };
}

/** What became of a batch that met another worker: nothing, and it is to be done again. */
const again: Consumed = { rows: 0, hasMore: true };

/** Works off some rows; those of one partition by halves where they cannot be done together. */
async function workOff(
  ctx: Context,
  inbox: Inbox,
  partitions: readonly number[],
  limit: number,
  handle: Work,
): Promise<Consumed> {
  let size = 0;
  try {
    return await consume(ctx.db, inbox, partitions, limit, (tx, rows) => {
      size = rows.length;
      return handle(tx, rows);
    });
  } catch (error) {
    if (error instanceof IdentityRace) return again;
    if (partitions.length > 1 || size === 0 || !isFaultOfRows(error)) throw error;
    if (size > 1) ctx.log.warn({ err: error, partitions, size }, 'a batch is tried in halves');
  }
  if (size === 1) {
    const work: Work = (tx, rows) => handleOrReject(ctx, tx, rows[0]!, handle);
    return consume(ctx.db, inbox, partitions, 1, work).catch((error) => {
      if (error instanceof IdentityRace) return again;
      throw error;
    });
  }
  const half = Math.floor(size / 2);
  const first = await workOff(ctx, inbox, partitions, half, handle);
  const second = await workOff(ctx, inbox, partitions, size - half, handle);
  return { rows: first.rows + second.rows, hasMore: second.hasMore };
}

/** A row alone: whole, else entry by entry, of which those that cannot be read are set aside. */
async function handleOrReject(ctx: Context, tx: Db, row: WaitingRow, handle: Work): Promise<void> {
  try {
    await attempt(tx, () => handle(tx, [row]));
  } catch (error) {
    if (error instanceof IdentityRace || !isFaultOfRows(error)) throw error;
    const parts = splitRow(row);
    if (parts.length > 1) {
      for (const part of parts) await handleOrReject(ctx, tx, part, handle);
      return;
    }
    const reason = error instanceof Error ? error.message : String(error);
    await insertRejected(tx, row, new Date(ctx.now()), reason);
    ctx.log.error({ err: error, siteId: row.siteId }, 'an entry of the inbox was set aside');
    ctx.metrics.eventsFolded.inc({ outcome: 'rejected' });
  }
}

const isEntry = (one: Entry | Withdrawal): one is Entry => 'event' in one;
const isWithdrawal = (one: Entry | Withdrawal): one is Withdrawal => !isEntry(one);

interface OfSite {
  readonly site: SiteRow;
  readonly entries: readonly Entry[];
  readonly withdrawals: readonly Withdrawal[];
  /** Events of days that the site has dropped since they came in. */
  readonly expired: number;
}

/** What rows hold, in the order of sites: two workers must not wait for one another's rows. */
async function readRows(tx: Db, rows: readonly WaitingRow[]): Promise<OfSite[]> {
  const bySite: OfSite[] = [];
  const grouped = [...Map.groupBy(rows, ({ siteId }) => siteId)];
  for (const [siteId, those] of grouped.sort(([a], [b]) => a - b)) {
    const site = await selectSite(tx, siteId);
    if (!site) throw new Error(`there is no site ${siteId}`);
    const all = those.flatMap(fromInboxRow);
    const events = all.filter(isEntry);
    const entries = events.filter(({ event }) => dayText(event.time) >= (site.eventsFrom ?? ''));
    const withdrawals = all.filter(isWithdrawal);
    bySite.push({ site, entries, withdrawals, expired: events.length - entries.length });
  }
  return bySite;
}

/** Returns a function that folds rows of partitions that the transaction has locked. */
export function batchHandler(ctx: Context): Work {
  const days = eventDays(ctx.db);
  const handle: Work = async (tx, rows) => {
    const bySite = await readRows(tx, rows);
    const entries = bySite.flatMap((one) => one.entries);
    await days.ensure(entries.map(({ event }) => dayText(event.time)));
    // Changes of days are noted under one partition: this transaction has it, so no other waits.
    const { partition } = rows[0]!;
    const outcome = { folded: 0, repeated: 0, expired: 0 };
    for (const { site, entries, withdrawals, expired } of bySite) {
      const { folded, repeated } = await processEntries(tx, site, partition, entries);
      outcome.folded += folded;
      outcome.repeated += repeated;
      outcome.expired += expired;
      if (withdrawals.length === 0) continue;
      await noteWithdrawals(tx, site, withdrawals, new Date(ctx.now()), await ctx.inbox.mark());
    }
    ctx.metrics.eventsFolded.inc({ outcome: 'folded' }, outcome.folded);
    ctx.metrics.eventsFolded.inc({ outcome: 'repeated' }, outcome.repeated);
    ctx.metrics.eventsFolded.inc({ outcome: 'expired' }, outcome.expired);
  };
  return async (tx, rows) => {
    try {
      await traced('fold', { 'attune.rows': rows.length }, () => handle(tx, rows));
    } catch (error) {
      if (isDayMissing(error)) await days.renew();
      throw error;
    }
  };
}
