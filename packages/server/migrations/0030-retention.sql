-- What a site has dropped: events of days before `events_from`, audit entries of before
-- `audit_from`.
alter table site add column events_from date, add column audit_from timestamptz;

-- An entry of the audit log may go once its site has said, in an entry of its own, that those of
-- its time do. Everything else stays refused.
create function keep_audit_entry() returns trigger language plpgsql as $$
begin
  if old.at < (select audit_from from site where id = old.site_id) then return old; end if;
  raise exception 'the audit log is not changed' using errcode = 'insufficient_privilege';
end $$;

drop trigger audit_is_final on audit;
create trigger audit_is_final before update or truncate on audit
for each statement execute function refuse_audit_change();
create trigger audit_keeps_entries before delete on audit
for each row execute function keep_audit_entry();
alter table audit enable always trigger audit_is_final;
alter table audit enable always trigger audit_keeps_entries;
