// The counts of imports under way.
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';

export interface ImportCount {
  readonly importId: string;
  readonly kind: string;
  readonly accepted: number;
  readonly repeated: number;
}

/** Adds to the counts; `partition` is one that the transaction has. */
export async function addImportCounts(
  tx: Db,
  siteId: number,
  partition: number,
  counts: readonly ImportCount[],
): Promise<void> {
  await sql`
    insert into event_import (site_id, import_id, partition, kind, accepted, repeated)
    select ${siteId}, import_id, ${partition}, kind, accepted, repeated
    from unnest(${counts.map(({ importId }) => importId)}::text[],
                ${counts.map(({ kind }) => kind)}::text[],
                ${counts.map(({ accepted }) => accepted)}::int[],
                ${counts.map(({ repeated }) => repeated)}::int[])
      as added (import_id, kind, accepted, repeated)
    on conflict (site_id, import_id, partition, kind) do update
    set accepted = event_import.accepted + excluded.accepted,
        repeated = event_import.repeated + excluded.repeated`.execute(tx);
}

/** What became of an import's events so far, by their kind. */
export async function selectImportCounts(
  db: Db,
  siteId: number,
  importId: string,
): Promise<ImportCount[]> {
  const { rows } = await sql<ImportCount>`
    select import_id as "importId", kind, sum(accepted)::int as accepted,
           sum(repeated)::int as repeated
    from event_import where site_id = ${siteId} and import_id = ${importId}
    group by import_id, kind order by kind`.execute(db);
  return rows;
}

/** Deletes the counts of an import that has ended, and those of imports that never did. */
export async function deleteImport(db: Db, siteId: number, importId: string): Promise<void> {
  await sql`
    delete from event_import
    where site_id = ${siteId}
      and (import_id = ${importId} or begun_at < now() - interval '7 days')`.execute(db);
}
