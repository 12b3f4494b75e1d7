-- The processor time that building a site's models took on the last day that it took any, UTC.
create table model_cpu (
  site_id integer primary key references site,
  day date not null,
  cpu_ms bigint not null
);
