// Rows of ingestion warnings: a row a day, key, kind and place.
import type { IngestionWarningOutput } from '@attune/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import type { Counted } from './tally.ts';

const samplesMax = 3;
const shownMax = 500;

/**
 * Adds what a node has counted; one statement. Rows come in the order of their keys, so that nodes
 * that add at once wait for one another and for nothing else.
 */
export async function addIngestionWarnings(db: Db, counted: readonly Counted[]): Promise<void> {
  const rows = JSON.stringify(
    counted.map((one) => ({
      ...one,
      firstAt: new Date(one.firstAt),
      lastAt: new Date(one.lastAt),
    })),
  );
  await sql`
    insert into ingestion_warning
      (site_id, day, key_id, code, endpoint, place, detail, count, first_at, last_at, samples,
       trace_id)
    select "siteId", day, "keyId", code, endpoint, place, detail, count, "firstAt", "lastAt",
           array(select jsonb_array_elements_text(samples)), "traceId"
    from jsonb_to_recordset(${rows}::jsonb) as counted
      ("siteId" integer, day date, "keyId" integer, code text, endpoint text, place text,
       detail text, count bigint, "firstAt" timestamptz, "lastAt" timestamptz, samples jsonb,
       "traceId" text)
    order by "siteId", day, "keyId", code, endpoint, place
    on conflict (site_id, day, key_id, code, endpoint, place) do update
    set count = ingestion_warning.count + excluded.count,
        detail = excluded.detail,
        last_at = greatest(ingestion_warning.last_at, excluded.last_at),
        trace_id = excluded.trace_id,
        samples = array(
          select distinct one from unnest(excluded.samples || ingestion_warning.samples) as one
          limit ${samplesMax})`.execute(db);
}

/** What was counted since a day, the most recent first. */
export async function selectIngestionWarnings(
  db: Db,
  siteId: number,
  sinceDay: string,
): Promise<IngestionWarningOutput[]> {
  const { rows } = await sql<{
    code: string;
    endpoint: string;
    place: string;
    detail: string;
    keyId: number;
    keyName: string | null;
    count: string;
    firstAt: Date;
    lastAt: Date;
    samples: string[] | null;
    traceId: string;
  }>`
    select code, endpoint, place, w.key_id as "keyId", api_key.name as "keyName",
           sum(count) as count, min(first_at) as "firstAt", max(last_at) as "lastAt",
           (array_agg(detail order by last_at desc))[1] as detail,
           (array_agg(trace_id order by last_at desc))[1] as "traceId",
           (select array_agg(distinct sample)
            from ingestion_warning as one cross join unnest(one.samples) as sample
            where one.site_id = ${siteId} and one.day >= ${sinceDay} and one.key_id = w.key_id
              and one.code = w.code and one.endpoint = w.endpoint and one.place = w.place
           ) as samples
    from ingestion_warning as w
    left join api_key on api_key.site_id = w.site_id and api_key.id = w.key_id
    where w.site_id = ${siteId} and w.day >= ${sinceDay}
    group by w.key_id, code, endpoint, place, api_key.name
    order by max(last_at) desc, code, place
    limit ${shownMax}`.execute(db);
  return rows.map(({ keyId, keyName, count, firstAt, lastAt, samples, ...rest }) => ({
    ...rest,
    key: { id: String(keyId), name: keyName ?? '' },
    count: Number(count),
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    samples: (samples ?? []).slice(0, samplesMax),
  }));
}

/** Passed over on purpose: it is no fault of a sender. */
const onPurpose = ['bot', 'internal_traffic', 'no_consent'];

/** How much was wrong in what a site sent since a day, by day. */
export async function countIngestionWarningsByDay(
  db: Db,
  siteId: number,
  sinceDay: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ day: string; count: string }>`
    select day, sum(count) as count from ingestion_warning
    where site_id = ${siteId} and day >= ${sinceDay} and code <> all(${onPurpose}::text[])
    group by day`.execute(db);
  return new Map(rows.map(({ day, count }) => [day, Number(count)]));
}

/** Removes what is older than a day. */
export async function forgetOldIngestionWarnings(db: Db, before: Date): Promise<void> {
  const day = before.toISOString().slice(0, 10);
  await sql`delete from ingestion_warning where day < ${day}`.execute(db);
}
