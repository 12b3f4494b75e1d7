// The audit entry of the demo's installation, and the lock that lets one process do it.
import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';

/** The actor of the demo's entries in the audit log; only the installation uses it. */
export const demoActor = 'demo installation';
/** The audit entry that means that nothing is left to do. */
export const completedAction = 'demo.complete';

export interface Installation {
  readonly siteId: number;
  readonly begunAt: Date;
  readonly isComplete: boolean;
}

/** The installation that this database has seen, complete or interrupted. */
export async function selectInstallation(db: Db): Promise<Installation | undefined> {
  const entries = await db
    .selectFrom('audit')
    .select(['site_id', 'at', 'action'])
    .where('actor', '=', demoActor)
    .where('action', 'in', ['site.create', completedAction])
    .orderBy('id')
    .execute();
  const begun = entries.find(({ action }) => action === 'site.create');
  if (!begun) return undefined;
  const isComplete = entries.some(({ action }) => action === completedAction);
  return { siteId: begun.site_id, begunAt: begun.at, isComplete };
}

/** Runs work while no other process installs; the other one waits and then finds it done. */
export async function withInstallationLock<T>(db: Db, work: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('attune demo installation'))`.execute(tx);
    return work();
  });
}
