-- What became of the events of an import that workers have taken: how many were new, how many not.
create table event_import (
  site_id integer not null references site,
  import_id text not null,
  -- Of the batch: workers of different partitions do not wait for one another.
  partition smallint not null,
  kind text not null,
  accepted integer not null,
  repeated integer not null,
  begun_at timestamptz not null default now(),
  primary key (site_id, import_id, partition, kind)
);
