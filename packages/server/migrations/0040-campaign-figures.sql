-- What campaigns did by a metric, by day: kept by a worker, so that a look at a large one is cheap.
create table campaign_figures (
  site_id integer not null references site,
  campaign_id bigint not null,
  metric_id bigint not null,
  -- What was counted: another draw, metric or currency makes what is kept worthless.
  question text not null,
  as_of timestamptz not null,
  took_ms integer not null,
  -- JSON: the sums by variation, allocation version and day; outcomes in other currencies.
  figures text not null,
  primary key (site_id, campaign_id, metric_id)
);
