// Sums over the users of a campaign, made where its exposures and the event log are.
import { claimPrefix } from '@attune/core';
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { kindDefinitions, type Metric, type Outcome } from '../../experiences/metrics/index.ts';
import { isCut, outcomesOf, type Span } from './outcomes/store.ts';
import { exposures, type Source, withKeys } from './units/store.ts';

/** What is to be summed. */
export interface Question {
  readonly siteId: number;
  readonly source: Source;
  readonly metric: Metric;
  readonly currency: string;
  readonly timeZone: string;
  /** First exposures from here, included, to there, excluded. */
  readonly from: Date;
  readonly to: Date;
  readonly asOf: Date;
  /** Everyone exposed counts, with what they did until now; absent: those whose window closed. */
  readonly everyone?: { readonly since: number | undefined };
  readonly breakdown: 'device' | 'browser' | 'newReturning' | 'keySource' | 'audience' | undefined;
  /** Of a breakdown by an audience: the persons in it. */
  readonly members: readonly string[];
  /** Those that only a request could tell. */
  readonly doubtful: readonly string[];
  readonly mostADay?: Span['mostADay'];
}

/** Users of a variation, a stratum, a day and a segment, and the sums over those who count. */
export interface Cell {
  readonly experienceId: number;
  readonly variationId: number;
  readonly version: number;
  /** Of the first exposure, YYYY-MM-DD in the site's zone. */
  readonly day: string;
  readonly segment: string;
  /** Exposed to this variation alone. */
  readonly exposed: number;
  /** Those of them who were given it by the draw, and not by an earlier exposure. */
  readonly drawn: number;
  /** The mean of their propensities. */
  readonly propensity: number;
  /** Exposed to others as well. */
  readonly mixed: number;
  /** Those whose window has closed; the other sums are over them. */
  readonly users: number;
  readonly active: number;
  readonly sum: number;
  readonly squares: number;
  /** Of a ratio, the denominator; else the outcome before the first exposure. */
  readonly otherActive: number;
  readonly otherSum: number;
  readonly otherSquares: number;
  readonly products: number;
  /** Where outcomes are capped; null: nowhere. */
  readonly cap: number | null;
  readonly capped: number;
  /** Single outcomes that are so great that only a part of them is summed. */
  readonly cut: number;
  /** Of all who were exposed to this variation alone, with what they did until now. */
  readonly activeSoFar: number;
  readonly sumSoFar: number;
  readonly otherSumSoFar: number;
}

const hourMs = 3_600_000;
/** What a user did in so many hours before the exposure is what CUPED takes into account. */
const beforeHours = 14 * 24;

/**
 * Sums the outcomes of a campaign's users, each of which is what the campaign draws by. A person is
 * one user, whatever devices they have: those that they owned before they signed in are theirs; a
 * device is one, and so is an account. A user who has seen two variations of an experience is in
 * `mixed` and in no sum.
 */
