// Work whose effect can be counted, as the worker's own: what was seen before changes nothing.
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';
import type { Work } from './consume.ts';
import type { WaitingRow } from './store.ts';

/** Makes the tables that effects are counted in, empty, and empties the inbox. */
export async function clearEffects(db: Db): Promise<void> {
  await sql`create table if not exists effect (id text primary key)`.execute(db);
  await sql`create table if not exists tally (prefix text primary key, total integer)`.execute(db);
  await sql`truncate inbox, inbox_stream, inbox_position, effect, tally`.execute(db);
}

/** The lines of rows. */
export function textsIn(rows: readonly WaitingRow[]): string[] {
  return rows.flatMap(({ text }) => text.split('\n'));
}

/** Notes each line once, and adds to the tally of its prefix only what it has noted now. */
export const countOnce: Work = async (tx, rows) => {
  const texts = textsIn(rows);
  await sql`
    with added as (
      insert into effect select distinct text from unnest(${texts}::text[]) as text
      on conflict do nothing returning split_part(id, ' ', 1) as prefix
    )
    insert into tally select prefix, count(*) from added group by prefix
    on conflict (prefix) do update set total = tally.total + excluded.total`.execute(tx);
};

/** Lines of a prefix that have had an effect, and what their effects add up to. */
export async function readEffects(
  db: Db,
  prefix: string,
): Promise<{ texts: string[]; total: number }> {
  const noted = await sql<{ id: string }>`
    select id from effect where split_part(id, ' ', 1) = ${prefix}`.execute(db);
  const tally = await sql<{ total: number }>`
    select total from tally where prefix = ${prefix}`.execute(db);
  return { texts: noted.rows.map(({ id }) => id), total: tally.rows[0]?.total ?? 0 };
}
