// Evaluations: strategies compared on a site's own history, under way and done.
import type { EvaluationInput, EvaluationOutput } from '@attune/contract';
import { sql } from 'kysely';
import type { Db } from '../../../../db/schema.ts';

/** The request, with all its defaults. */
export interface EvaluationRequest {
  readonly asked: Required<EvaluationInput>;
  readonly strategies: readonly { readonly id: number; readonly name: string }[];
}

export type EvaluationReport = NonNullable<EvaluationOutput['report']>;

export interface EvaluationRow {
  readonly siteId: number;
  readonly id: string;
  readonly requestedAt: Date;
  readonly requestedBy: string;
  readonly request: EvaluationRequest;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly phase: string;
  readonly share: number;
  readonly fault: string | null;
  readonly report: EvaluationReport | null;
}

interface Stored {
  site_id: number;
  id: string;
  requested_at: Date;
  requested_by: string;
  request: string;
  state: EvaluationRow['state'];
  started_at: Date | null;
  finished_at: Date | null;
  phase: string;
  share: number;
  fault: string | null;
  results: string | null;
}

const toRow = (row: Stored): EvaluationRow => ({
  ...{ siteId: row.site_id, id: row.id, requestedAt: row.requested_at },
  ...{ requestedBy: row.requested_by, request: JSON.parse(row.request), state: row.state },
  ...{ startedAt: row.started_at, finishedAt: row.finished_at, phase: row.phase },
  ...{ share: row.share, fault: row.fault, report: row.results && JSON.parse(row.results) },
});

/** The most that are kept of a site. */
const mostKept = 50;

/** Notes that strategies are to be compared; the oldest evaluations go beyond the most. */
export async function insertEvaluation(
  db: Db,
  siteId: number,
  row: Pick<EvaluationRow, 'id' | 'requestedAt' | 'requestedBy' | 'request'>,
): Promise<void> {
  await db
    .insertInto('evaluation')
    .values({
      ...{ site_id: siteId, id: row.id, requested_at: row.requestedAt },
      ...{ requested_by: row.requestedBy, request: JSON.stringify(row.request) },
    })
    .execute();
  await sql`
    delete from evaluation
    where site_id = ${siteId} and id not in (
      select id from evaluation where site_id = ${siteId}
      order by requested_at desc, id limit ${mostKept})`.execute(db);
}

/** The evaluations of a site, the newest first. */
export async function selectEvaluations(db: Db, siteId: number): Promise<EvaluationRow[]> {
  const rows = await db
    .selectFrom('evaluation')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(toRow);
}

/** One evaluation. */
export async function selectEvaluation(
  db: Db,
  siteId: number,
  id: string,
): Promise<EvaluationRow | undefined> {
  const row = await db
    .selectFrom('evaluation')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toRow(row);
}

/** Notes that an evaluation is under way. */
export async function markRunning(db: Db, siteId: number, id: string, at: Date): Promise<void> {
  await db
    .updateTable('evaluation')
    .set({ state: 'running', started_at: at, phase: 'beginning', share: 0 })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute();
}

/** Notes how far an evaluation is. */
export async function noteEvaluation(
  db: Db,
  siteId: number,
  id: string,
  { phase, share }: { phase: string; share: number },
): Promise<void> {
  await db
    .updateTable('evaluation')
    .set({ phase, share })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute();
}

/** Notes what an evaluation gave, or why it gave nothing. */
export async function endEvaluation(
  db: Db,
  siteId: number,
  id: string,
  how: { readonly report: EvaluationReport } | { readonly fault: string },
  at: Date,
): Promise<void> {
  await db
    .updateTable('evaluation')
    .set({
      ...{ phase: '', share: 1, finished_at: at },
      ...('fault' in how
        ? { state: 'failed', fault: how.fault }
        : { state: 'done', results: JSON.stringify(how.report) }),
    })
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .execute();
}
