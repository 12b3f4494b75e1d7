// A worker fetches what is due: one feed after the other, each on one node at a time.
import { nextPull } from '@attune/core';
import { ApiError } from '../../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../../context.ts';
import { traced } from '../../../../log/tracing/spans.ts';
import { readAllowedHosts } from '../../../../public-address.ts';
import { withinSite } from '../../../../tenant-guard.ts';
import { notify } from '../../../configuration/notifications/index.ts';
import type { ChangeReport } from '../changes/change.ts';
import { OvertakenError } from '../changes/patch-items.ts';
import { putItems } from '../changes/put-items.ts';
import { requireFeed } from '../feeds.ts';
import { FeedFileError } from '../files/feed-line.ts';
import { readFeed } from '../files/read-feed-file.ts';
import { hasWholeChange } from '../history/store.ts';
import { optionsOfReading } from '../reading.ts';
import { selectFeed } from '../store.ts';
import { type ColumnsChange, changeOfColumns, sayColumns } from './columns.ts';
import { openSecret, purposeOf } from './pulls.ts';
import { endRun, insertRun, type RunRow } from './runs/store.ts';
import { wholeUrl } from './secret-query.ts';
import { settingsOf } from './settings.ts';
import type { Fetched } from './sources/fetch-bounds.ts';
import { fetchFrom } from './sources/source.ts';
import { claimPull, type DuePull, endPull, holdPull, type PullEnd } from './store.ts';
import { takeSome } from './take-some.ts';

const heldMs = 90_000;
const holdingMs = 20_000;
/** How often a file is fetched that the feed overtook. */
const timesMax = 3;
/** Of 2 GiB, the node's own work takes hours beside pages. */
const bounds = { bytesMax: 2 * 1024 ** 3, idleMs: 30_000, wholeMs: 12 * 3_600_000 };

type Outcome = Omit<RunRow, 'id' | 'name' | 'startedAt' | 'endedAt' | 'actor'> &
  Pick<PullEnd, 'taken'> & { readonly columnsChange?: ColumnsChange | undefined };

/** Fetches what is due until nothing is, or the worker stops. */
export async function runDuePulls(ctx: Context, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const at = new Date(ctx.now());
    const due = await claimPull(ctx.db, { at, until: new Date(at.getTime() + heldMs) });
    if (!due) return;
    const { siteId, feedId } = due;
    const run = () => runOne(ctx, due, stopping);
    await withinSite(siteId, () => traced('pull feed', { 'attune.feed': feedId }, run));
  }
}

async function runOne(ctx: Context, due: DuePull, stopping: AbortSignal): Promise<void> {
  const snapshot = ctx.snapshots.site(due.siteId);
  if (!snapshot) return;
  const started = { actor: due.askedBy ?? '', at: new Date(ctx.now()) };
  const lost = 'The node that pulled it stopped.';
  const id = await insertRun(ctx.db, due, { ...started, lost });
  const claimed = new AbortController();
  const holding = setInterval(() => hold(ctx, due, claimed), holdingMs);
  const signal = AbortSignal.any([stopping, claimed.signal]);
  const outcome = await fetchAndPut(ctx, due, snapshot, signal)
    .catch((error) => failed(ctx, error))
    .finally(() => clearInterval(holding));
  const { taken, columnsChange, ...run } = outcome;
  // A node that stops leaves the fetch to others at once.
  const isLeft = stopping.aborted && outcome.status === 'failed';
  const failures = isLeft ? due.failures : outcome.status === 'failed' ? due.failures + 1 : 0;
  const nextAt = isLeft ? due.nextAt : nextOf(ctx, due, snapshot, failures);
  const endedAt = new Date(ctx.now());
  await ctx.db.transaction().execute(async (tx) => {
    await endRun(tx, due, { ...run, id, endedAt });
    await endPull(tx, due, { nextAt, failures, ...(taken && { taken }) });
    const { siteId, feedId } = due;
    const feedName = snapshot.feeds.find((feed) => feed.id === feedId)?.name ?? feedId;
    const place = { siteId, at: endedAt };
    if (columnsChange) {
      const data = { feedId, feedName, ...columnsChange };
      await notify(tx, place, { type: 'feed.columns_changed', data });
    }
    // Of a source that is down, one message is enough.
    if (failures !== 1 || due.failures !== 0) return;
    const data = { feedId, feedName, reason: run.detail };
    await notify(tx, place, { type: 'feed.pull_failed', data });
  });
}

function nextOf(ctx: Context, due: DuePull, { site }: SiteSnapshot, failures: number): Date | null {
  if (!due.isOn) return null;
  const { timeZone } = site.settings;
  return new Date(nextPull(settingsOf(due).schedule, { now: ctx.now(), timeZone, failures }));
}

