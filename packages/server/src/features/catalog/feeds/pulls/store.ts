// Where feeds are fetched from, which is due, and how it went.
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';
import type { FeedKey } from '../changes/feed-key.ts';

export interface PullRow {
  readonly isOn: boolean;
  /** JSON text. */
  readonly settings: string;
  readonly sealed: Buffer | null;
  readonly changedAt: Date;
  readonly nextAt: Date | null;
  readonly askedBy: string | null;
  readonly failures: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

const columns = [
  ...(['settings', 'failures', 'etag', 'is_on as isOn', 'changed_at as changedAt'] as const),
  ...(['authorization_sealed as sealed', 'next_at as nextAt', 'asked_by as askedBy'] as const),
  'last_modified as lastModified',
] as const;

/** Where a feed is fetched from; undefined: it is not. */
export async function selectPull(
  db: Db,
  { siteId, feedId }: FeedKey,
): Promise<PullRow | undefined> {
  return db
    .selectFrom('feed_pull')
    .select(columns)
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .executeTakeFirst();
}

/** Sets where a feed is fetched from; the source's earlier headers are forgotten. */
export async function upsertPull(
  db: Db,
  { siteId, feedId }: FeedKey,
  {
    isOn,
    settings,
    sealed,
    changedAt,
    nextAt,
  }: Omit<PullRow, 'failures' | 'etag' | 'lastModified' | 'askedBy'>,
): Promise<void> {
  const row = {
    ...{ is_on: isOn, settings, authorization_sealed: sealed, changed_at: changedAt },
    ...{ next_at: nextAt, failures: 0, etag: null, last_modified: null, asked_by: null },
  };
  await db
    .insertInto('feed_pull')
    .values({ site_id: siteId, feed_id: feedId, ...row })
    .onConflict((conflict) => conflict.columns(['site_id', 'feed_id']).doUpdateSet(row))
    .execute();
}

/** Has a feed fetched no more; false where it was not. */
export async function deletePull(db: Db, { siteId, feedId }: FeedKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('feed_pull')
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Makes a feed's fetch due; false where it is not fetched from anywhere. */
export async function askForPull(
  db: Db,
  { siteId, feedId }: FeedKey,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('feed_pull')
    .set({ next_at: at, asked_by: by })
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface DuePull extends PullRow, FeedKey {}

/** Takes the fetch that is due longest, of all sites, until a time; no other node takes it then. */
export async function claimPull(
  db: Db,
  { at, until }: { readonly at: Date; readonly until: Date },
): Promise<DuePull | undefined> {
  const { rows } = await sql<DuePull>`
    update feed_pull set held_until = ${until}
    where (site_id, feed_id) in (
      select site_id, feed_id from feed_pull
      where next_at <= ${at} and (held_until is null or held_until < ${at})
      order by next_at limit 1 for update skip locked
    )
    returning site_id as "siteId", feed_id as "feedId", settings, failures, etag,
      is_on as "isOn", changed_at as "changedAt", authorization_sealed as sealed,
      next_at as "nextAt", asked_by as "askedBy", last_modified as "lastModified"`.execute(db);
  return rows[0];
}

/** Renews this node's claim on a fetch; false where it lost it meanwhile. */
export async function holdPull(
  db: Db,
  { siteId, feedId, changedAt }: FeedKey & Pick<PullRow, 'changedAt'>,
  until: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('feed_pull')
    .set({ held_until: until })
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('changed_at', '=', changedAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface PullEnd {
  readonly nextAt: Date | null;
  readonly failures: number;
  /** Absent: they stay. */
  readonly validators?: { readonly etag: string | null; readonly lastModified: string | null };
}

/** Lets go of a fetch, unless its settings are others by now. */
export async function endPull(
  db: Db,
  { siteId, feedId, changedAt }: FeedKey & Pick<PullRow, 'changedAt'>,
  { nextAt, failures, validators }: PullEnd,
): Promise<void> {
  await db
    .updateTable('feed_pull')
    .set({
      ...{ held_until: null, asked_by: null, next_at: nextAt, failures },
      ...(validators && { etag: validators.etag, last_modified: validators.lastModified }),
    })
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('changed_at', '=', changedAt)
    .execute();
}

export interface RunRow {
  readonly id: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly actor: string;
  readonly status: 'running' | 'taken' | 'unchanged' | 'failed';
  readonly detail: string;
  readonly bytes: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly revision: number | null;
}

export interface FailingPull {
  readonly feedId: string;
  readonly name: string;
  /** Why the last fetch failed, and when it ended. */
  readonly detail: string;
  readonly at: Date | null;
  /** In a row. */
  readonly failures: number;
}

/** Feeds of a site whose fetch is on and failed the last time, the worst first. */
export async function selectFailingPulls(
  db: Db,
  siteId: number,
  limit: number,
): Promise<FailingPull[]> {
  const { rows } = await sql<FailingPull>`
    select pull.feed_id as "feedId", feed.name, pull.failures,
           coalesce(run.detail, '') as detail, run.ended_at as at
    from feed_pull as pull
    join feed on feed.site_id = pull.site_id and feed.id = pull.feed_id
    left join lateral (
      select detail, ended_at from feed_pull_run
      where site_id = pull.site_id and feed_id = pull.feed_id and status = 'failed'
      order by id desc limit 1) as run on true
    where pull.site_id = ${siteId} and pull.is_on and pull.failures > 0
    order by pull.failures desc, pull.feed_id limit ${limit}`.execute(db);
  return rows;
}

const runsKept = 200;

/** Notes that a fetch begins; one that never ended has failed. */
export async function insertRun(
  db: Db,
  { siteId, feedId }: FeedKey,
  { actor, at, lost }: { readonly actor: string; readonly at: Date; readonly lost: string },
): Promise<string> {
  await db
    .updateTable('feed_pull_run')
    .set({ status: 'failed', detail: lost, ended_at: at })
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('status', '=', 'running')
    .execute();
  const { id } = await db
    .insertInto('feed_pull_run')
    .values({
      ...{ site_id: siteId, feed_id: feedId, started_at: at, actor, status: 'running' as const },
      ...{ detail: '', bytes: 0, accepted: 0, rejected: 0 },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Notes how a fetch ended, and forgets what is older than the last 200. */
export async function endRun(
  db: Db,
  { siteId, feedId }: FeedKey,
  { id, endedAt, ...run }: Omit<RunRow, 'startedAt' | 'actor' | 'endedAt'> & { endedAt: Date },
): Promise<void> {
  await db
    .updateTable('feed_pull_run')
    .set({ ...run, ended_at: endedAt })
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('id', '=', id)
    .execute();
  await sql`
    delete from feed_pull_run
    where site_id = ${siteId} and feed_id = ${feedId} and id <= (
      select id from feed_pull_run where site_id = ${siteId} and feed_id = ${feedId}
      order by id desc offset ${runsKept} limit 1
    )`.execute(db);
}

/** Some fetches of a feed, the newest first. */
export async function selectRuns(
  db: Db,
  { siteId, feedId }: FeedKey,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<RunRow[]> {
  let query = db
    .selectFrom('feed_pull_run')
    .select(['id', 'started_at as startedAt', 'ended_at as endedAt', 'actor', 'status', 'detail'])
    .select(['bytes', 'accepted', 'rejected', 'revision'])
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .orderBy('id', 'desc')
    .limit(limit);
  if (before !== undefined) query = query.where('id', '<', before);
  const rows = await query.execute();
  return rows.map(({ bytes, revision, ...row }) => ({
    ...row,
    bytes: Number(bytes),
    revision: revision === null ? null : Number(revision),
  }));
}
