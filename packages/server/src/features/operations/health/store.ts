// What of the service an operator must know that only the database does.
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

export interface Findings {
  /** Rows of the inbox that no worker has taken yet. */
  readonly waiting: number;
  /** Of them; null: none waits. Ids rise. */
  readonly oldestId: number | null;
  /** The highest id that was given out. */
  readonly lastId: number;
  /** Up to this place, the stream of the inbox is folded; null: there was none. */
  readonly leastPlace: number | null;
  /** Entries that no worker could read. */
  readonly setAside: number;
  readonly erasures: number;
  /** Since a worker that is listed was seen; null: none is listed. */
  readonly workerAgoMs: number | null;
}

/** Counts no further than this: what is beyond is too much anyhow, and takes long to count. */
const mostCounted = 100_000;

/** Looks at all sites together. */
export async function selectFindings(db: Db): Promise<Findings> {
  const { rows } = await sql<Findings>`
    select (select count(*)::int from (select from inbox limit ${mostCounted}) as counted) as waiting,
      (select min(id)::double precision from inbox) as "oldestId",
      coalesce(pg_sequence_last_value(pg_get_serial_sequence('inbox', 'id')::regclass), 0)
        ::double precision as "lastId",
      (select min(place)::double precision from inbox_position) as "leastPlace",
      (select count(*)::int from (select from rejected_entry limit ${mostCounted}) as counted)
        as "setAside",
      (select count(*)::int from erasure where done_at is null) as erasures,
      (select 1000 * extract(epoch from clock_timestamp() - max(seen_at))::double precision
       from node where 'worker' = any(roles)) as "workerAgoMs"
  `.execute(db);
  return rows[0]!;
}
