// When an installation is at rest after a crash: nothing waits, and no worker is busy.
import type pg from 'pg';
import { pause } from './installation.ts';

const boundMs = 120_000;

/** What is still to come beside entries: erasures, sessions of processes that are dead. */
const unrest = `
  select (select count(*) from erasure where done_at is null) as erasures,
         (select count(*) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()
             and state <> 'idle' and query not like '%pg_stat_activity%'
             and query !~* '^(listen|select$)') as working,
         (select count(*) from rejected_entry) as rejected`;

/**
 * Waits until nothing is under way, and no entries wait. What stays waiting, or was set aside, is a
 * loss.
 */
export async function waitUntilAtRest(
  db: pg.Pool,
  waiting: () => Promise<number>,
): Promise<string[]> {
  const end = Date.now() + boundMs;
  let calm = 0;
  let last = 'the database did not answer';
  while (Date.now() < end) {
    try {
      const entries = String(await waiting());
      const { rows } = await db.query<Record<string, string>>(unrest);
      const { erasures, working, rejected } = rows[0]!;
      if (Number(rejected) > 0) return [`${rejected} entries were set aside as unreadable`];
      // A worker polls now and then; what matters is that none was busy twice in a row.
      calm = [entries, erasures, working].every((count) => count === '0') ? calm + 1 : 0;
      if (calm === 2) return [];
      last = `${entries} entries, ${erasures} erasures, ${working} statements under way`;
    } catch (error) {
      calm = 0;
      last = (error as Error).message;
    }
    await pause(20);
  }
  return [`not at rest after ${boundMs / 1000} s: ${last}`];
}
