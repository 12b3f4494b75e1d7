// What was clicked of recommendations and bought after that, in SQL: within one transaction, since
// each step leaves its rows in a table that goes with it.
import { claimPrefix } from '@attune/core';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/** What is to be found. */
export interface Question {
  readonly siteId: number;
  /** The site's; amounts in others are not summed. */
  readonly currency: string;
  readonly timeZone: string;
  /** Purchases from here, included, to there, excluded. */
  readonly from: Date;
  readonly to: Date;
  readonly asOf: Date;
  /** How long after a click a purchase counts. */
  readonly windowDays: number;
}

type Sql = RawBuilder<unknown>;

const day = (time: Date) => sql`${time.toISOString().slice(0, 10)}::date`;
const time = (at: Date) => sql`${at.toISOString()}::timestamptz`;
const numberOf = (line: string, name: string) =>
  sql`(${sql.ref(line)} ->> ${sql.lit(name)})::double precision`;

const everyone = sql`true`;
/** Whether purchases are looked into one by one. */
const isFound = sql`exists (
  select from found_person where found_person.person = coalesce(device.owner_id, event.user_id))`;

/**
 * Events of some kinds, of all people or of some, and whose they are; parsed once. Own people's are
 * left out.
 */
export function logged(
  { siteId }: Question,
  kinds: readonly string[],
  from: Date,
  to: Date,
  whose: Sql = everyone,
): Sql {
  return sql`
    select event.day || ' ' || event.id as id, event.kind, event.time, coalesce(device.owner_id, event.user_id) as person,
      starts_with(event.id, ${claimPrefix}) as is_claim, parsed.said
    from event
    left join device on device.site_id = ${siteId} and device.user_id = event.user_id
    cross join lateral (select event.data::jsonb -> 'event' as said offset 0) as parsed
    where event.site_id = ${siteId} and event.day between ${day(from)} and ${day(to)}
      and event.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})
      and event.time >= ${time(from)} and event.time < ${time(to)} and ${whose}
      and said -> 'isInternal' is null`;
}

const dayMs = 86_400_000;

/** Finds clicks on slots that strategies filled: also those of before that purchases may follow. */
export async function findClicks(tx: Db, question: Question): Promise<void> {
  const { from, to, windowDays } = question;
  const since = new Date(from.getTime() - windowDays * dayMs);
  await sql`
    create temporary table found_click on commit drop as
    select id, person, time, said ->> 'sku' as sku,
      (said -> 'slot' ->> 'strategy')::bigint as strategy,
      coalesce(said -> 'slot' ->> 'page', '') as page, (said -> 'slot' ->> 'at')::integer as at
    from (${logged(question, ['click'], since, to)}) as click
    where said -> 'slot' is not null`.execute(tx);
  await sql`analyze found_click`.execute(tx);
}

/** What is read of purchases and refunds. */
export const ordered = ({ currency }: Question, events: Sql) => sql`
  select *, upper(coalesce(said ->> 'currency', ${currency})) as currency,
    said ->> 'transactionId' as order_id, coalesce(${numberOf('said', 'value')}, 0) as value
  from (${events}) as event`;

/**
 * Finds purchases by people who clicked or got a refund, with what refunds left of them, and their
 * items: a row for each product of an order. A line without a price has its share, by pieces, of
 * what the order's value leaves to those without; an order that names no products is one item of
 * none. All other purchases count in the site's revenue alone, as they are.
 */
export async function findPurchases(tx: Db, question: Question): Promise<void> {
  const { from, to, asOf } = question;
  await sql`
    create temporary table found_event on commit drop as
    ${ordered(question, logged(question, ['refund'], from, asOf))}`.execute(tx);
  await sql`
    create temporary table found_person on commit drop as
    select person from found_click union select person from found_event`.execute(tx);
  await sql`analyze found_person`.execute(tx);
  await sql`
    insert into found_event
    ${ordered(question, logged(question, ['purchase'], from, to, isFound))}`.execute(tx);
  await sql`analyze found_event`.execute(tx);
  await sql`
    create temporary table found_item on commit drop as
    with line as (
      select bought.id, line ->> 'sku' as sku, ${numberOf('line', 'quantity')} as pieces,
        ${numberOf('line', 'price')} as price, bought.value
      from found_event as bought
      cross join lateral jsonb_array_elements(said -> 'cart') as line
      where kind = 'purchase' and ${numberOf('line', 'quantity')} > 0
    ), rest as (
      select id, greatest(0, max(value) - coalesce(sum(price * pieces), 0))
        / nullif(sum(pieces) filter (where price is null), 0) as price
      from line group by id)
    select id, sku, sum(pieces) as pieces,
      sum(pieces * coalesce(line.price, rest.price, 0)) as amount
    from line join rest using (id) group by 1, 2
    union all
    select id, '', 1, value from found_event
    where kind = 'purchase' and id not in (select id from line)`.execute(tx);
  await sql`analyze found_item`.execute(tx);
  await sql`
    create temporary table found_order on commit drop as
    ${ordersLeft}`.execute(tx);
}

/** Refunds of a person's purchases; a page's takes nothing back of what a server reports. */
const refunds = sql`
  select bought.id, back.said, back.value, back.currency = bought.currency as is_own
  from found_event as bought
  join found_event as back on back.kind = 'refund' and back.person = bought.person
    and back.order_id = bought.order_id and (bought.is_claim or not back.is_claim)
  where bought.kind = 'purchase'`;

