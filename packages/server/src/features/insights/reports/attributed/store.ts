// Outcomes one by one, as the sums of a report have them.
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import type { Db } from '../../../../db/schema.ts';
import { outcomesOf } from '../outcomes/store.ts';
import { firstExposures, ofFirst, type Question } from '../store.ts';
import { exposures, withKeys } from '../units/store.ts';

/** An outcome, and the first exposure that it counts for. Ids are decimal text. */
export interface OutcomeRow {
  readonly experienceId: string;
  readonly variationId: string;
  readonly eventId: string | null;
  readonly time: Date;
  readonly exposedAt: Date;
  readonly unitId: string;
  readonly personId: string;
  readonly amount: number;
  readonly isForeign: boolean;
  readonly isMixed: boolean;
  readonly allocationVersion: number;
}

/** So many rows are in memory at once. */
const rowsAtOnce = 2_000;

/** Reads the outcomes of a question within their windows, within the client's transaction. */
export async function* selectOutcomes(
  client: PoolClient,
  db: Db,
  question: Question,
): AsyncGenerator<readonly OutcomeRow[]> {
  const { metric, asOf } = question;
  const { denominator, outcome } = metric;
  const isOfMoney = [outcome, denominator].some((half) => denominator && half?.of !== undefined);
  const found = outcomesOf(outcome, { ...question, to: asOf, isOfMoney });
  const { sql: text, parameters } = sql`
    with first as materialized (${firstExposures(question)}),
    outcome as materialized (${withKeys(found, exposures(question), question.source.unit)})
    select first.experience_id as "experienceId", first.variation_id as "variationId",
      outcome.said ->> 'id' as "eventId", outcome.time, first.time as "exposedAt",
      first.key as "unitId", outcome.person as "personId", outcome.amount,
      outcome.is_foreign as "isForeign", first.is_mixed as "isMixed",
      first.allocation_version as "allocationVersion"
    from outcome join first on first.key = outcome.key
    where outcome.time >= first.time
      and outcome.time < first.time + make_interval(hours => ${metric.windowHours})
      ${ofFirst(outcome, 'outcome')}
    order by outcome.time`.compile(db);
  await client.query(`
    select set_config('work_mem', '64MB', true), set_config('jit', 'off', true),
      set_config('enable_nestloop', 'off', true)`);
  await client.query(`declare outcomes no scroll cursor for ${text}`, [...parameters]);
  for (;;) {
    const { rows } = await client.query<OutcomeRow>(`fetch ${rowsAtOnce} from outcomes`);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) break;
  }
  await client.query('close outcomes');
}
