// Rows of imports: that they were made, and what became of each of their rows.
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

export interface ImportRecord {
  readonly siteId: number;
  /** A UUID. */
  readonly id: string;
  readonly at: Date;
  readonly accepted: number;
  readonly rejected: number;
}

/** What became of a row: null, it was accepted; else why it was not. */
export interface RowOutcome {
  readonly position: number;
  readonly message: string | null;
}

const keptMs = 30 * 24 * 60 * 60 * 1000;
/** An import may take longer than a request does. */
const longStatementsMs = '600000';

/** Begins an import; those of one site wait for one another. */
export async function beginImport(tx: Db, siteId: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${longStatementsMs}, true),
                   set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx);
  await sql`
    select pg_advisory_xact_lock(hashtext('attune user import'), ${siteId})`.execute(tx);
}

/** Records an import with outcomes of its rows, and forgets those of a month ago. */
export async function insertImport(
  tx: Db,
  { siteId, id, at, accepted, rejected }: ImportRecord,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  await tx
    .deleteFrom('user_import')
    .where('site_id', '=', siteId)
    .where('at', '<', new Date(at.getTime() - keptMs))
    .execute();
  await tx
    .insertInto('user_import')
    .values({ site_id: siteId, id, at, accepted, rejected })
    .execute();
  await sql`
    insert into user_import_row (site_id, import_id, position, succeeded, message)
    select ${siteId}::int, ${id}::uuid, position, message is null, message
    from unnest(${outcomes.map(({ position }) => position)}::int[],
                ${outcomes.map(({ message }) => message)}::text[]) as told (position, message)
  `.execute(tx);
}

/** When an import was made; undefined where the site has no such one. */
export async function selectImportTime(
  db: Db,
  siteId: number,
  id: string,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('user_import')
    .select('at')
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.at;
}

/** What became of an import's rows, in order; of the one at a place, where given. */
export async function selectRowOutcomes(
  db: Db,
  siteId: number,
  id: string,
  position?: number,
): Promise<RowOutcome[]> {
  let query = db
    .selectFrom('user_import_row')
    .select(['position', 'message'])
    .where('site_id', '=', siteId)
    .where('import_id', '=', id)
    .orderBy('position');
  if (position !== undefined) query = query.where('position', '=', position);
  return query.execute();
}
