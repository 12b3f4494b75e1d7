-- Exports skip days that have not changed: what says so must outlive a crash and be in backups, so
-- the table is logged from now on. `changes` still counts what models learn from, and erasures.
alter table event_day_change
  set logged,
  -- A random number after each change of any event: a count could come again after a failover that
  -- has lost the last events.
  add column version bigint not null default (random() * 1e18)::bigint;
