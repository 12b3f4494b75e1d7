// Models and their versions: which one counts, its bytes in parts, and what is being done about it.
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import type { ModelFacts } from './facts.ts';

/** A version of a model that nodes use, as a snapshot names it. */
export interface CurrentModel {
  readonly key: string;
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  readonly bytes: number;
}

/** The models of a site that have been built, by key. */
export async function selectCurrentModels(db: Db, siteId: number): Promise<CurrentModel[]> {
  const { rows } = await sql<{ key: string; version: number; built_at: Date; bytes: string }>`
    select model.key, model.version, built_at, bytes
    from model
    join model_version as built
      on built.site_id = model.site_id and built.key = model.key and built.version = model.version
    where model.site_id = ${siteId}
    order by model.key`.execute(db);
  return rows.map(({ key, version, built_at, bytes }) => ({
    ...{ key, version, builtAt: built_at.getTime(), bytes: Number(bytes) },
  }));
}

/** The bytes of a version; undefined where it is gone. */
export async function selectModelBytes(
  db: Db,
  siteId: number,
  key: string,
  version: number,
): Promise<Uint8Array | undefined> {
  const size = await db
    .selectFrom('model_version')
    .select('bytes')
    .where('site_id', '=', siteId)
    .where('key', '=', key)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!size) return undefined;
  const bytes = new Uint8Array(Number(size.bytes));
  let at = 0;
  // Part by part: the driver holds an answer twice, as text and as bytes.
  for (let part = 0; at < bytes.length; part += 1) {
    const row = await db
      .selectFrom('model_part')
      .select('bytes')
      .where('site_id', '=', siteId)
      .where('key', '=', key)
      .where('version', '=', version)
      .where('part', '=', part)
      .executeTakeFirst();
    if (!row) return undefined;
    bytes.set(row.bytes, at);
    at += row.bytes.length;
  }
  return bytes;
}

export type ModelState = 'waiting' | 'building' | 'ready' | 'failed';

export interface ModelRow {
  readonly key: string;
  readonly state: ModelState;
  /** When a rebuild was requested; null: none waits. */
  readonly wantedAt: Date | null;
  readonly startedAt: Date | null;
  /** How often it was begun since it ended last. */
  readonly tries: number;
  readonly phase: string;
  readonly share: number;
  readonly rows: number;
  readonly fault: string | null;
  readonly failedAt: Date | null;
  /** When it was last found that there is no news to build it of. */
  readonly checkedAt: Date | null;
  readonly neededAt: Date;
  /** The version that nodes use. */
  readonly built: (CurrentModel & { readonly facts: ModelFacts }) | undefined;
}

interface StoredModel {
  key: string;
  state: ModelState;
  wanted_at: Date | null;
  started_at: Date | null;
  tries: number;
  phase: string;
  share: number;
  rows: string;
  fault: string | null;
  failed_at: Date | null;
  checked_at: Date | null;
  needed_at: Date;
  version: number;
  built_at: Date | null;
  bytes: string | null;
  facts: string | null;
}

/** The models of a site, built or not, by key. */
export async function selectModels(db: Db, siteId: number): Promise<ModelRow[]> {
  const { rows } = await sql<StoredModel>`
    select model.*, built_at, bytes, facts
    from model
    left join model_version as built
      on built.site_id = model.site_id and built.key = model.key and built.version = model.version
    where model.site_id = ${siteId}
    order by model.key`.execute(db);
  return rows.map((row) => ({
    ...{ key: row.key, state: row.state, wantedAt: row.wanted_at, startedAt: row.started_at },
    ...{
      tries: row.tries,
      phase: row.phase,
      share: row.share,
      rows: Number(row.rows),
      fault: row.fault,
    },
    ...{ failedAt: row.failed_at, checkedAt: row.checked_at, neededAt: row.needed_at },
    built:
      row.built_at && row.facts !== null
        ? {
            ...{ key: row.key, version: row.version, builtAt: row.built_at.getTime() },
            ...{ bytes: Number(row.bytes), facts: JSON.parse(row.facts) as ModelFacts },
          }
        : undefined,
  }));
}

/** Notes that strategies need some models at a time; new ones wait from now on. */
export async function noteNeeded(
  db: Db,
  siteId: number,
  models: readonly { readonly key: string; readonly method: string }[],
  at: Date,
): Promise<void> {
  if (models.length === 0) return;
  await sql`
    insert into model (site_id, key, method, needed_at)
    select ${siteId}, key, method, ${at}
    from unnest(${models.map(({ key }) => key)}::text[],
                ${models.map(({ method }) => method)}::text[]) as needed (key, method)
    order by key
    on conflict (site_id, key) do update set needed_at = excluded.needed_at
    where model.needed_at < excluded.needed_at - interval '1 hour'`.execute(db);
}

/** Requests a rebuild of a model. */
export async function requestBuild(db: Db, siteId: number, key: string, at: Date): Promise<void> {
  await db
    .updateTable('model')
    .set({ wanted_at: at })
    .where('site_id', '=', siteId)
    .where('key', '=', key)
    .execute();
}

/** The processor time that was taken on a day, in ms: by a site, and by all sites. */
export async function selectCpu(
  db: Db,
  siteId: number,
  day: string,
): Promise<{ usedMs: number; allSitesMs: number }> {
  const { rows } = await sql<{ used: string; all: string }>`
    select coalesce(sum(cpu_ms) filter (where site_id = ${siteId}), 0) as used,
           coalesce(sum(cpu_ms), 0) as all
    from model_cpu where day = ${day}`.execute(db);
  return { usedMs: Number(rows[0]?.used), allSitesMs: Number(rows[0]?.all) };
}