export async function selectCells(db: Db, question: Question): Promise<Cell[]> {
  const { metric, from, asOf } = question;
  const { denominator, outcome } = metric;
  const span = {
    ...question,
    from: new Date(from.getTime() - beforeHours * hourMs),
    to: asOf,
    isOfMoney: [outcome, denominator].some((half) => denominator && half?.of !== undefined),
  };
  const keyed = (of: Outcome) =>
    withKeys(outcomesOf(of, span), exposures(question), question.source.unit);
  const window = sql`make_interval(hours => ${metric.windowHours})`;
  const { rows } = await sql<Cell>`
    with first as materialized (${firstExposures(question)}),
    outcome as materialized (${keyed(outcome)}),
    ${denominator ? sql`below as materialized (${keyed(denominator)}),` : sql``}
    gained as (
      select first.unit, sum(amount) as y, count(*) filter (where ${isCut(sql`amount`)}) as cut
      from outcome join first using (key)
      where not is_foreign and outcome.time >= first.time
        and outcome.time < first.time + ${window}${ofFirst(metric.outcome, 'outcome')}
      group by first.unit),
    covariate as (${denominator ? within(denominator, window) : before()}),
    counted as materialized (
      select first.*, ${counts(question)} as counts,
        ${amount(metric, sql`y`)} as y, ${amount(metric, sql`x`)} as x, cut
      from first left join gained using (unit) left join covariate using (unit)),
    cap as (
      select experience_id,
        percentile_disc(${metric.winsorise / 100}) within group (order by abs(y)) as cap
      from counted where counts and y <> 0 and ${metric.winsorise < 100} group by 1),
    held as (
      select counted.*, cap.cap, abs(y) > cap.cap as is_capped,
        case when abs(y) > cap.cap then sign(y) * cap.cap else y end as held_y,
        ${denominator ? sql`x` : heldX} as held_x
      from counted left join cap using (experience_id))
    select experience_id::double precision as "experienceId",
      variation_id::double precision as "variationId", allocation_version as version,
      (time at time zone ${question.timeZone})::date as day, segment,
      count(*) filter (where not is_mixed)::integer as exposed,
      count(*) filter (where not is_mixed and not is_kept)::integer as drawn,
      coalesce(avg(propensity) filter (where not is_mixed and not is_kept), 0) as propensity,
      count(*) filter (where is_mixed)::integer as mixed,
      count(*) filter (where counts)::integer as users,
      count(*) filter (where counts and held_y <> 0)::integer as active,
      coalesce(sum(held_y) filter (where counts), 0) as sum,
      coalesce(sum(held_y * held_y) filter (where counts), 0) as squares,
      count(*) filter (where counts and held_x <> 0)::integer as "otherActive",
      coalesce(sum(held_x) filter (where counts), 0) as "otherSum",
      coalesce(sum(held_x * held_x) filter (where counts), 0) as "otherSquares",
      coalesce(sum(held_x * held_y) filter (where counts), 0) as products,
      max(cap) as cap, count(*) filter (where counts and is_capped)::integer as capped,
      coalesce(sum(cut) filter (where counts), 0)::integer as cut,
      count(*) filter (where not is_mixed and held_y <> 0)::integer as "activeSoFar",
      coalesce(sum(held_y) filter (where not is_mixed), 0) as "sumSoFar",
      coalesce(sum(held_x) filter (where not is_mixed), 0) as "otherSumSoFar"
    from held group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(db);
  return rows;
}

/** Was anyone exposed that a question is about? Nothing is summed of those who were not. */
export async function isAnyoneExposed(db: Db, question: Question): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (${exposures(question)})`.execute(db);
  return rows[0]!.exists;
}

/** Whose sums count. */
function counts({ metric, asOf, everyone }: Question) {
  if (everyone) return sql`not is_mixed`;
  return sql`not is_mixed
    and first.time + make_interval(hours => ${metric.windowHours}) <= ${asOf.toISOString()}`;
}

const heldX = sql`case when abs(x) > cap.cap then sign(x) * cap.cap else x end`;

/** A ratio's denominator, by user. */
function within(denominator: Outcome, window: ReturnType<typeof sql>) {
  return sql`
    select first.unit, sum(amount) as x from below join first using (key)
    where not is_foreign and below.time >= first.time
      and below.time < first.time + ${window}${ofFirst(denominator, 'below')}
    group by first.unit`;
}

/** What users did before they were exposed. */
function before() {
  return sql`
    select first.unit, sum(amount) as x from outcome join first using (key)
    where not is_foreign and outcome.time < first.time
      and outcome.time >= first.time - make_interval(hours => ${beforeHours})
    group by first.unit`;
}

/** A conversion is 1 however often; without outcome it is 0. */
function amount({ kind }: Metric, sum: ReturnType<typeof sql>) {
  if (kindDefinitions[kind].statistic === 'rate')
    return sql`case when ${sum} > 0 then 1 else 0 end::double precision`;
  return sql`coalesce(${sum}, 0)`;
}

/** A click is of the variation that was clicked, and of no other experience. */
export function ofFirst({ kind }: Outcome, table: 'outcome' | 'below') {
  if (kind !== 'click') return sql``;
  const name = sql.table(table);
  return sql` and ${name}.experience_id = first.experience_id
    and ${name}.variation_id = first.variation_id`;
}

