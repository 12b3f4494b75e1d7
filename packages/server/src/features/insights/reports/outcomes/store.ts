// Outcomes in SQL: from events of the log to amounts of persons at times.

import { claimPrefix } from '@attune/core';
import { type RawBuilder, sql } from 'kysely';
import type { Outcome, PropertyTest } from '../../../experiences/metrics/index.ts';

/** Where and when outcomes are looked for. */
export interface Span {
  readonly siteId: number;
  /** The site's; amounts in others are not summed. */
  readonly currency: string;
  readonly from: Date;
  readonly to: Date;
  /** Is it half of a ratio of money? Then an event of another currency counts in neither half. */
  readonly isOfMoney?: boolean;
  /** How many outcomes of a person count on a day, the first ones; undefined: all. */
  readonly mostADay?: number | undefined;
  readonly timeZone: string;
}

/** What the wire names otherwise than the log does. */
const loggedNames = new Map([
  ['productId', 'sku'],
  ['uniqueTransactionId', 'transactionId'],
]);

type Sql = RawBuilder<unknown>;

/** The path of a property within a logged event, as text[]. */
function pathOf({ kind }: Outcome, property: string): Sql {
  const path =
    kind === 'custom' ? ['properties', property] : [loggedNames.get(property) ?? property];
  return sql`${path}::text[]`;
}

/** Outcomes as `allOutcomesOf` has them, of which a person has no more on a day than count. */
export function outcomesOf(outcome: Outcome, span: Span): Sql {
  const { mostADay, timeZone } = span;
  const all = allOutcomesOf(outcome, span);
  if (mostADay === undefined) return all;
  return sql`
    select * from (
      select *, row_number() over (
        partition by person, date_trunc('day', time at time zone ${timeZone}) order by time
      ) as nth from (${all}) as outcome) as numbered
    where nth <= ${mostADay}`;
}

/**
 * Outcomes as a query of (person, device, time, said, amount, is_foreign, experience_id,
 * variation_id), the last two of clicks only; `device` is the person where none is known. Refunds
 * reverse: of a whole purchase, or of parts that have its whole value, the outcome itself; of other
 * parts the amount.
 */
function allOutcomesOf(outcome: Outcome, span: Span): Sql {
  const isPurchase = outcome.kind === 'purchase';
  const amount = amountOf(outcome);
  const foreign = isForeign(outcome, span);
  const clicked = (name: string) =>
    outcome.kind === 'click' ? sql`(said ->> ${name})::bigint` : sql`null::bigint`;
  const logged = loggedOf(outcome, isPurchase ? ['purchase', 'refund'] : [outcome.kind], span);
  const found = sql`
    select person, device, time, said, kind, is_claim,
      ${amount} as amount, ${foreign} as is_foreign,
      ${clicked('experienceId')} as experience_id, ${clicked('variationId')} as variation_id
    from (${logged}) as logged
    where kind = ${outcome.kind}${testsOf(outcome)}`;
  if (!isPurchase) return sql`select * from (${found}) as found`;
  const left = sql`greatest(0, found.amount - taken.amount)`;
  return sql`
    select found.person, found.device, found.time, found.kind, found.said, is_foreign, experience_id, variation_id,
      ${outcome.of === 'value' ? left : sql`found.amount`} as amount
    from (${found}) as found
    left join (${refundsBy(logged, span.currency)}) as refunds
      on refunds.person = found.person
        and refunds.transaction_id = found.said ->> 'transactionId'
    cross join lateral (${takenBack}) as taken
    where not coalesce(taken.is_whole, false)
      and not coalesce(taken.amount > 0
        and taken.amount >= ${bounded(sql`(found.said ->> 'value')`)}, false)`;
}

/** Events of some kinds, whose they are, and what they say; parsed once where that is read. */
function loggedOf({ name, isVouchedFor }: Outcome, kinds: readonly string[], span: Span): Sql {
  const { siteId, from, to } = span;
  const ofName = name === undefined ? sql`` : sql` and said ->> 'name' = ${name}`;
  const vouchedFor = isVouchedFor ? sql` and not starts_with(event.id, ${claimPrefix})` : sql``;
  const day = (time: Date) => time.toISOString().slice(0, 10);
  return sql`
    select coalesce(device.owner_id, event.user_id) as person, event.kind, event.time, parsed.said,
      event.user_id as device,
      starts_with(event.id, ${claimPrefix}) as is_claim
    from event
    left join device on device.site_id = ${siteId} and device.user_id = event.user_id
    cross join lateral (select event.data::jsonb -> 'event' as said offset 0) as parsed
    where event.site_id = ${siteId}
      and event.day between ${day(from)}::date and ${day(to)}::date
      and event.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})
      and event.time >= ${from.toISOString()}::timestamptz${ofName}${vouchedFor}
      and said -> 'isInternal' is null`;
}

/**
 * Refunds by person and transaction, those that a server vouches for also apart: a refund never
 * takes back another's purchase, nor does a page's what a server vouches for.
 */
