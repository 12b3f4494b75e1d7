-- A feed may be fetched from several places: one file is the whole feed, others change columns.
alter table feed_pull rename to feed_schedule;
alter index feed_pull_due rename to feed_schedule_due;
alter table feed_schedule
  -- Among those of the feed.
  add column name text collate "C" not null default 'main',
  -- Does its file change some columns of items that are there, and nothing else?
  add column is_partial boolean not null default false,
  -- The feed's revision when its last file was taken; null: none was, or that is not known.
  add column revision bigint;
alter table feed_schedule drop constraint feed_pull_pkey;
alter table feed_schedule add primary key (site_id, feed_id, name);

-- What nodes of the previous release know of: they fetch the whole feed, and refuse to set it anew.
create view feed_pull as
  select site_id, feed_id, is_on, settings, authorization_sealed, changed_at, next_at, asked_by,
         failures, held_until, etag, last_modified
  from feed_schedule
  where name = 'main' and not is_partial;

alter table feed_pull_run add column name text collate "C" not null default 'main';
