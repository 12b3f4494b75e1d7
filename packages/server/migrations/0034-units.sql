-- Campaigns count by device, by person or by account. Definitions of before have no unit: person.

-- The device or the account that an exposure counts for, where that is not its user. `draw` then
-- ends in @ and the same id, so that it is part of the key, by which nodes of before write.
alter table exposure add column unit_id bigint;

create index exposure_by_unit on exposure (site_id, unit_id) where unit_id is not null;

-- What a device or an account stays with, where the exposure that decided it is of another user:
-- the minimum of (time, variation_id). A user's own are in their profile.
create table unit_assignment (
  site_id integer not null references site,
  unit_id bigint not null,
  -- The assignment's, of campaign, experience and seed.
  key text collate "C" not null,
  time timestamptz not null,
  variation_id bigint not null,
  primary key (site_id, unit_id, key)
);

-- What campaigns draw a person by is a minimum, so that the order of working off does not matter:
-- the device that they were first told to be on, unless they were drawn without one before.
-- `is_first` stays for nodes of the release before. People of before keep what they are drawn by.
alter table device add column since timestamptz;
alter table identifier add column drawn_at timestamptz;

update identifier set drawn_at = '-infinity'
where not exists (
  select from device
  where device.site_id = identifier.site_id and device.owner_id = identifier.person_id
    and is_first);
