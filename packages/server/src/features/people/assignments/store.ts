// Which variation a device or an account was given first, in exposures of other users.
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { notifyUserChanges } from '../../../db/user-changes.ts';

/** A unit, what it was given, and when. */
export interface UnitAssignment {
  readonly unitId: string;
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly variationId: number;
}

/**
 * Writes assignments that are earlier than what is known, or new; each unit and key once. Rows that
 * stay as they are are not locked: the people of an account share them.
 */
export async function upsertAssignments(
  db: Db,
  siteId: number,
  assignments: readonly UnitAssignment[],
): Promise<void> {
  const { rows } = await sql<{ unit_id: string }>`
    insert into unit_assignment as stored (site_id, unit_id, key, time, variation_id)
    select ${siteId}, made.*
    from unnest(
      ${assignments.map(({ unitId }) => unitId)}::bigint[],
      ${assignments.map(({ key }) => key)}::text[],
      ${assignments.map(({ time }) => new Date(time).toISOString())}::timestamptz[],
      ${assignments.map(({ variationId }) => variationId)}::bigint[]
    ) as made (unit_id, key, time, variation_id)
    left join unit_assignment as known
      on known.site_id = ${siteId} and known.unit_id = made.unit_id and known.key = made.key
    where known.time is null or (made.time, made.variation_id) < (known.time, known.variation_id)
    order by made.unit_id, made.key
    on conflict (site_id, unit_id, key) do update
      set time = excluded.time, variation_id = excluded.variation_id
      where (excluded.time, excluded.variation_id) < (stored.time, stored.variation_id)
    returning unit_id`.execute(db);
  await notifyUserChanges(
    db,
    siteId,
    rows.map(({ unit_id }) => unit_id),
  );
}

/** What units of any sites stay with; units without anything are left out. */
export async function selectAssignments(
  db: Db,
  units: readonly { readonly siteId: number; readonly id: string }[],
): Promise<{ siteId: number; id: string; given: Record<string, number> }[]> {
  const { rows } = await sql<{ siteId: number; id: string; given: Record<string, number> }>`
    select site_id as "siteId", unit_id as id, json_object_agg(key, variation_id) as given
    from unnest(${units.map(({ siteId }) => siteId)}::int[],
                ${units.map(({ id }) => id)}::bigint[]) as wanted (site_id, unit_id)
    join unit_assignment using (site_id, unit_id)
    group by 1, 2`.execute(db);
  return rows;
}

/** Forgets what some units stay with. */
export async function deleteAssignmentsOf(
  db: Db,
  siteId: number,
  unitIds: readonly string[],
): Promise<void> {
  await sql`
    delete from unit_assignment
    where site_id = ${siteId} and unit_id = any(${unitIds}::bigint[])`.execute(db);
  await notifyUserChanges(db, siteId, unitIds);
}
