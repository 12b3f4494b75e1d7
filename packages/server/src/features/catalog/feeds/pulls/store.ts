// Where feeds are fetched from, which is due, and how it went.
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';
import type { FeedKey } from '../changes/feed-key.ts';

/** A feed's fetch, by its name. */
export interface PullKey extends FeedKey {
  readonly name: string;
}

export interface PullRow {
  readonly name: string;
  /** Does its file change some columns, and nothing else? */
  readonly isPartial: boolean;
  /** The feed's when the last file was taken. */
  readonly revision: string | null;
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
  /** Of the last file that was taken; null: that is not known. */
  readonly columns: readonly string[] | null;
}

const columns = [
  ...([
    'name',
    'is_partial as isPartial',
    'revision',
    'settings',
    'failures',
    'etag',
    'is_on as isOn',
    'changed_at as changedAt',
  ] as const),
  ...(['authorization_sealed as sealed', 'next_at as nextAt', 'asked_by as askedBy'] as const),
  ...(['last_modified as lastModified', 'columns'] as const),
] as const;

/** From where a feed is fetched, the whole of it first. */
export async function selectPulls(db: Db, { siteId, feedId }: FeedKey): Promise<PullRow[]> {
  return db
    .selectFrom('feed_schedule')
    .select(columns)
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .orderBy('is_partial')
    .orderBy('name')
    .execute();
}

/** Sets where a feed is fetched from; the source's earlier headers are forgotten. */
export async function upsertPull(
  db: Db,
  { siteId, feedId, name }: PullKey,
  pull: Pick<PullRow, 'isOn' | 'isPartial' | 'settings' | 'sealed' | 'changedAt' | 'nextAt'>,
): Promise<void> {
  const row = {
    ...{ is_on: pull.isOn, is_partial: pull.isPartial, settings: pull.settings },
    ...{ authorization_sealed: pull.sealed, changed_at: pull.changedAt, next_at: pull.nextAt },
    ...{ failures: 0, etag: null, last_modified: null, asked_by: null, revision: null },
    columns: null,
  };
  await db
    .insertInto('feed_schedule')
    .values({ site_id: siteId, feed_id: feedId, name, ...row })
    .onConflict((conflict) => conflict.columns(['site_id', 'feed_id', 'name']).doUpdateSet(row))
    .execute();
}

/** Has a feed fetched no more; false where it was not. */
export async function deletePull(db: Db, { siteId, feedId, name }: PullKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('feed_schedule')
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Makes a feed's fetch due; false where it is not fetched from anywhere. */
export async function askForPull(
  db: Db,
  { siteId, feedId, name }: PullKey,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('feed_schedule')
    .set({ next_at: at, asked_by: by })
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('name', '=', name)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes what changes some columns of a feed due: the whole of it came, as it was before that. */
export async function hastenPartialPulls(
  db: Db,
  { siteId, feedId }: FeedKey,
  at: Date,
): Promise<void> {
  await db
    .updateTable('feed_schedule')
    .set({ next_at: at })
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('is_partial', '=', true)
    .where('next_at', '>', at)
    .execute();
}

export interface DuePull extends PullRow, FeedKey {}

/** Takes the fetch that is due longest, of all sites, until a time; no other node takes it then. */
export async function claimPull(
  db: Db,
  { at, until }: { readonly at: Date; readonly until: Date },
): Promise<DuePull | undefined> {
  const { rows } = await sql<DuePull>`
    update feed_schedule set held_until = ${until}
    where (site_id, feed_id, name) in (
      select site_id, feed_id, name from feed_schedule
      where next_at <= ${at} and (held_until is null or held_until < ${at})
      order by next_at limit 1 for update skip locked
    )
    returning site_id as "siteId", feed_id as "feedId", name, is_partial as "isPartial", revision,
      settings, failures, etag,
      is_on as "isOn", changed_at as "changedAt", authorization_sealed as sealed,
      next_at as "nextAt", asked_by as "askedBy", last_modified as "lastModified", columns`.execute(
    db,
  );
  return rows[0];
}

/** Renews this node's claim on a fetch; false where it lost it meanwhile. */
export async function holdPull(
  db: Db,
  { siteId, feedId, name, changedAt }: PullKey & Pick<PullRow, 'changedAt'>,
  until: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('feed_schedule')
    .set({ held_until: until })
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('name', '=', name)
    .where('changed_at', '=', changedAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface PullEnd {
  readonly nextAt: Date | null;
  readonly failures: number;
  /** The source's headers for the file, and the feed's revision with it; absent: they stay. */
  readonly taken?: {
    readonly etag: string | null;
    readonly lastModified: string | null;
    readonly revision: number;
    readonly columns: readonly string[];
  };
}

/** Lets go of a fetch, unless its settings are others by now. */
export async function endPull(
  db: Db,
  {
    siteId,
    feedId,
    name,
    changedAt,
    nextAt: wasDue,
  }: PullKey & Pick<PullRow, 'changedAt' | 'nextAt'>,
  { nextAt, failures, taken }: PullEnd,
): Promise<void> {
  await db
    .updateTable('feed_schedule')
    .set({
      ...{ held_until: null, failures },
      // What made it due meanwhile, while it ran, has it run again.
      next_at: sql`case when next_at is not distinct from ${wasDue} then ${nextAt} else next_at end`,
      asked_by: sql`case when next_at is not distinct from ${wasDue} then null else asked_by end`,
      ...(taken && {
        ...{ etag: taken.etag, last_modified: taken.lastModified, revision: taken.revision },
        columns: [...taken.columns],
      }),
    })
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('name', '=', name)
    .where('changed_at', '=', changedAt)
    .execute();
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

/** Feeds of a site with a fetch that is on and failed the last time, the worst first. */
export async function selectFailingPulls(
  db: Db,
  siteId: number,
  limit: number,
): Promise<FailingPull[]> {
  const { rows } = await sql<FailingPull>`
    select pull.feed_id as "feedId", feed.name, pull.failures,
           coalesce(run.detail, '') as detail, run.ended_at as at
    from (
      select distinct on (feed_id) * from feed_schedule
      where site_id = ${siteId} and is_on and failures > 0
      order by feed_id, failures desc
    ) as pull
    join feed on feed.site_id = pull.site_id and feed.id = pull.feed_id
    left join lateral (
      select detail, ended_at from feed_pull_run
      where site_id = pull.site_id and feed_id = pull.feed_id and name = pull.name
        and status = 'failed'
      order by id desc limit 1) as run on true
    order by pull.failures desc, pull.feed_id limit ${limit}`.execute(db);
  return rows;
}
