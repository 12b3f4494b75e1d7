// How far each partition of the stream is folded, and which stream it is.
import { partitionCount } from '@attune/core';
import { sql } from 'kysely';
import type { Db } from '../../../../../db/schema.ts';

export interface Adopted {
  readonly name: string;
  readonly created: string;
  /** The place of a message is its sequence and this. */
  readonly base: number;
}

/** All messages up to a place are folded, and so many rows of the one behind it. */
export interface Position {
  readonly partition: number;
  readonly place: number;
  readonly rows: number;
}

/** The stream that was used last; undefined: none ever was, or it is empty and given up. */
export async function selectAdopted(db: Db): Promise<Adopted | undefined> {
  const { rows } = await sql<Adopted>`
    select name, created, base::double precision as base from inbox_stream`.execute(db);
  return rows[0];
}

/**
 * Uses a stream from now on; of the one that was used, nothing beyond `sequence` is left. Places
 * only rise: what was marked before is folded once all partitions are as far.
 */
export async function adoptStream(
  db: Db,
  { name, created }: Omit<Adopted, 'base'>,
  sequence: number,
): Promise<void> {
  await sql`
    with before as (select base from inbox_stream),
    highest as (
      select greatest(0, (select max(place) from inbox_position),
                      (select max(stream_place) from erasure)) as place),
    adopted as (
      insert into inbox_stream (name, created, base)
      select ${name}, ${created}, place - ${sequence}::bigint from highest
      on conflict (is_only) do update
      set name = excluded.name, created = excluded.created, base = excluded.base)
    insert into inbox_position (partition, place, rows)
    select number,
           highest.place - ${sequence}::bigint
             + least(coalesce(inbox_position.place - before.base, 0), ${sequence}::bigint),
           0
    from highest cross join generate_series(0, ${partitionCount - 1}::int) as number
    left join inbox_position on inbox_position.partition = number
    left join before on true
    on conflict (partition) do update set place = excluded.place, rows = 0`.execute(db);
}

/**
 * No stream is used any more: what was marked before counts as folded, and later places are
 * higher. Resolves to its name.
 */
export async function deleteAdopted(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    with given_up as (delete from inbox_stream returning name),
    highest as (
      select greatest((select max(place) from inbox_position),
                      (select max(stream_place) from erasure)) as place),
    passed as (
      update inbox_position set place = highest.place, rows = 0
      from highest where exists (select from given_up))
    select name from given_up`.execute(db);
  return rows[0]?.name;
}

/** How far partitions are folded. */
export async function selectPositions(db: Db): Promise<Position[]> {
  const { rows } = await sql<Position>`
    select partition, place::double precision as place, rows from inbox_position
    order by partition`.execute(db);
  return rows;
}

/** Partitions are folded as far as this; one that is further stays. */
export async function updatePositions(db: Db, positions: readonly Position[]): Promise<void> {
  await sql`
    update inbox_position set place = folded.place, rows = folded.rows
    from unnest(${positions.map(({ partition }) => partition)}::smallint[],
                ${positions.map(({ place }) => place)}::bigint[],
                ${positions.map(({ rows }) => rows)}::int[]) as folded (partition, place, rows)
    where inbox_position.partition = folded.partition
      and (inbox_position.place, inbox_position.rows) < (folded.place, folded.rows)`.execute(db);
}

/**
 * Partitions have nothing up to a place. Without those that a worker writes just now: it knows
 * better, and none waits for another.
 */
export async function passOver(
  db: Db,
  partitions: readonly number[],
  place: number,
): Promise<void> {
  await sql`
    update inbox_position set place = ${place}, rows = 0
    where partition in (
      select partition from inbox_position
      where partition = any(${partitions}::smallint[]) and place < ${place}
      order by partition for update skip locked)`.execute(db);
}
