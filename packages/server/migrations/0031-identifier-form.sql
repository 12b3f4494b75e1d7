-- Identifiers have one form: without white space around them, composed (NFC). What was stored in
-- another is put into it. Names of people that meet are one person's from now on.

create function pg_temp.formed(value text) returns text language sql immutable as $$
  -- White space as JavaScript trims it.
  select btrim(normalize(value, nfc), E'\t\n\x0b\x0c\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004'
    '\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')
$$;

create function pg_temp.is_other(value text) returns boolean language sql immutable as $$
  select value !~ '^[!-~]*$' and pg_temp.formed(value) <> value and pg_temp.formed(value) <> ''
$$;

create temporary table met (site_id integer, what text) on commit drop;

do $$
declare
  old record;
  known bigint;
begin
  for old in select * from identifier where pg_temp.is_other(value) order by site_id, type, value
  loop
    select person_id into known from identifier
    where site_id = old.site_id and type = old.type and value = pg_temp.formed(old.value);
    if known is null then
      update identifier set value = pg_temp.formed(old.value)
      where site_id = old.site_id and type = old.type and value = old.value;
      continue;
    end if;
    delete from identifier
    where site_id = old.site_id and type = old.type and value = old.value;
    -- An earlier turn may have given its names to another person.
    continue when known = old.person_id or exists (
      select from device
      where site_id = old.site_id and user_id = old.person_id and owner_id = known);
    insert into met values (old.site_id, 'people');
    update identifier set person_id = known
    where site_id = old.site_id and person_id = old.person_id;
    update device set
      owner_id = case owner_id when old.person_id then known else owner_id end,
      present_id = case present_id when old.person_id then known else present_id end
    where site_id = old.site_id and old.person_id in (owner_id, present_id);
    -- What was counted for it belongs to the person, as a device's past does.
    insert into device (site_id, user_id, owner_id, present_id)
    values (old.site_id, old.person_id, known, known)
    on conflict (site_id, user_id) do update set owner_id = known, present_id = known;
  end loop;
end $$;

-- On a list once.
insert into audience_member (site_id, type, value, audience_id)
select distinct site_id, type, pg_temp.formed(value), audience_id from audience_member
where pg_temp.is_other(value)
on conflict do nothing;
delete from audience_member where pg_temp.is_other(value);
update audience_list set members = counted.members
from (
  select site_id, audience_id, count(*) as members from audience_member group by 1, 2
) as counted
where counted.site_id = audience_list.site_id and counted.audience_id = audience_list.audience_id
  and counted.members <> audience_list.members;

-- Of attributes under several names the latest count.
create temporary table fact on commit drop as
select site_id, type, pg_temp.formed(value) as value, attributes, edits, changed_at from user_fact
where (site_id, type, pg_temp.formed(value)) in (
  select site_id, type, pg_temp.formed(value) from user_fact where pg_temp.is_other(value));
delete from user_fact using fact
where fact.site_id = user_fact.site_id and fact.type = user_fact.type
  and fact.value = pg_temp.formed(user_fact.value);
insert into user_fact (site_id, type, value, attributes, edits, changed_at)
select site_id, type, value,
  coalesce((
    select jsonb_object_agg(name, set order by changed_at) from fact each,
      jsonb_each(each.attributes::jsonb) as member (name, set)
    where (each.site_id, each.type, each.value) = (fact.site_id, fact.type, fact.value)
  ), '{}')::text,
  coalesce((
    select jsonb_agg(edit order by changed_at) from fact each,
      jsonb_array_elements(each.edits::jsonb) as member (edit)
    where (each.site_id, each.type, each.value) = (fact.site_id, fact.type, fact.value)
  ), '[]')::text,
  max(changed_at)
from fact group by site_id, type, value;

update erasure set value = pg_temp.formed(value) where done_at is null and pg_temp.is_other(value);

-- Two orders that were two stay so.
update purchase set transaction_id = pg_temp.formed(transaction_id)
where pg_temp.is_other(transaction_id) and not exists (
  select from purchase other
  where other.site_id = purchase.site_id and other.claimant = purchase.claimant
    and other.transaction_id <> purchase.transaction_id
    and pg_temp.formed(other.transaction_id) = pg_temp.formed(purchase.transaction_id));
update refund set transaction_id = pg_temp.formed(transaction_id)
where pg_temp.is_other(transaction_id) and not exists (
  select from refund other
  where other.site_id = refund.site_id and other.claimant = refund.claimant
    and other.transaction_id <> refund.transaction_id
    and pg_temp.formed(other.transaction_id) = pg_temp.formed(refund.transaction_id));

-- An item whose sku another one has by now goes with the next upload of the whole feed.
create temporary table sku on commit drop as
select site_id, feed_id, sku as old, pg_temp.formed(sku) as new from item_version
where pg_temp.is_other(sku) group by 1, 2, 3;
with blocked as (
  delete from sku where exists (
    select from item_version other
    where other.site_id = sku.site_id and other.feed_id = sku.feed_id and other.sku = sku.new
  ) or exists (
    select from sku other
    where other.site_id = sku.site_id and other.feed_id = sku.feed_id and other.new = sku.new
      and other.old < sku.old
  ) returning site_id
)
insert into met select site_id, 'items' from blocked;
update item_version set sku = sku.new, hash = null,
  data = replace(data, '"sku":' || to_json(sku.old), '"sku":' || to_json(sku.new))
from sku
where item_version.site_id = sku.site_id and item_version.feed_id = sku.feed_id
  and item_version.sku = sku.old;

-- Told where changes are told.
insert into audit (site_id, at, actor, action, subject, details)
select site_id, now(), 'upgrade', 'identifiers.met', what, jsonb_build_object('count', count(*))
from met group by site_id, what;
