-- Sites, keys and what decides: everything that a node's snapshot is made of.

create table site (
  id integer generated always as identity primary key,
  name text collate "C" not null unique,
  vertical text not null,
  features text[] not null,
  settings jsonb not null default '{}',
  -- Makes ids that come from names unguessable, and signs decision ids: it guards statistics.
  salt bytea not null,
  -- The secret that signs `user.token`, sealed under the installation's master key.
  identity_secret bytea not null,
  revision bigint not null default 1,
  created_at timestamptz not null
);

create table audit (
  site_id integer not null references site,
  id bigint generated always as identity,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  details jsonb,
  primary key (site_id, id)
);

-- A deleted key stays as a tombstone: its hash is never free again.
create table api_key (
  site_id integer not null references site,
  id integer generated always as identity,
  name text not null,
  notes text not null default '',
  source text not null check (source in ('Server-side', 'Client-side')),
  permissions text[] not null check (cardinality(permissions) > 0),
  hash bytea not null unique,
  sealed_value bytea,
  allowed_origins text[],
  expires_at timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (site_id, id)
);

create sequence managed_id start 1001;

-- Campaigns, audiences and identifier types: what the management API lists, versions and replaces.
-- Bodies are text, since jsonb would reorder the keys of payloads.
create table managed_object (
  site_id integer not null references site,
  kind text not null check (kind in ('campaign', 'audience', 'identifier-type')),
  id bigint not null default nextval('managed_id'),
  version integer not null default 1,
  name text collate "C" not null,
  body text not null,
  primary key (site_id, kind, id),
  unique (site_id, kind, name)
);

-- What of a campaign is published: the body that is live, and from which version of the draft.
create table publication (
  site_id integer not null references site,
  campaign_id bigint not null,
  status text not null check (status in ('live', 'paused')),
  version integer not null,
  body text not null,
  primary key (site_id, campaign_id)
);

-- What was live when, for as long as decisions made by it are kept.
create table published_campaign (
  site_id integer not null references site,
  campaign_id bigint not null,
  site_revision bigint not null,
  published_at timestamptz not null,
  body text not null,
  primary key (site_id, campaign_id, site_revision)
);
