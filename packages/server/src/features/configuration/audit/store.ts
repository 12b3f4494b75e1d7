// The audit log: who changed what, in the transaction that changed it. Nothing in it changes.
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

export interface AuditEntry {
  readonly siteId: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** What changed; never a key value. */
  readonly details?: unknown;
}

/** Adds an entry; part of the caller's transaction. */
export async function insertAudit(db: Db, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      site_id: entry.siteId,
      at: entry.at,
      actor: entry.actor,
      action: entry.action,
      subject: entry.subject,
      details: entry.details === undefined ? null : storable(JSON.stringify(entry.details)),
    })
    .execute();
}

/** How many entries of a site are older than a time. */
export async function countAuditBefore(db: Db, siteId: number, at: Date): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from audit where site_id = ${siteId} and at < ${at}`.execute(db);
  return Number(rows[0]!.count);
}

/** Deletes some of the entries that a site has let go; how many there were. */
export async function deleteSomeAudit(
  db: Db,
  siteId: number,
  at: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from audit where site_id = ${siteId} and id in (
      select id from audit where site_id = ${siteId} and at < ${at} limit ${limit})`.execute(db);
  return Number(numAffectedRows);
}

/** JSON text that jsonb can store: NUL and halves of characters are replaced (U+FFFD). */
function storable(json: string): string {
  return json.replaceAll(/\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g, (found) =>
    /^\\u(0000|d)/.test(found) ? '\\ufffd' : found,
  );
}

export interface AuditRow extends Omit<AuditEntry, 'siteId'> {
  readonly id: string;
}

export interface AuditFilter {
  /** Entries older than the one of this id. */
  readonly before: string | undefined;
  /** One of these. */
  readonly actors: readonly string[] | undefined;
  readonly action: string | undefined;
  /** One of these. */
  readonly subjects: readonly string[] | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

const mostId = '9223372036854775807';

/** Some entries of a site, the latest first. */
export async function selectAudit(
  db: Db,
  siteId: number,
  { before, actors, action, subjects, from, to, limit }: AuditFilter & { readonly limit: number },
): Promise<AuditRow[]> {
  let query = db
    .selectFrom('audit')
    .select(['id', 'at', 'actor', 'action', 'subject', 'details'])
    .where('site_id', '=', siteId)
    .orderBy('id', 'desc')
    .limit(limit);
  // Nineteen digits may be more than a bigint.
  if (before) {
    query = query.where(sql<SqlBool>`id < least(${before}::numeric, ${mostId}::numeric)::bigint`);
  }
  if (actors) query = query.where(sql<SqlBool>`actor = any(${actors}::text[])`);
  if (action) query = query.where(sql<SqlBool>`starts_with(action, ${action})`);
  if (subjects) query = query.where(sql<SqlBool>`subject = any(${subjects}::text[])`);
  if (from) query = query.where('at', '>=', from);
  if (to) query = query.where('at', '<', to);
  return query.execute();
}

/** Every actor or subject of a site's entries, once. */
export async function selectAudited(
  db: Db,
  siteId: number,
  column: 'actor' | 'subject',
): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select distinct ${sql.ref(column)} as text from audit where site_id = ${siteId}`.execute(db);
  return rows.map(({ text }) => text);
}
