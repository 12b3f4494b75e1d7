-- Who signs in to the console, and what they may do on which site.
-- The first five tables are better-auth's, under our names; ids are its texts.

create table teammate (
  id text collate "C" primary key,
  name text not null,
  email text collate "C" not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- `token` is the SHA-256 of what the browser holds.
create table teammate_session (
  id text collate "C" primary key,
  teammate_id text collate "C" not null references teammate on delete cascade,
  token text collate "C" not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index session_by_teammate on teammate_session (teammate_id);

-- How a teammate proves who he is: one row, with the hash of the password.
create table teammate_account (
  id text collate "C" primary key,
  teammate_id text collate "C" not null references teammate on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index account_by_teammate on teammate_account (teammate_id);

-- Second factors that are asked for: `identifier` is the SHA-256 of what the browser holds.
create table teammate_verification (
  id text collate "C" primary key,
  identifier text collate "C" not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index verification_by_identifier on teammate_verification (identifier);

-- Secret and backup codes are encrypted under the installation's master key.
create table teammate_second_factor (
  id text collate "C" primary key,
  teammate_id text collate "C" not null unique references teammate on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  -- The last codes that were accepted: none is good twice.
  used_codes text[] not null default '{}'
);

create table membership (
  site_id integer not null references site,
  teammate_id text collate "C" not null references teammate on delete cascade,
  role text not null check (role in ('Viewer', 'Editor', 'Admin')),
  code_editing boolean not null,
  created_at timestamptz not null,
  primary key (site_id, teammate_id)
);

create index membership_by_teammate on membership (teammate_id);

-- Links that make somebody a teammate, once. Without an address: for the first Admin.
create table invitation (
  site_id integer not null references site,
  id integer generated always as identity,
  email text collate "C" check (email = lower(email)),
  role text not null check (role in ('Viewer', 'Editor', 'Admin')),
  code_editing boolean not null,
  -- SHA-256 of the token in the link.
  token_hash bytea not null unique,
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, email)
);
