-- Decisions for bots and for a site's own people: counted by campaign and day, in no report's sums.
create table excluded_traffic (
  site_id integer not null references site,
  campaign_id bigint not null,
  day date not null,
  traffic text collate "C" not null,
  decisions bigint not null,
  primary key (site_id, campaign_id, day, traffic)
);
