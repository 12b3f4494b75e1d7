// A worker fetches what is due: one feed after the other, each on one node at a time.
import { nextPull } from '@attune/core';
import { ApiError } from '../../../../api-error.ts';
import type { Context, SiteSnapshot } from '../../../../context.ts';
import { readAllowedHosts } from '../../../../public-address.ts';
import { withinSite } from '../../../../tenant-guard.ts';
import { notify } from '../../../configuration/notifications/index.ts';
import { putItems } from '../changes/put-items.ts';
import { FeedFileError } from '../files/feed-line.ts';
import { readFeed } from '../files/read-feed-file.ts';
import { optionsOfReading } from '../reading.ts';
import { type Fetched, fetchSource } from './fetch-source.ts';
import { purposeOf, settingsOf } from './pulls.ts';
import {
  claimPull,
  type DuePull,
  endPull,
  endRun,
  holdPull,
  insertRun,
  type PullEnd,
  type RunRow,
} from './store.ts';

const heldMs = 90_000;
const holdingMs = 20_000;
/** Of 2 GiB, the node's own work takes hours beside pages. */
const bounds = { bytesMax: 2 * 1024 ** 3, idleMs: 30_000, wholeMs: 12 * 3_600_000 };

type Outcome = Omit<RunRow, 'id' | 'startedAt' | 'endedAt' | 'actor'> & Pick<PullEnd, 'validators'>;

/** Fetches what is due until nothing is, or the worker stops. */
export async function runDuePulls(ctx: Context, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const at = new Date(ctx.now());
    const due = await claimPull(ctx.db, { at, until: new Date(at.getTime() + heldMs) });
    if (!due) return;
    await withinSite(due.siteId, () => runOne(ctx, due, stopping));
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
  const { validators, ...run } = outcome;
  // A node that stops leaves the fetch to others at once.
  const isLeft = stopping.aborted && outcome.status === 'failed';
  const failures = isLeft ? due.failures : outcome.status === 'failed' ? due.failures + 1 : 0;
  const nextAt = isLeft ? due.nextAt : nextOf(ctx, due, snapshot, failures);
  const endedAt = new Date(ctx.now());
  await ctx.db.transaction().execute(async (tx) => {
    await endRun(tx, due, { ...run, id, endedAt });
    await endPull(tx, due, { nextAt, failures, ...(validators && { validators }) });
    // Of a source that is down, one message is enough.
    if (failures !== 1 || due.failures !== 0) return;
    const { feedId } = due;
    const feedName = snapshot.feeds.find((feed) => feed.id === feedId)?.name ?? feedId;
    const data = { feedId, feedName, reason: run.detail };
    await notify(tx, { siteId: due.siteId, at: endedAt }, { type: 'feed.pull_failed', data });
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
  const { url, reading, allowShrink } = settingsOf(due);
  const request = {
    ...{ url, authorization: authorizationOf(ctx, due) },
    ...{ etag: due.etag ?? undefined, lastModified: due.lastModified ?? undefined },
  };
  const allowed = readAllowedHosts(ctx.config.pullAllowedHosts);
  const found = await fetchSource(request, { ...bounds, allowed, signal });
  if (found.isUnchanged) return unchanged('The source says that it has nothing newer.', 0);
  return take(ctx, due, site, found, { reading, allowShrink, note: noteOf(url) });
}

async function take(
  ctx: Context,
  due: DuePull,
  site: SiteSnapshot['site'],
  found: Extract<Fetched, { isUnchanged: false }>,
  { reading, allowShrink, note }: { reading: object; allowShrink: boolean; note: string },
): Promise<Outcome> {
  const rows = readFeed(found.source, optionsOfReading(reading));
  const origin = { actor: due.askedBy ?? '', way: 'pull', note } as const;
  const target = { site, feedId: due.feedId };
  const report = await putItems(ctx, target, rows, { allowShrink, origin });
  const { added, changed, removed, accepted, rejected, revision } = report;
  const validators = { etag: found.etag ?? null, lastModified: found.lastModified ?? null };
  const counts = { bytes: found.received(), accepted, rejected, validators };
  if (added + changed + removed === 0) {
    return { ...unchanged('Nothing in it was new.', counts.bytes), ...counts };
  }
  const detail = `${added} added, ${changed} changed, ${removed} removed.`;
  return { status: 'taken', detail, revision, ...counts };
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

function authorizationOf(ctx: Context, due: DuePull): string | undefined {
  if (!due.sealed) return undefined;
  const opened = ctx.secrets.decrypt(due.sealed, purposeOf(due));
  if (opened) return opened.toString();
  throw new FeedFileError('its authorization cannot be opened with this SECRET_KEY: set it again');
}

/** Queries may contain secrets: the settings show them, stored runs do not. */
function noteOf(text: string): string {
  const { host, pathname } = new URL(text);
  return `${host}${pathname}`.slice(0, 200);
}
