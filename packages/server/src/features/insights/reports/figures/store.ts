// The table of figures that are kept of campaigns.
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';

export interface FiguresRow {
  readonly campaignId: number;
  readonly metricId: number;
  /** Of everyone exposed; else of those whose window has closed. */
  readonly everyone: boolean;
  readonly question: string;
  readonly asOf: Date;
  readonly tookMs: number;
  /** JSON text. */
  readonly figures: string;
}

/** What is kept of a campaign by a metric, of everyone or of those who count. */
export async function selectFigures(
  db: Db,
  siteId: number,
  campaignId: number,
  { metricId, everyone }: Pick<FiguresRow, 'metricId' | 'everyone'>,
): Promise<FiguresRow | undefined> {
  const { rows } = await sql<FiguresRow>`
    select campaign_id::double precision as "campaignId", metric_id::double precision as "metricId",
      everyone, question, as_of as "asOf", took_ms as "tookMs", figures
    from campaign_figures
    where site_id = ${siteId} and campaign_id = ${campaignId} and metric_id = ${metricId}
      and everyone = ${everyone}
  `.execute(db);
  return rows[0];
}

/** When each of a site's figures were made, and how long that took. */
export async function selectAges(db: Db, siteId: number): Promise<Omit<FiguresRow, 'figures'>[]> {
  const { rows } = await sql<Omit<FiguresRow, 'figures'>>`
    select campaign_id::double precision as "campaignId", metric_id::double precision as "metricId",
      everyone, question, as_of as "asOf", took_ms as "tookMs"
    from campaign_figures where site_id = ${siteId}`.execute(db);
  return rows;
}

/** Keeps figures in the place of earlier ones. */
export async function upsertFigures(db: Db, siteId: number, row: FiguresRow): Promise<void> {
  const { campaignId, metricId, everyone, question, asOf, tookMs, figures } = row;
  await sql`
    insert into campaign_figures
      (site_id, campaign_id, metric_id, everyone, question, as_of, took_ms, figures)
    values (${siteId}, ${campaignId}, ${metricId}, ${everyone}, ${question},
            ${asOf.toISOString()}, ${tookMs}, ${figures})
    on conflict (site_id, campaign_id, metric_id, everyone) do update
    set question = excluded.question, as_of = excluded.as_of, took_ms = excluded.took_ms,
      figures = excluded.figures`.execute(db);
}

/** Forgets the figures of a site's campaigns beside some. */
export async function deleteFiguresBeside(
  db: Db,
  siteId: number,
  campaignIds: readonly number[],
): Promise<void> {
  await sql`
    delete from campaign_figures
    where site_id = ${siteId} and campaign_id <> all(${campaignIds}::bigint[])`.execute(db);
}

/** Takes the figures of a site until the transaction ends; false when another node has them. */
export async function tryLockFigures(db: Db, siteId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('attune campaign figures'), ${siteId}) as locked
  `.execute(db);
  return rows[0]!.locked;
}
