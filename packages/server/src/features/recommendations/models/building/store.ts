// What building writes: versions of models, and how far each is.
import { sql } from 'kysely';
import { openDatabase } from '../../../../db/pool.ts';
import type { Db } from '../../../../db/schema.ts';
import { createLog } from '../../../../log/log.ts';
import type { ModelFacts } from '../facts.ts';
import type { ThreadData } from './task.ts';

/** Cursors and large rows: longer than requests may take. */
const statementTimeoutMs = 600_000;

/** The database of a building thread, with connections of its own. */
export function openThreadDatabase({ target, logLevel }: Pick<ThreadData, 'target' | 'logLevel'>) {
  const log = createLog(logLevel);
  return openDatabase(target, { log, poolSize: 2, statementTimeoutMs });
}

/** Sites that have something to build, whatever the time: requested, or interrupted. */
export async function selectSitesToLookAt(
  db: Db,
): Promise<{ id: number; revision: number; isWaited: boolean }[]> {
  const { rows } = await sql<{ id: number; revision: string; isWaited: boolean }>`
    select id, revision,
           exists (
             select from model
             where site_id = site.id
               and (state in ('waiting', 'building')
                    or wanted_at >= coalesce(started_at, '-infinity')))
           or exists (
             select from evaluation
             where site_id = site.id and state in ('waiting', 'running')) as "isWaited"
    from site order by id`.execute(db);
  return rows.map((row) => ({ ...row, revision: Number(row.revision) }));
}

/** Notes that some models are being built. */
export async function markBuilding(
  db: Db,
  siteId: number,
  keys: readonly string[],
  at: Date,
): Promise<void> {
  await db
    .updateTable('model')
    .set(({ eb }) => ({
      ...{ state: 'building', started_at: at, phase: 'waiting for its turn', share: 0, rows: '0' },
      tries: eb('tries', '+', 1),
    }))
    .where('site_id', '=', siteId)
    .where('key', 'in', keys)
    .execute();
}

/** Notes how far models under way are. */
export async function noteProgress(
  db: Db,
  siteId: number,
  keys: readonly string[],
  { phase, share, rows }: { phase: string; share: number; rows: number },
): Promise<void> {
  await db
    .updateTable('model')
    .set({ phase, share, rows: String(rows) })
    .where('site_id', '=', siteId)
    .where('key', 'in', keys)
    .where('state', '=', 'building')
    .execute();
}

/** Notes that a try came to nothing, and what the model is now; the version of before counts. */
export async function endBuilding(
  db: Db,
  siteId: number,
  key: string,
  end: { readonly checkedAt: Date } | { readonly failedAt: Date; readonly fault: string },
): Promise<void> {
  const isFault = 'fault' in end;
  await db
    .updateTable('model')
    .set({
      state: isFault ? 'failed' : 'ready',
      ...{ phase: '', tries: 0 },
      ...(isFault
        ? { fault: end.fault, failed_at: end.failedAt }
        : { fault: null, failed_at: null, checked_at: end.checkedAt }),
    })
    .where('site_id', '=', siteId)
    .where('key', '=', key)
    .execute();
}

/** The revisions of a site's feeds, by their ids. */
export async function selectFeedRevisions(db: Db, siteId: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('feed')
    .select(['id', 'revision'])
    .where('site_id', '=', siteId)
    .execute();
  return new Map(rows.map(({ id, revision }) => [String(id), String(revision)]));
}

/** Adds to the processor time that a site took on a day; that of days before is forgotten. */
export async function addCpu(db: Db, siteId: number, day: string, ms: number): Promise<void> {
  await sql`
    insert into model_cpu (site_id, day, cpu_ms) values (${siteId}, ${day}, ${ms})
    on conflict (site_id) do update set
      day = excluded.day,
      cpu_ms = excluded.cpu_ms
        + case when model_cpu.day = excluded.day then model_cpu.cpu_ms else 0 end`.execute(db);
}

/** Has nodes use a version from now on; the one before stays for those that are behind. */
export async function makeCurrent(
  tx: Db,
  siteId: number,
  key: string,
  version: number,
): Promise<void> {
  await sql`
    delete from model_version
    where site_id = ${siteId} and key = ${key} and version < ${version}
      and version <> (select version from model where site_id = ${siteId} and key = ${key})
  `.execute(tx);
  await tx
    .updateTable('model')
    .set({
      ...{ version, state: 'ready', phase: '', tries: 0 },
      ...{ fault: null, failed_at: null, checked_at: null },
    })
    .where('site_id', '=', siteId)
    .where('key', '=', key)
    .execute();
}

/** At most so much of a model is a row. */
const partBytes = 4 * 2 ** 20;

/** Writes a version of a model, which is not used yet; returns its number. */
export async function insertVersion(
  db: Db,
  siteId: number,
  key: string,
  { bytes, builtAt, facts }: { bytes: Uint8Array; builtAt: Date; facts: ModelFacts },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ version: number }>`
      insert into model_version (site_id, key, version, built_at, bytes, facts)
      select ${siteId}::integer, ${key}::text, coalesce(max(version), 0) + 1,
             ${builtAt}::timestamptz, ${bytes.length}::bigint, ${JSON.stringify(facts)}::text
      from model_version where site_id = ${siteId} and key = ${key}
      returning version`.execute(tx);
    const { version } = rows[0]!;
    for (let at = 0, part = 0; at < bytes.length; at += partBytes, part += 1) {
      const length = Math.min(partBytes, bytes.length - at);
      const piece = Buffer.from(bytes.buffer, bytes.byteOffset + at, length);
      await tx
        .insertInto('model_part')
        .values({ site_id: siteId, key, version, part, bytes: piece })
        .execute();
    }
    return version;
  });
}

/** Deletes models that no strategy has needed since a time; gives their keys. */
export async function deleteUnneeded(tx: Db, siteId: number, since: Date): Promise<string[]> {
  const rows = await tx
    .deleteFrom('model')
    .where('site_id', '=', siteId)
    .where('needed_at', '<', since)
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}

/** Rows that are fetched at once. */
const fetched = 5_000;

/** The skus of a feed, some thousand at a time, as of one moment. */
export async function eachSku(
  db: Db,
  siteId: number,
  feedId: string,
  take: (skus: readonly string[]) => void,
): Promise<void> {
  await db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`
        declare feed_skus no scroll cursor for
        select sku from (
          select distinct on (sku) sku, data is null as is_gone from item_version
          where site_id = ${sql.lit(siteId)} and feed_id = ${sql.lit(feedId)}
          order by sku desc, version desc) as newest
        where not is_gone`.execute(tx);
      for (;;) {
        const { rows } = await sql<{ sku: string }>`
          fetch ${sql.lit(fetched)} from feed_skus`.execute(tx);
        take(rows.map(({ sku }) => sku));
        if (rows.length < fetched) return;
      }
    });
}
