-- Audiences whose members are named one by one, and users in an order that is as good as chance.

-- Beside the audience itself: uploads of a list wait here for one another.
create table audience_list (
  site_id integer not null references site,
  audience_id bigint not null,
  members integer not null default 0,
  changed_at timestamptz not null,
  primary key (site_id, audience_id)
);

-- By who it is, since that is what is asked when somebody comes. Type '': the value is a user id.
-- Rows come by the million, always under the lock of their list's row: no foreign key.
create table audience_member (
  site_id integer not null,
  type text collate "C" not null,
  value text collate "C" not null,
  audience_id bigint not null,
  primary key (site_id, type, value, audience_id)
);

create index audience_member_by_audience on audience_member (site_id, audience_id);

-- Neighbours here have nothing in common, so that a stretch of it is a random sample.
create index profile_by_chance on profile (site_id, hashint8(user_id));
