// How many bytes the inbox has.
import { sql } from 'kysely';
import type { Db } from '../../../../../db/schema.ts';

/** What a row takes beside its text: its other columns, and its part of the indexes. */
const rowBytes = 100;

/**
 * About how many bytes wait. While the whole table takes less than `mattersFrom`, as it nearly
 * always does, that is what it takes: its rows are only counted beyond, since a table does not
 * shrink when they leave.
 */
export async function selectInboxBytes(db: Db, mattersFrom: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (case
      when table_bytes < ${mattersFrom}::double precision then table_bytes
      else (select coalesce(sum(coalesce(pg_column_size(packed), pg_column_size(entry))
                                + ${rowBytes}::int), 0)
            from inbox)
    end)::double precision as bytes
    from (select pg_total_relation_size('inbox') as table_bytes) as measured`.execute(db);
  return rows[0]!.bytes;
}
