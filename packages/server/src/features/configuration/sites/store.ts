// Rows of sites, and the revision that every change of a site's configuration carries.
import type { Feature, Vertical } from '@attune/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/** Channel on which nodes are notified that a site has changed. */
export const changesChannel = 'attune_changes';

export interface SiteRow {
  readonly id: number;
  readonly name: string;
  readonly vertical: Vertical;
  readonly features: Feature[];
  readonly settings: Record<string, unknown>;
  readonly salt: Buffer;
  readonly identitySecret: Buffer;
  readonly revision: number;
  /** The first day of which events have not been dropped, YYYY-MM-DD; null: none ever were. */
  readonly eventsFrom: string | null;
}

/** Inserts a site and returns its id; undefined when the name is taken. */
export async function insertSite(
  db: Db,
  site: Omit<SiteRow, 'id' | 'revision' | 'eventsFrom'>,
  at: Date,
): Promise<number | undefined> {
  const row = await db
    .insertInto('site')
    .values({
      name: site.name,
      vertical: site.vertical,
      features: site.features,
      settings: JSON.stringify(site.settings),
      salt: site.salt,
      identity_secret: site.identitySecret,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Reads a site's row. */
export async function selectSite(db: Db, id: number): Promise<SiteRow | undefined> {
  const row = await db.selectFrom('site').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    name: row.name,
    vertical: row.vertical,
    features: row.features,
    settings: row.settings,
    salt: row.salt,
    identitySecret: row.identity_secret,
    revision: Number(row.revision),
    eventsFrom: row.events_from,
  };
}

/** The first day of which a site's events have not been dropped; null: none ever were. */
export async function selectEventsFrom(db: Db, id: number): Promise<string | null> {
  const row = db.selectFrom('site').select('events_from').where('id', '=', id);
  return (await row.executeTakeFirst())?.events_from ?? null;
}

/** Raises the first day of which a site has events; it never falls. */
export async function raiseEventsFrom(db: Db, id: number, day: string): Promise<void> {
  await sql`
    update site set events_from = greatest(events_from, ${day}::date) where id = ${id}`.execute(db);
}

/** Lets go what the audit log has of a site from before a time. */
export async function raiseAuditFrom(db: Db, id: number, from: Date): Promise<void> {
  await sql`
    update site set audit_from = greatest(audit_from, ${from}) where id = ${id}`.execute(db);
}

/** Every site's name and revision, cheap enough to ask twice a second. */
export async function selectRevisions(
  db: Db,
): Promise<{ id: number; name: string; revision: number }[]> {
  const rows = await db.selectFrom('site').select(['id', 'name', 'revision']).execute();
  return rows.map(({ id, name, revision }) => ({ id, name, revision: Number(revision) }));
}

export interface SitesState {
  /** A text for every site's revision at one moment; another one when one has changed. */
  readonly state: string;
  /** Every site's revision; undefined when the state is the one that is known. */
  readonly sites: readonly { readonly id: number; readonly revision: number }[] | undefined;
}

/** Has any site changed since `known`? One row when none has, however many there are. */
export async function selectSitesState(db: Db, known: string | undefined): Promise<SitesState> {
  const { rows } = await sql<{ state: string; id: number | null; revision: string | null }>`
    with present as (
      select coalesce(sum(hashint8extended(revision, id)), 0)::text as state from site
    )
    select present.state, site.id, site.revision
    from present left join site on present.state is distinct from ${known ?? null}::text
    order by site.id`.execute(db);
  const state = rows[0]?.state ?? '';
  const sites = rows.flatMap(({ id, revision }) =>
    id === null ? [] : [{ id, revision: Number(revision) }],
  );
  return { state, sites: state === known ? undefined : sites };
}

/** What of a site can be set. */
export type SiteSetting = Pick<SiteRow, 'vertical' | 'features' | 'settings'>;

/** Replaces what of a site can be set, as a whole. */
export async function updateSite(
  db: Db,
  id: number,
  { vertical, features, settings }: SiteSetting,
): Promise<void> {
  await db
    .updateTable('site')
    .set({ vertical, features, settings: JSON.stringify(settings) })
    .where('id', '=', id)
    .execute();
}

/**
 * Raises the site's revision and notifies every node when the transaction commits. The row stays
 * locked until then, so that changes of one site follow one another.
 */
export async function raiseRevision(db: Db, id: number): Promise<number> {
  const row = await db
    .updateTable('site')
    .set({ revision: sql<string>`revision + 1` })
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow();
  await sql`select pg_notify(${changesChannel}, ${String(id)})`.execute(db);
  return Number(row.revision);
}

/** A site's salt. */
export async function selectSalt(db: Db, id: number): Promise<Buffer> {
  const site = db.selectFrom('site').select('salt').where('id', '=', id);
  return (await site.executeTakeFirstOrThrow()).salt;
}

/** Every site's salt. */
export async function selectSalts(db: Db): Promise<{ id: number; salt: Buffer }[]> {
  return db.selectFrom('site').select(['id', 'salt']).orderBy('id').execute();
}

/**
 * Raises every site's revision by so much that no node has such a one, whatever it has seen;
 * returns the ids of the sites.
 */
export async function jumpRevisions(db: Db, by: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update site set revision = revision + ${by}::bigint returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Notifies every node, when the transaction commits, that sites have changed. */
export async function announceChanges(db: Db): Promise<void> {
  await sql`select pg_notify(${changesChannel}, '')`.execute(db);
}