function refundsBy(logged: Sql, currency: string): Sql {
  const vouched = sql`filter (where not is_claim)`;
  return sql`
    select person, transaction_id, bool_or(is_whole) as is_whole, sum(amount) as amount,
      jsonb_agg(cart) filter (where cart is not null) as carts,
      bool_or(is_whole) ${vouched} as is_whole_vouched, sum(amount) ${vouched} as amount_vouched,
      jsonb_agg(cart) filter (where cart is not null and not is_claim) as carts_vouched
    from (${refundsIn(logged, currency)}) as refund
    group by 1, 2`;
}

function refundsIn(logged: Sql, currency: string): Sql {
  const isOwn = sql`upper(coalesce(said ->> 'currency', ${currency})) = ${currency}`;
  return sql`
    select person, said ->> 'transactionId' as transaction_id, is_claim,
      said -> 'cart' is null and said -> 'value' is null as is_whole,
      case when ${isOwn} then ${bounded(sql`(said ->> 'value')`)} end as amount,
      case when ${isOwn} and said -> 'value' is null then said -> 'cart' end as cart
    from (${logged}) as logged
    where kind = 'refund' and said ->> 'transactionId' is not null`;
}

function amountOf(outcome: Outcome): Sql {
  if (outcome.of === undefined) return sql`1::double precision`;
  const path = pathOf(outcome, outcome.of);
  return sql`(case when jsonb_typeof(said #> ${path}) = 'number'
    then ${bounded(sql`(said #>> ${path})`)} else 0 end)`;
}

/** As far as no sum of them, or of their squares, leaves the numbers that there are. */
const most = sql.lit(1e15);
const bounded = (number: Sql) => sql`(case when abs(${number}::double precision) > ${most}
  then sign(${number}::double precision) * ${most} else ${number}::double precision end)`;
const numberOf = (line: string, name: string) =>
  bounded(sql`(${sql.ref(line)} ->> ${sql.lit(name)})`);

/** By which price the lines of the purchase `found` sold each product: as core's `priced` says. */
const purchasePrices = sql`
  select line ->> 'sku' as sku,
    sum(${numberOf('line', 'price')} * ${numberOf('line', 'quantity')})
      / sum(${numberOf('line', 'quantity')}) as price
  from jsonb_array_elements(found.said -> 'cart') as line
  where line ->> 'price' is not null and ${numberOf('line', 'quantity')} > 0
  group by 1`;

/** What of the purchase `found` its `refunds` took back. */
const takenBack = sql`
  select case when found.is_claim then refunds.is_whole else is_whole_vouched end as is_whole,
    coalesce(case when found.is_claim then refunds.amount else amount_vouched end, 0)
      + coalesce((
          select sum(coalesce(${numberOf('line', 'price')}, bought.price) * ${numberOf('line', 'quantity')})
          from jsonb_array_elements(
            case when found.is_claim then refunds.carts else carts_vouched end) as cart
          cross join lateral jsonb_array_elements(cart) as line
          left join (${purchasePrices}) as bought on bought.sku = line ->> 'sku'), 0) as amount`;

/** Of an amount of an outcome: was it beyond what is summed? */
export const isCut = (amount: Sql) => sql`(abs(${amount}) >= ${most})`;

/** Only an amount of money has a currency to filter by, and what is divided by one. */
function isForeign(outcome: Outcome, { currency, isOfMoney }: Span): Sql {
  if (outcome.of === undefined && !isOfMoney) return sql`false`;
  return sql`coalesce(upper(said #>> ${pathOf(outcome, 'currency')}) <> ${currency}, false)`;
}

function testsOf(outcome: Outcome): Sql {
  const tests = outcome.tests.map((test) => sql` and ${testOf(outcome, test)}`);
  return sql.join(tests, sql``);
}

const orders = { $gt: sql`>`, $gte: sql`>=`, $lt: sql`<`, $lte: sql`<=` } as const;
const asJson = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/** A test as a condition that is never null. */
function testOf(outcome: Outcome, test: PropertyTest): Sql {
  const value = sql`said #> ${pathOf(outcome, test.property)}`;
  switch (test.operator) {
    case '$exists':
      return test.operand ? sql`(${value} is not null)` : sql`(${value} is null)`;
    case '$eq':
      return sql`coalesce(${value} = ${asJson(test.operand)}, false)`;
    case '$ne':
      return sql`coalesce(${value} <> ${asJson(test.operand)}, true)`;
    case '$in':
      return sql`coalesce(${value} = any(${test.operand.map((one) => JSON.stringify(one))}::jsonb[]), false)`;
    case '$nin':
      return sql`coalesce(${value} <> all(${test.operand.map((one) => JSON.stringify(one))}::jsonb[]), true)`;
    default:
      return sql`(case when jsonb_typeof(${value}) = 'number'
        then ${value} ${orders[test.operator]} ${asJson(test.operand)} else false end)`;
  }
}
