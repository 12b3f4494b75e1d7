-- The keys that decision, slot and preview ids are made with: apart from the salt, by which people
-- have their ids and which stays as it is.
create table signing_key (
  site_id integer not null references site (id) on delete cascade,
  id smallint not null check (id between 1 and 255),
  -- Encrypted under the installation's master key; null: derived from the salt.
  secret bytea,
  -- Nothing is made with it before.
  active_at timestamptz not null,
  primary key (site_id, id),
  check ((id = 1) = (secret is null))
);

insert into signing_key (site_id, id, active_at) select id, 1, created_at from site;
