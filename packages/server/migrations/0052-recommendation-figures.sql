-- What recommendations sold by day: kept by a worker, so that a look at a large site is cheap.
create table recommendation_figures (
  site_id integer primary key references site,
  -- What was counted: another currency, time zone or term makes what is kept worthless.
  question text not null,
  -- In the site's time zone; figures are from here on.
  first_day date not null,
  as_of timestamptz not null,
  took_ms integer not null,
  -- JSON: counts, clicks, purchases and revenue by day.
  figures text not null
);
