-- Drafts of campaigns that a worker publishes at a time.
create table scheduled_publication (
  site_id integer not null references site,
  campaign_id bigint not null,
  -- Of the draft, when it was scheduled: a later one is not published.
  version integer not null,
  at timestamptz not null,
  -- The teammate or the key that scheduled it.
  actor text not null,
  -- Why it was not published when its time came; null: it is to come.
  refused text,
  primary key (site_id, campaign_id)
);
