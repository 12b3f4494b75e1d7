-- Channels: where a site's notifications go. What is secret is sealed under the master key.
create table notification_channel (
  site_id integer not null references site,
  id integer generated always as identity,
  name text not null,
  type text not null,
  events text[] not null,
  is_on boolean not null,
  is_gone boolean not null default false,
  sealed_target bytea not null,
  sealed_secret bytea,
  sealed_old_secret bytea,
  old_secret_until timestamptz,
  created_at timestamptz not null,
  primary key (site_id, id)
);

-- The outbox: what is to be sent, and what became of it. A worker that sends a row holds it until
-- a time; a row whose worker is gone is sent again from then on.
create table delivery (
  site_id integer not null references site,
  id bigint generated always as identity,
  channel_id integer not null,
  message_id text not null,
  type text not null,
  message text not null,
  created_at timestamptz not null,
  state text not null,
  attempts integer not null,
  last_at timestamptz,
  next_at timestamptz,
  held_until timestamptz,
  answer_code integer,
  detail text not null default '',
  primary key (site_id, id),
  foreign key (site_id, channel_id) references notification_channel on delete cascade
);
create index delivery_due on delivery (next_at) where state = 'waiting';
create index delivery_of_channel on delivery (site_id, channel_id, id desc);
create index delivery_age on delivery (created_at);

-- What was told once, and is not to be told again for the same occasion.
create table notified (
  site_id integer not null references site,
  type text not null,
  occasion text not null,
  at timestamptz not null,
  primary key (site_id, type, occasion)
);
