-- What changed feeds, and who; where their rows come from; what their columns are like.

create table feed_change (
  site_id integer not null,
  feed_id bigint not null,
  revision bigint not null,
  at timestamptz not null,
  actor text not null,
  -- api, upload, pull, rollback or command.
  way text collate "C" not null,
  note text not null,
  is_whole boolean not null,
  transaction_id uuid not null,
  accepted integer not null,
  rejected integer not null,
  added integer not null,
  changed integer not null,
  removed integer not null,
  items integer not null,
  primary key (site_id, feed_id, revision)
);

-- How full and how varied the columns of a revision were; JSON text.
create table feed_health (
  site_id integer not null,
  feed_id bigint not null,
  revision bigint not null,
  at timestamptz not null,
  body text not null,
  primary key (site_id, feed_id, revision)
);

-- A file that a teammate has sent, until it is published or given up. Unlogged: a file in waiting
-- is worth no log, and after a crash it is sent again.
create unlogged table feed_upload (
  site_id integer not null,
  feed_id bigint not null,
  id uuid not null,
  name text not null,
  actor text not null,
  at timestamptz not null,
  -- When somebody last had to do with it; and while a node works on it, when that last said so.
  touched_at timestamptz not null,
  state text collate "C" not null,
  bytes bigint not null,
  -- JSON texts: how it is read, what was told of it, how far the work is, what came of it.
  reading text,
  detection text,
  progress text,
  findings text,
  problem text,
  primary key (site_id, feed_id, id)
);

create unlogged table feed_upload_part (
  site_id integer not null,
  upload_id uuid not null,
  place integer not null,
  bytes bytea not null,
  primary key (site_id, upload_id, place)
);

-- Files are mostly packed already.
alter table feed_upload_part alter column bytes set storage external;

-- Where a feed is fetched from, and when.
create table feed_pull (
  site_id integer not null,
  feed_id bigint not null,
  is_on boolean not null,
  -- JSON text: address, schedule, how the file is read, bounds.
  settings text not null,
  -- The value of the header Authorization, sealed with the master key.
  authorization_sealed bytea,
  changed_at timestamptz not null,
  -- Null: not due.
  next_at timestamptz,
  asked_by text,
  failures integer not null default 0,
  -- A node fetches it until then, if it does not say otherwise.
  held_until timestamptz,
  -- What the source said of the file that was taken last, to be asked for what is newer.
  etag text,
  last_modified text,
  primary key (site_id, feed_id)
);

create index feed_pull_due on feed_pull (next_at) where next_at is not null;

create table feed_pull_run (
  site_id integer not null,
  feed_id bigint not null,
  id bigint generated always as identity,
  started_at timestamptz not null,
  ended_at timestamptz,
  actor text not null,
  -- running, taken, unchanged or failed.
  status text collate "C" not null,
  detail text not null,
  bytes bigint not null,
  accepted integer not null,
  rejected integer not null,
  -- That it made; null: none.
  revision bigint,
  primary key (site_id, feed_id, id)
);
