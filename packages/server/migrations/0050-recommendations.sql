-- What was recommended by day: counts that a report adds up, whatever the log holds.

-- A row for each partition of the inbox, which its holder alone writes, so that none waits for
-- another.
create table recommendation_count (
  site_id integer not null references site,
  -- In the site's time zone.
  day date not null,
  strategy_id bigint not null,
  -- '': the request named no page.
  page text collate "C" not null,
  partition smallint not null,
  -- Lists, those of them that had an item in every slot, and those with a second choice.
  lists bigint not null,
  full_lists bigint not null,
  fallback_lists bigint not null,
  -- How often an item was shown, by slot.
  shown bigint[] not null,
  primary key (site_id, day, strategy_id, page, partition)
);

-- Which items were shown on a day.
create table recommended_item (
  site_id integer not null references site,
  day date not null,
  strategy_id bigint not null,
  sku text collate "C" not null,
  primary key (site_id, day, strategy_id, sku)
);
