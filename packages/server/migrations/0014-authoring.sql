-- What managed objects were at each version and by whom; which are put away; who published.

create table object_version (
  site_id integer not null references site,
  kind text not null,
  object_id bigint not null,
  version integer not null,
  at timestamptz not null,
  actor text not null,
  -- What made the version: create, replace, restore, restart.
  action text not null,
  body text not null,
  primary key (site_id, kind, object_id, version)
);

-- What was there before versions were kept; who wrote it is in the audit log.
insert into object_version (site_id, kind, object_id, version, at, actor, action, body)
select site_id, kind, id, version, now(), '', 'replace', body from managed_object;

-- An archived campaign is not served, and leaves its selector to others.
alter table managed_object add column archived_at timestamptz;

-- Null: published by a release that did not keep it.
alter table published_campaign add column version integer, add column actor text;