/** What refunds took back by product; a line without a price takes the purchase's. */
const takenItems = sql`
  select back.id, sold.sku, sum(coalesce(${numberOf('line', 'price')}, sold.amount / sold.pieces)
    * ${numberOf('line', 'quantity')}) as amount
  from (${refunds}) as back
  cross join lateral jsonb_array_elements(said -> 'cart') as line
  join found_item as sold on sold.id = back.id and sold.sku = line ->> 'sku'
  where said -> 'value' is null and is_own
  group by 1, 2`;

/** The items of orders that were not refunded altogether, with what is left of their amounts. */
const ordersLeft = sql`
  with taken_item as materialized (${takenItems}),
  taken as (
    select id, bool_or(said -> 'cart' is null and said -> 'value' is null) as is_whole,
      coalesce(sum(value) filter (where is_own), 0) as value
    from (${refunds}) as back group by id),
  bought as (
    select made.id, person, time, currency, made.value,
      coalesce(taken.is_whole, false) as is_whole, coalesce(taken.value, 0) as taken,
      coalesce((select sum(amount) from taken_item where taken_item.id = made.id), 0)
        as taken_by_item
    from found_event as made left join taken on taken.id = made.id
    where kind = 'purchase')
  select bought.id, person, time, currency, sku,
    greatest(0, amount - coalesce(back, 0))
      * case when value > 0 then greatest(0, 1 - taken / value) else 1 end as amount,
    greatest(0, value - taken - taken_by_item) as value,
    row_number() over (partition by bought.id order by sku) = 1 as is_first
  from bought
  join found_item as sold using (id)
  left join (select id, sku, amount as back from taken_item) as back using (id, sku)
  where not is_whole and not (taken + taken_by_item > 0 and taken + taken_by_item >= value)`;

/** The skus of clicks, and of what those who clicked bought. */
export async function selectSkus(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    select sku from found_click where sku is not null
    union
    select sku from found_order
    where sku <> '' and person in (select person from found_click)`.execute(tx);
  return rows.map(({ sku }) => sku);
}

/** What a day's figures are of, so that those of days add up; null: of any. */
export interface Part {
  /** YYYY-MM-DD in the site's time zone. */
  readonly day: string;
  readonly strategy: number | null;
  readonly page: string | null;
  readonly slot: number | null;
}

export interface Clicks extends Part {
  readonly clicks: number;
}

export interface Bought extends Part {
  readonly isDirect: boolean;
  readonly orders: number;
  readonly items: number;
  readonly revenue: number;
}

export interface Foreign {
  readonly day: string;
  readonly strategy: number | null;
  readonly currency: string;
  readonly events: number;
  readonly value: number;
}

/** An order is of one day, and of several slots: only what is of all of them adds up by day. */
const parts = (more: Sql) => sql`
  grouping sets ((${more}), (${more}, strategy), (${more}, page), (${more}, at),
    (${more}, strategy, page), (${more}, strategy, at))`;
const partColumns = sql`
  day::text as day, strategy::double precision as strategy, page, at::double precision as slot`;

/** How many clicks there were. */
export async function selectClicks(tx: Db, { from, timeZone }: Question): Promise<Clicks[]> {
  const { rows } = await sql<Clicks>`
    select ${partColumns}, count(*)::double precision as clicks
    from (select (time at time zone ${timeZone})::date as day, *
      from found_click where time >= ${time(from)}) as click
    group by ${parts(sql`day`)}`.execute(tx);
  return rows;
}

/**
 * Credits each bought item to one click of the same person within the window before it: the last
 * one on the item or a variant of it, which makes it direct, else the last one on any. `groups` are
 * pairs of a sku and the group of its variants.
 */
export async function creditItems(
  tx: Db,
  question: Question,
  groups: ReadonlyMap<string, string>,
): Promise<void> {
  const { windowDays, timeZone } = question;
  await sql`
    create temporary table credited on commit drop as
    with family (sku, name) as (
      select * from unnest(${[...groups.keys()]}::text[], ${[...groups.values()]}::text[])),
    click as (
      select click.*, coalesce('g' || name, 's' || sku) as variants
      from found_click as click left join family using (sku)),
    bought as (
      select found.*, coalesce('g' || name, 's' || nullif(sku, '')) as variants
      from found_order as found left join family using (sku))
    select distinct on (bought.id, bought.sku) bought.id, bought.currency, bought.amount,
      (bought.time at time zone ${timeZone})::date as day, strategy, page, at,
      coalesce(click.variants = bought.variants, false) as is_direct
    from bought join click using (person)
    where click.time <= bought.time
      and click.time > bought.time - make_interval(hours => ${24 * windowDays})
    order by bought.id, bought.sku, coalesce(click.variants = bought.variants, false) desc,
      click.time desc, at, click.id`.execute(tx);
}

/** What was bought after clicks. */
export async function selectBought(tx: Db, question: Question): Promise<Bought[]> {
  const { rows } = await sql<Bought>`
    select ${partColumns}, is_direct as "isDirect",
      count(distinct id)::double precision as orders, count(*)::double precision as items,
      coalesce(sum(amount) filter (where currency = ${question.currency}), 0) as revenue
    from credited group by ${parts(sql`day, is_direct`)}`.execute(tx);
  return rows;
}

/** Credited purchases in other currencies. */
export async function selectForeign(tx: Db, { currency }: Question): Promise<Foreign[]> {
  const { rows } = await sql<Foreign>`
    select day::text as day, strategy::double precision as strategy, currency,
      count(distinct id)::double precision as events, sum(amount) as value
    from credited where currency <> ${currency}
    group by grouping sets ((day, currency), (day, currency, strategy))`.execute(tx);
  return rows;
}
