-- Strategies decide as well: what they were is kept as of each revision, like audiences.
drop trigger keep_changed on managed_object;
create trigger keep_changed after insert or update of body on managed_object for each row
when (new.kind in ('audience', 'layer', 'holdout', 'strategy'))
execute function keep_managed_object();

drop trigger keep_deleted on managed_object;
create trigger keep_deleted after delete on managed_object for each row
when (old.kind in ('audience', 'layer', 'holdout', 'strategy'))
execute function keep_managed_object();

alter table managed_object drop constraint managed_object_kind_check;
alter table managed_object add constraint managed_object_kind_check check (
  kind in ('campaign', 'audience', 'identifier-type', 'layer', 'holdout', 'metric', 'strategy')
);
