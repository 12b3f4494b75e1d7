-- How far the nightly export of each site is. Which files are whole is known by the manifests that
-- are beside them, and by nothing else.
create table nightly_export (
  site_id integer primary key references site,
  -- When a worker first found it wanted.
  since timestamptz not null,
  -- All days before this one (UTC) are exported as they were at `done_at`; null: never so far.
  night date,
  done_at timestamptz,
  -- What that run wrote.
  files integer,
  rows bigint,
  bytes bigint,
  -- Which run it is, and until when its worker has the site unless it says so again.
  started_at timestamptz,
  held_until timestamptz,
  -- In a row, up to now.
  failures integer not null default 0,
  failed_at timestamptz,
  fault text,
  retry_at timestamptz
);

-- The last run of each kind: begun again after a failure, it leaves out those that are done.
create table nightly_export_kind (
  site_id integer not null references nightly_export,
  kind text not null,
  night date not null,
  -- The file that it is at, such as day=2026-11-28; null: it is at none.
  part text,
  files integer not null,
  rows bigint not null,
  bytes bigint not null,
  -- Null: it is under way, or was broken off.
  done_at timestamptz,
  primary key (site_id, kind)
);
