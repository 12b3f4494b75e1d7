-- Models that recommendations are made from, and what they are made of.

-- How often each day of a site's log has changed, counted in the transaction of the change: a row
-- for each partition of the inbox, which its holder alone writes, and -1 for erasures. This and the
-- blocks can be made again at any time: neither is in a backup, and a crash of PostgreSQL empties
-- both.
create unlogged table event_day_change (
  site_id integer not null,
  day date not null,
  partition smallint not null,
  changes bigint not null,
  primary key (site_id, day, partition)
);

-- What a day's events say of items, as it was after so many changes: blocks, each of all events of
-- some of the day's users; a block's bytes are in parts of 4 MiB at most.
create unlogged table event_day_block (
  site_id integer not null,
  day date not null,
  block smallint not null,
  part smallint not null,
  changes bigint not null,
  rows bigint not null,
  bytes bytea not null,
  primary key (site_id, day, block, part)
);
alter table event_day_block alter column bytes set storage external;

-- A model that some strategy needs or needed: which version counts, and what is being done.
create table model (
  site_id integer not null references site,
  key text collate "C" not null,
  -- JSON.
  method text not null,
  -- 0: none was built yet.
  version integer not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'building', 'ready', 'failed')),
  -- When a teammate or a key asked for it to be built anew; null: nobody waits.
  wanted_at timestamptz,
  started_at timestamptz,
  -- How often it was begun since it ended last.
  tries integer not null default 0,
  phase text not null default '',
  share double precision not null default 0,
  rows bigint not null default 0,
  -- Why the last try failed, and when.
  fault text,
  failed_at timestamptz,
  -- When it was last found that there is no news to build it of.
  checked_at timestamptz,
  -- When a strategy used it last.
  needed_at timestamptz not null,
  primary key (site_id, key)
);

create table model_version (
  site_id integer not null,
  key text collate "C" not null,
  version integer not null,
  built_at timestamptz not null,
  bytes bigint not null,
  -- JSON: what it was made of, what it covers, what it took.
  facts text not null,
  primary key (site_id, key, version),
  foreign key (site_id, key) references model on delete cascade
);

create table model_part (
  site_id integer not null,
  key text collate "C" not null,
  version integer not null,
  part integer not null,
  bytes bytea not null,
  primary key (site_id, key, version, part),
  foreign key (site_id, key, version) references model_version on delete cascade
);
alter table model_part alter column bytes set storage external;

-- Strategies compared on the site's own history.
create table evaluation (
  site_id integer not null references site,
  id uuid not null,
  requested_at timestamptz not null,
  requested_by text not null,
  -- JSON, as are the results.
  request text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  started_at timestamptz,
  finished_at timestamptz,
  phase text not null default '',
  share double precision not null default 0,
  fault text,
  results text,
  primary key (site_id, id)
);
