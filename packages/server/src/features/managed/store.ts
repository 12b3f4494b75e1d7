// Rows of managed objects: one table, whatever the kind.
import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

export type Kind = 'campaign' | 'audience' | 'identifier-type' | 'layer' | 'holdout' | 'metric';

export interface ObjectRow {
  readonly id: number;
  readonly version: number;
  /** Unique among the site's objects of the kind. */
  readonly name: string;
  /** JSON text, as it was written. */
  readonly body: string;
}

const columns = ['id', 'version', 'name', 'body'] as const;
const toRow = (row: { id: string; version: number; name: string; body: string }): ObjectRow => ({
  ...row,
  id: Number(row.id),
});

/** All objects of a kind, or a page of those after an id, by id. */
export async function selectObjects(
  db: Db,
  siteId: number,
  kind: Kind,
  page?: { after: number; limit: number },
): Promise<ObjectRow[]> {
  let query = db
    .selectFrom('managed_object')
    .select(columns)
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .orderBy('id');
  if (page) query = query.where('id', '>', String(page.after)).limit(page.limit);
  return (await query.execute()).map(toRow);
}

/** One object. */
export async function selectObject(
  db: Db,
  siteId: number,
  kind: Kind,
  id: number,
): Promise<ObjectRow | undefined> {
  const row = await db
    .selectFrom('managed_object')
    .select(columns)
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('id', '=', String(id))
    .executeTakeFirst();
  return row && toRow(row);
}

/** The next ids of managed objects and of the parts that they number. */
export async function nextIds(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: string }>`
    select nextval('managed_id') as id from generate_series(1, ${count})`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** Inserts an object; undefined when its name is taken. */
export async function insertObject(
  db: Db,
  siteId: number,
  kind: Kind,
  object: Pick<ObjectRow, 'id' | 'name' | 'body'>,
): Promise<ObjectRow | undefined> {
  const row = await db
    .insertInto('managed_object')
    .values({ site_id: siteId, kind, ...object })
    .onConflict((conflict) => conflict.columns(['site_id', 'kind', 'name']).doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row && toRow(row);
}

/** Replaces an object and raises its version; undefined when another has the name. */
export async function updateObject(
  db: Db,
  siteId: number,
  kind: Kind,
  object: Pick<ObjectRow, 'id' | 'name' | 'body'>,
): Promise<ObjectRow | undefined> {
  const row = await db
    .updateTable('managed_object')
    .set({ name: object.name, body: object.body, version: sql<number>`version + 1` })
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('id', '=', String(object.id))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('managed_object as other')
            .select('other.id')
            .where('other.site_id', '=', siteId)
            .where('other.kind', '=', kind)
            .where('other.name', '=', object.name)
            .where('other.id', '!=', String(object.id)),
        ),
      ),
    )
    .returning(columns)
    .executeTakeFirst();
  return row && toRow(row);
}

/** Deletes an object. */
export async function deleteObject(db: Db, siteId: number, kind: Kind, id: number): Promise<void> {
  await db
    .deleteFrom('managed_object')
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('id', '=', String(id))
    .execute();
}
