-- Templates: what variations are made of. They decide nothing, so that no revision keeps them.
alter table managed_object drop constraint managed_object_kind_check;
alter table managed_object add constraint managed_object_kind_check check (
  kind in (
    'campaign', 'audience', 'identifier-type', 'layer', 'holdout', 'metric', 'strategy', 'template'
  )
);
