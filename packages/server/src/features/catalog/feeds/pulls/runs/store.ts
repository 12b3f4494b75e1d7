// How fetches went: the last of each feed.
import { sql } from 'kysely';
import type { Db } from '../../../../../db/schema.ts';
import type { FeedKey } from '../../changes/feed-key.ts';
import type { PullKey } from '../store.ts';

export interface RunRow {
  readonly id: string;
  /** Of the pull. */
  readonly name: string;
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

const runsKept = 200;

/** Notes that a fetch begins; one that never ended has failed. */
export async function insertRun(
  db: Db,
  { siteId, feedId, name }: PullKey,
  { actor, at, lost }: { readonly actor: string; readonly at: Date; readonly lost: string },
): Promise<string> {
  await db
    .updateTable('feed_pull_run')
    .set({ status: 'failed', detail: lost, ended_at: at })
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .where('name', '=', name)
    .where('status', '=', 'running')
    .execute();
  const { id } = await db
    .insertInto('feed_pull_run')
    .values({
      ...{ site_id: siteId, feed_id: feedId, name, started_at: at, actor },
      ...{ status: 'running' as const, detail: '', bytes: 0, accepted: 0, rejected: 0 },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Notes how a fetch ended, and forgets what is older than the last 200 of its pull. */
export async function endRun(
  db: Db,
  { siteId, feedId, name }: PullKey,
  {
    id,
    endedAt,
    ...run
  }: Omit<RunRow, 'name' | 'startedAt' | 'actor' | 'endedAt'> & { endedAt: Date },
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
    where site_id = ${siteId} and feed_id = ${feedId} and name = ${name} and id <= (
      select id from feed_pull_run
      where site_id = ${siteId} and feed_id = ${feedId} and name = ${name}
      order by id desc offset ${runsKept} limit 1
    )`.execute(db);
}

export interface RunPage {
  /** Absent: of all pulls of the feed. */
  readonly name?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Some fetches of a feed, or of one of its pulls, the newest first. */
export async function selectRuns(
  db: Db,
  { siteId, feedId }: FeedKey,
  { name, before, limit }: RunPage,
): Promise<RunRow[]> {
  let query = db
    .selectFrom('feed_pull_run')
    .select([
      'id',
      'name',
      'started_at as startedAt',
      'ended_at as endedAt',
      'actor',
      'status',
      'detail',
    ])
    .select(['bytes', 'accepted', 'rejected', 'revision'])
    .where('site_id', '=', siteId)
    .where('feed_id', '=', feedId)
    .orderBy('id', 'desc')
    .limit(limit);
  if (name !== undefined) query = query.where('name', '=', name);
  if (before !== undefined) query = query.where('id', '<', before);
  const rows = await query.execute();
  return rows.map(({ bytes, revision, ...row }) => ({
    ...row,
    bytes: Number(bytes),
    revision: revision === null ? null : Number(revision),
  }));
}
