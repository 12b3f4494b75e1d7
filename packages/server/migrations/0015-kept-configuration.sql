-- What decides, as of each revision of a site, so that a decision can be made again: what is
-- published of campaigns, and what campaigns refer to. A body is null from when there is none.
create table kept_configuration (
  site_id integer not null references site,
  kind text collate "C" not null,
  object_id bigint not null,
  revision bigint not null,
  kept_at timestamptz not null default now(),
  body text,
  primary key (site_id, kind, object_id, revision)
);

-- Changes raise the revision before anything else, so that the site has the new one here. By
-- triggers, so that whoever writes such a row, in whatever release, keeps it.
create function keep_configuration(of_site integer, of_kind text, id bigint, text_now text)
returns void language sql as $$
  insert into kept_configuration (site_id, kind, object_id, revision, body)
  select site.id, of_kind, $3, site.revision, text_now from site
  where site.id = of_site and (
    select kept.body from kept_configuration kept
    where kept.site_id = of_site and kept.kind = of_kind and kept.object_id = $3
    order by kept.revision desc limit 1) is distinct from text_now
  on conflict (site_id, kind, object_id, revision) do update set body = excluded.body
$$;

create function keep_managed_object() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform keep_configuration(old.site_id, old.kind, old.id, null);
  else
    perform keep_configuration(new.site_id, new.kind, new.id, new.body);
  end if;
  return null;
end $$;

create trigger keep_changed after insert or update of body on managed_object for each row
when (new.kind in ('audience', 'layer', 'holdout')) execute function keep_managed_object();

create trigger keep_deleted after delete on managed_object for each row
when (old.kind in ('audience', 'layer', 'holdout')) execute function keep_managed_object();

create function keep_publication() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform keep_configuration(old.site_id, 'campaign', old.campaign_id, null);
  else
    perform keep_configuration(new.site_id, 'campaign', new.campaign_id,
      json_build_object('status', new.status, 'definition', new.body)::text);
  end if;
  return null;
end $$;

create trigger keep_publication after insert or update or delete on publication
for each row execute function keep_publication();

-- What there is today is known from today on.
select keep_configuration(site_id, kind, id, body) from managed_object
where kind in ('audience', 'layer', 'holdout');

select keep_configuration(site_id, 'campaign', campaign_id,
  json_build_object('status', status, 'definition', body)::text) from publication;
