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
  readonly actor: string | undefined;
  readonly action: string | undefined;
  readonly subject: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

const mostId = '9223372036854775807';

/** Some entries of a site, the latest first. */
export async function selectAudit(
  db: Db,
  siteId: number,
  { before, actor, action, subject, from, to, limit }: AuditFilter & { readonly limit: number },
): Promise<AuditRow[]> {
  let query = db
    .selectFrom('audit')
    .select(['id', 'at', 'actor', 'action', 'subject', 'details'])
    .where('site_id', '=', siteId)
    .orderBy('id', 'desc')
    .limit(limit);
  const has = (column: 'actor' | 'subject', text: string) =>
    sql<SqlBool>`position(lower(${text}::text) in lower(${sql.ref(column)})) > 0`;
  // Nineteen digits may be more than a bigint.
  if (before) {
    query = query.where(sql<SqlBool>`id < least(${before}::numeric, ${mostId}::numeric)::bigint`);
  }
  if (actor) query = query.where(has('actor', actor));
  if (action) query = query.where(sql<SqlBool>`starts_with(action, ${action})`);
  if (subject) query = query.where(has('subject', subject));
  if (from) query = query.where('at', '>=', from);
  if (to) query = query.where('at', '<', to);
  return query.execute();
}
