-- The audit log is added to and read; the application changes nothing that is in it. A restore
-- fills a table of its own by COPY, which is an insert, and puts that in this one's place.

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is not changed' using errcode = 'insufficient_privilege';
end $$;

create trigger audit_is_final before update or delete or truncate on audit
for each statement execute function refuse_audit_change();

-- Whatever replication role a session gives itself.
alter table audit enable always trigger audit_is_final;

create index audit_by_time on audit (site_id, at);
