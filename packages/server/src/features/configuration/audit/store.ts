// The audit log: who changed what, in the transaction that changed it. Nothing in it changes.
import { kindOfAction } from '@attune/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

export interface AuditEntry {
  readonly siteId: number;
  readonly at: Date;
  readonly actor: string;
  /** The kind of thing, and what was done: `campaign.publish`. */
  readonly action: string;
  /** What the thing was called then. */
  readonly subject: string;
  /** By which its other entries are found; absent for what is one of a kind. */
  readonly subjectId?: string | undefined;
  /** What changed; never a key value. */
  readonly details?: unknown;
}

/** Adds an entry; part of the caller's transaction. */
export async function insertAudit(db: Db, entry: AuditEntry): Promise<void> {
  if (!kindOfAction(entry.action)) throw new Error(`${entry.action} is of no audited kind`);
  await db
    .insertInto('audit')
    .values({
      site_id: entry.siteId,
      at: entry.at,
      actor: entry.actor,
      action: entry.action,
      subject: entry.subject,
      subject_id: entry.subjectId ?? null,
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

export interface AuditRow extends Omit<AuditEntry, 'siteId' | 'subjectId'> {
  readonly id: string;
  readonly subjectId: string | null;
  /** Has the thing been deleted since, or by this? */
  readonly isGone: boolean;
}

export interface AuditFilter {
  /** Entries older than the one of this id. */
  readonly before: string | undefined;
  /** About these kinds of things; undefined: whatever it is about. */
  readonly kinds: readonly string[] | undefined;
  readonly subjectId: string | undefined;
  /** One of these. */
  readonly actors: readonly string[] | undefined;
  readonly action: string | undefined;
  /** One of these, as `selectAudited` has them. */
  readonly subjects: readonly string[] | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

const mostId = '9223372036854775807';
const kindOf = sql`split_part(action, '.', 1)`;
/** What the index of subjects holds of each. */
const shortSubject = sql`left(subject, 200)`;

/**
 * Some entries of a site, the latest first. Each kind is read from an index by itself, so that the
 * work is that of the limit, however rare the kinds are among all entries.
 */
export async function selectAudit(
  db: Db,
  siteId: number,
  { kinds, limit, ...filter }: AuditFilter & { readonly limit: number },
): Promise<AuditRow[]> {
  const conditions = conditionsOf(siteId, filter);
  const some = (more: RawBuilder<unknown>) => sql`
    select * from audit where ${sql.join(conditions, sql` and `)} ${more}
    order by id desc limit ${limit}`;
  const found = kinds
    ? sql`select one.* from unnest(${kinds}::text[]) as kind
        cross join lateral (${some(sql`and ${kindOf} = kind`)}) as one
        order by id desc limit ${limit}`
    : some(sql``);
  const { rows } = await sql<AuditRow>`
    select id, at, actor, action, subject_id as "subjectId", details,
      ${nameThen(siteId)} as subject, ${isGone(siteId)} as "isGone"
    from (${found}) as entry order by entry.id desc`.execute(db);
  return rows;
}

function conditionsOf(
  siteId: number,
  { before, subjectId, actors, action, subjects, from, to }: Omit<AuditFilter, 'kinds'>,
): RawBuilder<SqlBool>[] {
  return [
    sql<SqlBool>`site_id = ${siteId}`,
    // Nineteen digits may be more than a bigint.
    ...(before ? [sql<SqlBool>`id < least(${before}::numeric, ${mostId}::numeric)::bigint`] : []),
    ...(subjectId === undefined ? [] : [sql<SqlBool>`subject_id = ${subjectId}`]),
    ...(actors ? [sql<SqlBool>`actor = any(${actors}::text[])`] : []),
    ...(action ? [sql<SqlBool>`starts_with(action, ${action})`] : []),
    ...(subjects ? [sql<SqlBool>`${shortSubject} = any(${subjects}::text[])`] : []),
    ...(from ? [sql<SqlBool>`at >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`at < ${to}`] : []),
  ];
}

/** Another entry of the same thing as the entry. */
const ofTheSame = (siteId: number) => sql`
  other.site_id = ${siteId} and split_part(other.action, '.', 1) = split_part(entry.action, '.', 1)
  and other.subject_id = entry.subject_id`;

/** What the thing was called; of entries that noted the id alone, what others called it before. */
const nameThen = (siteId: number) => sql`
  case when entry.subject = entry.subject_id then coalesce(
    (select other.subject from audit as other where ${ofTheSame(siteId)}
       and other.subject <> other.subject_id order by other.id desc limit 1), entry.subject)
  else entry.subject end`;

const isGone = (siteId: number) => sql`
  coalesce((select split_part(other.action, '.', 2) in ('delete', 'remove')
    and split_part(other.action, '.', 3) = '' from audit as other where ${ofTheSame(siteId)}
    order by other.id desc limit 1), false)`;

const mostActs = 1_000;

/** When some things were done with one thing, by which actor and how; the latest first. */
export async function selectActs(
  db: Db,
  siteId: number,
  kind: string,
  { id, acts }: { readonly id: string; readonly acts: readonly string[] },
): Promise<Pick<AuditRow, 'at' | 'actor' | 'action' | 'details'>[]> {
  const { rows } = await sql<Pick<AuditRow, 'at' | 'actor' | 'action' | 'details'>>`
    select at, actor, split_part(action, '.', 2) as action, details from audit
    where site_id = ${siteId} and ${kindOf} = ${kind} and subject_id = ${id}
      and split_part(action, '.', 2) = any(${acts}::text[])
    order by id desc limit ${mostActs}`.execute(db);
  return rows;
}

/** Every actor or subject of a site's entries, once: from an index, a step for each. */
export async function selectAudited(
  db: Db,
  siteId: number,
  column: 'actor' | 'subject',
): Promise<string[]> {
  const value = column === 'actor' ? sql`actor` : shortSubject;
  const { rows } = await sql<{ text: string }>`
    with recursive found as (
      (select ${value} as text from audit where site_id = ${siteId} order by ${value} limit 1)
      union all
      select (select ${value} from audit where site_id = ${siteId} and ${value} > found.text
              order by ${value} limit 1)
      from found where found.text is not null)
    select text from found where text is not null`.execute(db);
  return rows.map(({ text }) => text);
}
