// The table of figures that are kept of recommendations: a row for each site.
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';

interface FiguresRow {
  readonly question: string;
  /** YYYY-MM-DD. */
  readonly firstDay: string;
  readonly asOf: Date;
  readonly tookMs: number;
  /** JSON text. */
  readonly figures: string;
}

/** What is kept of a site. */
export async function selectFigures(db: Db, siteId: number): Promise<FiguresRow | undefined> {
  const { rows } = await sql<FiguresRow>`
    select question, first_day::text as "firstDay", as_of as "asOf", took_ms as "tookMs", figures
    from recommendation_figures where site_id = ${siteId}`.execute(db);
  return rows[0];
}

/** What is kept of a site, without the figures. */
export async function selectAge(
  db: Db,
  siteId: number,
): Promise<Omit<FiguresRow, 'figures'> | undefined> {
  const { rows } = await sql<Omit<FiguresRow, 'figures'>>`
    select question, first_day::text as "firstDay", as_of as "asOf", took_ms as "tookMs"
    from recommendation_figures where site_id = ${siteId}`.execute(db);
  return rows[0];
}

/** Keeps figures in the place of earlier ones. */
export async function upsertFigures(
  db: Db,
  siteId: number,
  { question, firstDay, asOf, tookMs, figures }: FiguresRow,
): Promise<void> {
  await sql`
    insert into recommendation_figures (site_id, question, first_day, as_of, took_ms, figures)
    values (${siteId}, ${question}, ${firstDay}::date, ${asOf.toISOString()}, ${tookMs}, ${figures})
    on conflict (site_id) do update
    set question = excluded.question, first_day = excluded.first_day, as_of = excluded.as_of,
      took_ms = excluded.took_ms, figures = excluded.figures`.execute(db);
}

/** Has the site recommended anything that is still counted? */
export async function hasRecommended(db: Db, siteId: number): Promise<boolean> {
  const { rows } = await sql`
    select from recommendation_count where site_id = ${siteId} limit 1`.execute(db);
  return rows.length > 0;
}

export async function deleteFigures(db: Db, siteId: number): Promise<void> {
  await sql`delete from recommendation_figures where site_id = ${siteId}`.execute(db);
}

/** Takes the figures of a site until the transaction ends; false when another node has them. */
export async function tryLockFigures(db: Db, siteId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('attune recommendation figures'), ${siteId}) as locked
  `.execute(db);
  return rows[0]!.locked;
}