/** Reports that the fetch goes on; ends it where its settings have changed. */
function hold(ctx: Context, due: DuePull, claimed: AbortController): void {
  holdPull(ctx.db, due, new Date(ctx.now() + heldMs)).then(
    (isHeld) => {
      if (!isHeld) claimed.abort(new FeedFileError('its settings were changed meanwhile'));
    },
    (error) => ctx.log.warn({ err: error }, 'a fetch could not be held'),
  );
}

async function fetchAndPut(
  ctx: Context,
  due: DuePull,
  { site }: SiteSnapshot,
  signal: AbortSignal,
): Promise<Outcome> {
  const settings = settingsOf(due);
  const allowed = readAllowedHosts(ctx.config.pullAllowedHosts);
  const secret = openSecret(ctx, due, due);
  const whole = wholeUrl(ctx, purposeOf(due), { place: settings, saved: settings });
  if (whole === undefined) {
    throw new FeedFileError('its address cannot be opened with this SECRET_KEY: set it again');
  }
  const place = { ...settings, url: whole };
  for (let times = 1; ; times += 1) {
    const { revision } = requireFeed(await selectFeed(ctx.db, site.id, due.feedId), due.feedId);
    const known = await knownFile(ctx, due);
    const found = await fetchFrom(place, secret, known, { ...bounds, allowed, signal });
    if (found.isUnchanged) return unchanged('The source says that it has nothing newer.', 0);
    try {
      return await take(ctx, due, site, { ...found, since: revision });
    } catch (error) {
      if (!(error instanceof OvertakenError) || times === timesMax) throw error;
    }
  }
}

/** What the source said of the file that the feed is of; of another one it is not asked. */
async function knownFile(ctx: Context, due: DuePull) {
  const { isPartial, revision, etag, lastModified } = due;
  const isReplaced =
    isPartial && (revision === null || (await hasWholeChange(ctx.db, due, Number(revision))));
  if (isReplaced) return { etag: undefined, lastModified: undefined };
  return { etag: etag ?? undefined, lastModified: lastModified ?? undefined };
}

async function take(
  ctx: Context,
  due: DuePull,
  site: SiteSnapshot['site'],
  found: Extract<Fetched, { isUnchanged: false }> & { readonly since: number },
): Promise<Outcome> {
  const settings = settingsOf(due);
  let columns: readonly string[] = [];
  const onColumns = (found: readonly string[]) => {
    columns = found;
  };
  let sheet = '';
  const onSheet = (name: string) => {
    sheet = ` The sheet ${name} was read.`;
  };
  const reading = { ...optionsOfReading(settings.reading), onColumns, onSheet };
  const origin = { actor: due.askedBy ?? '', way: 'pull', note: noteOf(settings.url) } as const;
  const target = { site, feedId: due.feedId };
  const { allowShrink, onlyColumns } = settings;
  const report = due.isPartial
    ? await takeSome(ctx, target, found.source, {
        ...{ reading, origin, columns: onlyColumns, since: found.since },
      })
    : await putItems(ctx, target, readFeed(found.source, reading), { allowShrink, origin });
  const { added, changed, removed, accepted, rejected, revision } = report;
  const ofFile = { etag: found.etag ?? null, lastModified: found.lastModified ?? null };
  const columnsChange = changeOfColumns(due.columns, columns);
  const taken = { ...ofFile, revision, columns };
  const counts = { bytes: found.received(), accepted, rejected, taken, columnsChange };
  const also = `${sheet}${sayColumns(columnsChange)}${sayRejected(report)}`;
  if (added + changed + removed === 0) {
    const detail = `Nothing in it was new.${also}`;
    return { ...unchanged(detail, counts.bytes), ...counts };
  }
  const did = due.isPartial
    ? `${changed} changed.`
    : `${added} added, ${changed} changed, ${removed} removed.`;
  return { status: 'taken', detail: `${did}${also}`, revision, ...counts };
}

/** The first rejected row stands for all; the rest is in the change's transaction. */
function sayRejected({ rejected, rejections: [first] }: ChangeReport): string {
  if (!first) return '';
  const rows = rejected === 1 ? '1 row was rejected' : `${rejected} rows were rejected, the first`;
  return ` ${rows}: ${first.item}: ${first.message}.`.slice(0, 500);
}

const unchanged = (detail: string, bytes: number): Outcome => ({
  ...{ status: 'unchanged', detail, bytes, accepted: 0, rejected: 0, revision: null },
});

function failed({ log }: Context, error: unknown): Outcome {
  const isExpected = error instanceof ApiError || error instanceof FeedFileError;
  if (!isExpected) log.error({ err: error }, 'a feed could not be fetched');
  const why = isExpected ? (error as Error).message : 'something went wrong on our side';
  const detail = `${why.replace(/\.$/, '')}. The feed was not changed.`.slice(0, 1_000);
  return { ...unchanged(detail, 0), status: 'failed' };
}

/** Queries may contain secrets: the settings show them, stored runs do not. */
function noteOf(text: string): string {
  const { host, pathname } = new URL(text);
  return `${host}${pathname}`.slice(0, 200);
}
