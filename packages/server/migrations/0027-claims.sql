-- What a page reports is a claim of its device: it takes no other's place. `claimant` is the device
-- of it, or '' for what a server vouches for.
alter table purchase add column claimant text collate "C" not null default '';
alter table purchase drop constraint purchase_pkey,
  add primary key (site_id, transaction_id, claimant);
alter table refund add column claimant text collate "C" not null default '';
alter table refund drop constraint refund_pkey,
  add primary key (site_id, transaction_id, claimant);

-- Users whose profiles are to be made again from the log: something that they hold has left it.
create table stale_profile (
  site_id integer not null references site,
  user_id bigint not null,
  number bigint generated always as identity,
  primary key (site_id, user_id)
);

-- A refund may be a claim.
create or replace function forget_refund() returns trigger language plpgsql as $$
begin
  delete from refund
  where site_id = old.site_id
    and transaction_id = regexp_replace(old.id, '^(c:[^:]*:)?refund:', '')
    and event_id = old.id and day = old.day;
  return null;
end $$;
