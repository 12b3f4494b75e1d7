// Rows of nightly exports: how far each site is, and which worker is at it.
import { sql } from 'kysely';
import type { Config } from '../../../config.ts';
import type { DatabaseTarget } from '../../../db/connection.ts';
import { type Database, openDatabase } from '../../../db/pool.ts';
import type { Db } from '../../../db/schema.ts';
import { createLog } from '../../../log/log.ts';

/** Longer than requests may take: outcomes of a large campaign are one statement. */
const statementTimeoutMs = 3_600_000;

/** The database of an exporting thread, with connections of its own. */
export const openExporterDatabase = (
  target: DatabaseTarget,
  { logLevel }: Pick<Config, 'logLevel'>,
): Database => openDatabase(target, { log: createLog(logLevel), poolSize: 3, statementTimeoutMs });

/** What was written: files, their rows, and their size. */
export interface Written {
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
}

export interface NightRow {
  readonly siteId: number;
  readonly since: Date;
  readonly night: string | null;
  readonly doneAt: Date | null;
  /** What that run wrote. */
  readonly written: Written | null;
  readonly startedAt: Date | null;
  readonly heldUntil: Date | null;
  readonly failures: number;
  readonly failedAt: Date | null;
  readonly fault: string | null;
  readonly retryAt: Date | null;
}

const columns = [
  ...([
    'site_id as siteId',
    'since',
    'night',
    'done_at as doneAt',
    'files',
    'rows',
    'bytes',
  ] as const),
  ...(['started_at as startedAt', 'held_until as heldUntil', 'failures'] as const),
  ...(['failed_at as failedAt', 'fault', 'retry_at as retryAt'] as const),
] as const;

/** The rows of some sites, those that have one. */
export async function selectNights(db: Db, siteIds: readonly number[]): Promise<NightRow[]> {
  if (siteIds.length === 0) return [];
  const rows = await db
    .selectFrom('nightly_export')
    .select(columns)
    .where('site_id', 'in', siteIds)
    .execute();
  return rows.map(({ files, rows, bytes, ...row }) => ({
    ...row,
    written: files === null ? null : { files, rows: Number(rows), bytes: Number(bytes) },
  }));
}

/** Begins the rows of sites that have none. */
export async function insertNights(db: Db, siteIds: readonly number[], at: Date): Promise<void> {
  if (siteIds.length === 0) return;
  await db
    .insertInto('nightly_export')
    .values(siteIds.map((site_id) => ({ site_id, since: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Which run of which site. */
export interface RunKey {
  readonly siteId: number;
  readonly startedAt: Date;
}

/** Takes a site until a time; false where another worker has it, or has exported that night. */
export async function claimNight(
  db: Db,
  { siteId, startedAt }: RunKey,
  { night, until }: { readonly night: string; readonly until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('nightly_export')
    .set({ started_at: startedAt, held_until: until })
    .where('site_id', '=', siteId)
    .where(({ eb, or }) => or([eb('held_until', 'is', null), eb('held_until', '<=', startedAt)]))
    .where(({ eb, or }) => or([eb('night', 'is', null), eb('night', '<', night)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Renews the claim of a run; false where another worker has the site by now. */
export async function holdNight(
  db: Db,
  { siteId, startedAt }: RunKey,
  until: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('nightly_export')
    .set({ held_until: until })
    .where('site_id', '=', siteId)
    .where('started_at', '=', startedAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How a run ended; neither: it was broken off, and another worker may go on with it. */
export type NightEnd =
  | { readonly night: string; readonly doneAt: Date; readonly written: Written }
  | {
      readonly fault: string;
      readonly failures: number;
      readonly failedAt: Date;
      readonly retryAt: Date;
    }
  | undefined;

/** Lets go of a site; false where another worker has it by now. */
export async function endNight(
  db: Db,
  { siteId, startedAt }: RunKey,
  end: NightEnd,
): Promise<boolean> {
  const none = { failures: 0, failed_at: null, fault: null, retry_at: null };
  const { numUpdatedRows } = await db
    .updateTable('nightly_export')
    .set({
      held_until: null,
      ...(end &&
        'night' in end && {
          ...{ night: end.night, done_at: end.doneAt, ...end.written, ...none },
        }),
      ...(end &&
        'fault' in end && {
          ...{ failures: end.failures, failed_at: end.failedAt },
          ...{ fault: end.fault, retry_at: end.retryAt },
        }),
    })
    .where('site_id', '=', siteId)
    .where('started_at', '=', startedAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface KindRow extends Written {
  readonly kind: string;
  readonly night: string;
  readonly part: string | null;
  /** Null: it is not done. */
  readonly doneAt: Date | null;
}

/** The last run of each kind of a site. */
export async function selectKinds(db: Db, siteId: number): Promise<KindRow[]> {
  const rows = await db
    .selectFrom('nightly_export_kind')
    .select(['kind', 'night', 'part', 'files', 'rows', 'bytes', 'done_at as doneAt'])
    .where('site_id', '=', siteId)
    .orderBy('kind')
    .execute();
  return rows.map((row) => ({ ...row, rows: Number(row.rows), bytes: Number(row.bytes) }));
}

/** Notes how far a kind is. */
export async function noteKind(
  db: Db,
  { siteId, startedAt }: RunKey,
  { kind, night, part, files, rows, bytes, doneAt }: KindRow,
): Promise<void> {
  await sql`
    insert into nightly_export_kind (site_id, kind, night, part, files, rows, bytes, done_at)
    select site_id, ${kind}::text, ${night}::date, ${part}::text, ${files}::integer,
      ${rows}::bigint, ${bytes}::bigint, ${doneAt}::timestamptz
    from nightly_export where site_id = ${siteId} and started_at = ${startedAt}
    on conflict (site_id, kind) do update set night = excluded.night, part = excluded.part,
      files = excluded.files, rows = excluded.rows, bytes = excluded.bytes,
      done_at = excluded.done_at`.execute(db);
}
