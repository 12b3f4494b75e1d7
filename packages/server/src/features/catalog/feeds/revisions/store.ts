// After a restore, a feed's revisions are other ones: what was known by them is known no more.
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';

/** Raises every revision of every feed by as much, those that can be rolled back to included. */
export async function jumpFeedRevisions(db: Db, by: number): Promise<void> {
  const ofChanges = ['feed_change', 'feed_health', 'feed_pull_run', 'deleted_feed'] as const;
  const ofFeeds = ['feed', 'feed_revision', 'feed_schedule', 'feed_transaction'] as const;
  const tables = [...ofFeeds, ...ofChanges];
  for (const table of tables) {
    await sql`
      update ${sql.table(table)} set revision = revision + ${by}::bigint`.execute(db);
  }
}
