-- Items as versions that are only ever added: an upload is written once, straight to where it
-- stays. The newest version of a sku is its item, and one without data says that it is gone; until
-- the transaction commits nobody sees it. Text and not jsonb, which takes PostgreSQL twice as long:
-- keys are in one order, so that equal items are equal texts.

create table item_version (
  site_id integer not null,
  feed_id bigint not null,
  version bigint not null,
  sku text collate "C" not null,
  -- SHA-256 of the data, its first half; null: unknown, or no data.
  hash uuid,
  data text
);

-- A node takes numbers by the block; each block begins with a multiple of its size.
create sequence item_version_number increment by 4096;

-- The last version of each revision that a feed can be rolled back to.
create table feed_revision (
  site_id integer not null,
  feed_id bigint not null,
  revision bigint not null,
  last_version bigint not null,
  -- The items that it changed; null: many, or unknown.
  skus text[] collate "C",
  primary key (site_id, feed_id, revision)
);

-- What was replaced in revision r was the item before r; what it was replaced with is in the next
-- replacement, or is the item of today.
create temporary table written on commit drop as
select row_number() over (order by revision) as version, * from (
  select site_id, feed_id, sku, data::text as data, 0 as revision from item
  where not exists (
    select from replaced_item r
    where (r.site_id, r.feed_id, r.sku) = (item.site_id, item.feed_id, item.sku)
  )
  union all
  select * from (
    select distinct on (site_id, feed_id, sku) site_id, feed_id, sku, data::text, 0
    from replaced_item order by site_id, feed_id, sku, revision
  ) first where first.data is not null
  union all
  select r.site_id, r.feed_id, r.sku, case
    when r.is_last then item.data::text
    else r.next_data::text
  end, r.revision
  from (
    select *, lead(data) over by_revision as next_data,
           lead(revision) over by_revision is null as is_last
    from replaced_item
    window by_revision as (partition by site_id, feed_id, sku order by revision)
  ) r
  left join item on (item.site_id, item.feed_id, item.sku) = (r.site_id, r.feed_id, r.sku)
) dated;

insert into item_version (site_id, feed_id, version, sku, data)
select site_id, feed_id, version, sku, data from written order by version;

insert into feed_revision (site_id, feed_id, revision, last_version)
select feed.site_id, feed.id, kept, coalesce(max(version), 0)
from feed
cross join generate_series(greatest(1, feed.revision - 10), feed.revision) as kept
left join written on written.site_id = feed.site_id and written.feed_id = feed.id
  and written.revision <= kept
group by feed.site_id, feed.id, kept;

select setval('item_version_number', (coalesce(max(version), 0) / 4096 + 1) * 4096) from written;

alter table item_version add primary key (site_id, feed_id, sku, version);

drop table replaced_item;
drop table item;

-- What the feeds hold.
create view item as
select site_id, feed_id, sku, data::jsonb as data from (
  select distinct on (site_id, feed_id, sku) site_id, feed_id, sku, data from item_version
  order by site_id desc, feed_id desc, sku desc, version desc
) newest
where data is not null;
