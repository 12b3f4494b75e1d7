-- Layers, holdouts and metrics are managed like campaigns and audiences.

alter table managed_object drop constraint managed_object_kind_check;
alter table managed_object add constraint managed_object_kind_check check (
  kind in ('campaign', 'audience', 'identifier-type', 'layer', 'holdout', 'metric')
);
