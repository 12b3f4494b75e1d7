-- What happened to users, and what it adds up to.

create table inbox (
  id bigint generated always as identity primary key,
  site_id integer not null,
  partition smallint not null,
  entry text not null
);

create index inbox_by_partition on inbox (partition, id);

-- Entries that no worker could read: kept for the operator, so that one cannot block the others.
create table rejected_entry (
  id bigint generated always as identity primary key,
  site_id integer not null,
  at timestamptz not null,
  entry text not null,
  reason text not null
);

-- The only log. The user is the one whose profile the event was folded into.
create table event (
  site_id integer not null,
  day date not null,
  id text collate "C" not null,
  user_id bigint not null,
  kind text collate "C" not null,
  time timestamptz not null,
  data text not null,
  primary key (site_id, day, id)
) partition by range (day);

create index event_by_user on event (site_id, user_id);

create table profile (
  site_id integer not null references site,
  user_id bigint not null,
  state text not null,
  primary key (site_id, user_id)
);

create table identifier (
  site_id integer not null references site,
  type text collate "C" not null,
  value text collate "C" not null,
  person_id bigint not null,
  primary key (site_id, type, value)
);

create index identifier_by_person on identifier (site_id, person_id);

-- A device's anonymous past is its first owner's; what it does now is its present person's.
create table device (
  site_id integer not null references site,
  user_id bigint not null,
  owner_id bigint not null,
  present_id bigint not null,
  primary key (site_id, user_id)
);

create index device_by_owner on device (site_id, owner_id);

-- Purchases by the shop's own transaction id: each counts once, and refunds find it.
create table purchase (
  site_id integer not null references site,
  transaction_id text collate "C" not null,
  day date not null,
  event_id text collate "C" not null,
  primary key (site_id, transaction_id)
);

-- Refunds of whole transactions: each counts once, and its purchase finds it when that comes later.
create table refund (
  site_id integer not null references site,
  transaction_id text collate "C" not null,
  day date not null,
  event_id text collate "C" not null,
  primary key (site_id, transaction_id)
);

-- Known for as long as the event is: nobody who is erased leaves a transaction behind.
create function forget_refund() returns trigger language plpgsql as $$
begin
  delete from refund
  where site_id = old.site_id and transaction_id = substr(old.id, length('refund:') + 1)
    and event_id = old.id and day = old.day;
  return null;
end $$;

create trigger forget_refund after delete on event
for each row when (old.kind = 'refund') execute function forget_refund();

-- A site's own traffic by property and value, which ranks are normalised by.
create table affinity_total (
  site_id integer primary key references site,
  number integer not null,
  day date not null,
  computed_at timestamptz not null,
  totals text not null
);

-- The person's name is kept only until the erasure is done.
create table erasure (
  site_id integer not null references site,
  id uuid not null,
  requested_at timestamptz not null,
  inbox_id bigint not null,
  type text,
  value text,
  done_at timestamptz,
  primary key (site_id, id)
);

create index erasure_pending on erasure (requested_at) where done_at is null;
