// Since when the event log has events: its oldest partition's day.
import { sql } from 'kysely';

/** The first day of the log, a date; null where it has none. */
export const logStart = sql<Date | null>`(
  select to_date(min(right(relname, 10)), 'YYYY_MM_DD') from pg_inherits
  join pg_class on pg_class.oid = inhrelid
  where inhparent = 'event'::regclass)`;
