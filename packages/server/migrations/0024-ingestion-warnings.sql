-- What of requests was passed over or refused, counted a day; a week of it is shown.
create table ingestion_warning (
  site_id integer not null references site,
  day date not null,
  key_id integer not null,
  code text not null,
  endpoint text not null,
  place text not null,
  detail text not null,
  count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  samples text[] not null,
  trace_id text not null,
  primary key (site_id, day, key_id, code, endpoint, place)
);
