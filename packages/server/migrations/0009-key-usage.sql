-- What teammates see of keys: beginnings, successors, who used them; and which nodes there are.

alter table api_key
  add hint text,
  add successor_id integer,
  add deleted_revision bigint,
  add foreign key (site_id, successor_id) references api_key;

comment on column api_key.hint is 'the value''s beginning; null: made before beginnings were kept';
comment on column api_key.deleted_revision is 'of the site, from which on the key is refused';

create index api_key_alive on api_key (site_id, id) where deleted_at is null;

-- Nodes count in memory and add to this every few seconds. The permission `none`: asked about
-- itself, refused, or at an address where there is nothing.
create table key_use (
  site_id integer not null,
  key_id integer not null,
  day date not null,
  permission text not null,
  calls bigint not null,
  last_used_at timestamptz not null,
  primary key (site_id, key_id, day, permission)
);

-- Who used a Server-side key: a program and its address. Of a Client-side key, whose users are
-- visitors, the address is the origin of the page, or empty; never a visitor's own.
create table key_client (
  site_id integer not null,
  key_id integer not null,
  user_agent text not null,
  address text not null,
  calls bigint not null,
  last_used_at timestamptz not null,
  primary key (site_id, key_id, user_agent, address)
);

-- The nodes that run, and when each had which revision of a site. Unlogged: it is true for moments
-- only, does not belong into a backup, and is told anew by every node after a crash of PostgreSQL.
create unlogged table node (
  id uuid primary key,
  name text not null,
  roles text[] not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- For how long it honours keys that the database has not confirmed.
  lease_ms integer not null
);

create unlogged table node_revision (
  node_id uuid not null references node on delete cascade,
  site_id integer not null,
  revision bigint not null,
  -- Since when it went by the keys of this revision, and by all the rest of the site.
  keys_at timestamptz not null,
  all_at timestamptz,
  primary key (node_id, site_id, revision)
);

create index node_revision_by_site on node_revision (site_id, revision);