/** The first exposure of each user to each experience, numbered. */
export function firstExposures(question: Question) {
  const { from, to } = question;
  return sql`
    select row_number() over () as unit, * from (
      select distinct on (experience_id, key, slot) experience_id, variation_id, key, person, time,
        allocation_version, propensity, is_kept, ${segmentOf(question)} as segment,
        min(variation_id) over seen <> max(variation_id) over seen as is_mixed
      from (${exposures(question)}) as exposed
      window seen as (partition by experience_id, key, slot order by time, event_id
                      rows between unbounded preceding and unbounded following)
      order by experience_id, key, slot, time, event_id) as each
    where time >= ${from.toISOString()} and time < ${to.toISOString()}`;
}

function segmentOf({ breakdown, members, doubtful }: Question) {
  switch (breakdown) {
    case 'device':
      return sql`coalesce(device, 'unknown')`;
    case 'browser':
      return sql`coalesce(browser, 'unknown')`;
    case 'newReturning':
      return sql`case is_returning when true then 'returning' when false then 'new'
        else 'unknown' end`;
    case 'keySource':
      return sql`case when starts_with(event_id, ${claimPrefix}) then 'browser' else 'server' end`;
    case 'audience':
      return sql`case when person = any(${members}::bigint[]) then 'in'
        when person = any(${doubtful}::bigint[]) then 'unknown' else 'out' end`;
    default:
      return sql`''`;
  }
}

/** Outcomes of a campaign's users in other currencies than the site's. */
export async function selectForeign(
  db: Db,
  question: Question,
): Promise<{ currency: string; events: number; value: number }[]> {
  const { metric, from, asOf } = question;
  const foreign = outcomesOf(metric.outcome, { ...question, from, to: asOf });
  const path = metric.outcome.kind === 'custom' ? ['properties', 'currency'] : ['currency'];
  const { rows } = await sql<{ currency: string; events: number; value: number }>`
    with first as materialized (${firstExposures(question)})
    select upper(said #>> ${path}::text[]) as currency, count(*)::integer as events,
      sum(amount) as value
    from (${withKeys(foreign, exposures(question), question.source.unit)}) as outcome
    where is_foreign and exists (
      select from first where first.key = outcome.key and outcome.time >= first.time
        and outcome.time < first.time + make_interval(hours => ${metric.windowHours}))
    group by 1 order by 1`.execute(db);
  return rows;
}

/**
 * Runs what takes long where it may not: bounded in time, in memory, and to one core. Without
 * nested loops, since the number of outcomes cannot be estimated: taken for a few, each would be
 * compared with every user.
 */
export async function withinBounds<T>(
  db: Db,
  ms: number,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(ms)}, true),
      set_config('work_mem', '64MB', true), set_config('jit', 'off', true),
      set_config('enable_nestloop', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx);
    return work(tx);
  });
}

/** When a day begins in a time zone, in ms since the epoch. */
export async function selectInstant(db: Db, day: string, timeZone: string): Promise<number> {
  const { rows } = await sql<{ at: Date }>`
    select ${day}::timestamp at time zone ${timeZone} as at`.execute(db);
  return rows[0]!.at.getTime();
}

/** Takes a site's weights until the transaction ends; false when another node has them. */
export async function tryLockWeights(db: Db, siteId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('attune dynamic weights'), ${siteId}) as locked
  `.execute(db);
  return rows[0]!.locked;
}

/** When the first user was held out by a holdout; undefined before that. */
export async function selectHoldoutStart(
  db: Db,
  siteId: number,
  holdoutId: number,
  campaignIds: readonly number[],
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(time) as at from exposure
    where site_id = ${siteId} and campaign_id = any(${campaignIds}::bigint[])
      and holdout_id = ${holdoutId}`.execute(db);
  return rows[0]?.at ?? undefined;
}

/** Persons of a question, some of them where there are more than a number. */
export async function selectPersons(db: Db, question: Question, most: number): Promise<string[]> {
  const { rows } = await sql<{ person: string }>`
    select distinct person from (${firstExposures(question)}) as first limit ${most}`.execute(db);
  return rows.map(({ person }) => person);
}
