// What users of a report are, in SQL: devices, persons or accounts, and whose outcomes are whose.
import type { Unit } from '@attune/core';
import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/**
 * Whose users are compared: those of a campaign's variations, or of a holdout's two sides; or all
 * visitors of a site, as if they had been given something on their first visit.
 */
export type Source = { readonly unit: Unit } & (
  | {
      readonly campaignId: number;
      /** The end of its test: exposures from then on are no part of it. */
      readonly until: Date | undefined;
      /** Keys of the draws that are reported on: not those of before a restart. */
      readonly draws: readonly string[];
      /** Experiences of which a user counts in each variation that they were given. */
      readonly counted: readonly number[];
    }
  | {
      readonly holdoutId: number;
      readonly share: number;
      /** Those that the holdout keeps users from. */
      readonly campaignIds: readonly number[];
    }
  | { readonly isOfVisitors: true }
);

/** Of which site and users, since when. */
interface About {
  readonly siteId: number;
  readonly source: Source;
  readonly from: Date;
}

/** All exposures that a question is about, with the persons who had them. */
export function exposures(about: About): Sql {
  const { siteId, source } = about;
  if ('isOfVisitors' in source) return visits(about, source.unit);
  return sql`
    select time, event_id, exposure.user_id, device, browser, is_returning, ${exposedAs(about)},
      coalesce(device.owner_id, exposure.user_id) as person, ${keyOf(source.unit)} as key
    from exposure
    left join device on device.site_id = ${siteId} and device.user_id = exposure.user_id
    where exposure.site_id = ${siteId} and ${isOf(about)}`;
}

/** What shows that somebody visited. */
const visitKinds = ['pageview', 'product-view', 'exposure', 'decision'];

/** Visits of everyone but the site's own people, in the form of exposures to one variation. */
function visits({ siteId, from }: About, unit: Unit): Sql {
  return sql`
    select event.time, event.id as event_id, event.user_id, null::text as device,
      null::text as browser,
      null::boolean as is_returning, 0::bigint as experience_id, 0::bigint as variation_id,
      1 as allocation_version, 1::double precision as propensity, false as is_kept,
      0::bigint as slot, coalesce(device.owner_id, event.user_id) as person,
      ${unit === 'person' ? sql`coalesce(device.owner_id, event.user_id)` : sql`event.user_id`} as key
    from event
    left join device on device.site_id = ${siteId} and device.user_id = event.user_id
    where event.site_id = ${siteId} and event.kind = any(${visitKinds}::text[])
      and event.day >= ${from.toISOString().slice(0, 10)}::date
      and event.time >= ${from.toISOString()}::timestamptz
      and position('"isInternal"' in event.data) = 0`;
}

/** Which exposures a question is about. */
function isOf({ source, from }: About) {
  if ('isOfVisitors' in source) throw new Error('visitors have no exposures');
  if ('campaignId' in source) {
    const before = source.until ? sql` and exposure.time < ${source.until.toISOString()}` : sql``;
    return sql`campaign_id = ${source.campaignId} and holdout_id = 0${before}
      and split_part(draw, '@', 1) = any(${source.draws}::text[])`;
  }
  // Users who were served before the holdout began were not drawn into a side of it.
  return sql`campaign_id = any(${source.campaignIds}::bigint[])
    and holdout_id in (0, ${source.holdoutId}) and exposure.time >= ${from.toISOString()}`;
}

/** What an exposure counts for: a variation, or a side of a holdout, of which 0 is held out. */
function exposedAs({ source }: About) {
  if ('isOfVisitors' in source) throw new Error('visitors have no exposures');
  if ('campaignId' in source) {
    return sql`experience_id, variation_id, allocation_version, propensity, is_kept,
      case when experience_id = any(${source.counted}::bigint[]) then variation_id else 0 end
        as slot`;
  }
  const { holdoutId, share } = source;
  return sql`${holdoutId}::bigint as experience_id, 1 as allocation_version, false as is_kept,
    case holdout_id when 0 then 1 else 0 end as variation_id, 0 as slot,
    case holdout_id when 0 then ${1 - share} else ${share} end::double precision as propensity`;
}

/** What an exposure counts for, as `key`: `exposure` and `device` are its tables. */
function keyOf(unit: Unit): Sql {
  return unit === 'person'
    ? sql`coalesce(device.owner_id, exposure.user_id)`
    : sql`coalesce(exposure.unit_id, exposure.user_id)`;
}

/**
 * Outcomes with the `key` that each counts for; those that count for none are left out. `exposed`
 * is a query of (key, person, time).
 *
 * An outcome counts for the device, or the account, that it says it came from. One that says none,
 * such as what a server reports of a person, counts for the one that the person was exposed in last
 * before it, else first after it.
 */
export function withKeys(outcomes: Sql, exposed: Sql, unit: Unit): Sql {
  if (unit === 'person') return sql`select *, person as key from (${outcomes}) as outcome`;
  return sql`
    with told as materialized (
      select row_number() over () as number, ${idsOf(unit)} as ids, ${says(unit)} as says, *
      from (${outcomes}) as outcome),
    member as materialized (
      select key, person, min(time) as since from (${exposed}) as exposed group by 1, 2),
    known as (select distinct key from member)
    select told.*, known.key
    from told cross join lateral unnest(told.ids) as own (id) join known on known.key = own.id
    where says
    union all
    select * from (
      select distinct on (number) told.*, member.key
      from told join member using (person)
      where not says
      order by number, (since <= told.time) desc, greatest(told.time - since, since - told.time), key
    ) as nearest`;
}

const idsOf = (unit: Unit) =>
  unit === 'device'
    ? sql`array[device]`
    : sql`array(select jsonb_array_elements_text(said -> 'accounts'))::bigint[]`;

const says = (unit: Unit) =>
  unit === 'device' ? sql`device <> person` : sql`said -> 'accounts' is not null`;
