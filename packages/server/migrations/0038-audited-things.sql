-- What an entry of the audit log is about: its id, so that all entries of one thing are found; the
-- subject is what the thing was called then.
alter table audit add column subject_id text;

-- Entries of before: where the id was noted, or the name is still that of one thing.
alter table audit disable trigger audit_is_final;
update audit set subject_id = coalesce(
    details #>> '{after,id}', details #>> '{before,id}', details ->> 'id',
    case when subject ~ '^[0-9]{1,19}$' then subject end,
    (select object.id::text from managed_object object
     where object.site_id = audit.site_id and object.name = audit.subject
       and object.kind = split_part(audit.action, '.', 1)))
where split_part(action, '.', 1) in ('campaign', 'audience', 'layer', 'holdout', 'metric',
  'strategy', 'identifier-type', 'key', 'feed');
alter table audit enable always trigger audit_is_final;

create index audit_by_kind on audit (site_id, split_part(action, '.', 1), id);
create index audit_by_thing on audit (site_id, split_part(action, '.', 1), subject_id, id)
  where subject_id is not null;
create index audit_by_actor on audit (site_id, actor, id);
create index audit_by_subject on audit (site_id, left(subject, 200), id);
