-- What a team wanted to learn by a campaign, what it learned, and what it decided.
create table campaign_journal (
  site_id integer not null references site,
  campaign_id bigint not null,
  hypothesis text not null,
  owner text not null,
  conclusion text not null,
  -- Null: nothing is decided yet.
  decision text check (decision in ('shipped', 'reverted', 'inconclusive')),
  decided_at timestamptz,
  decided_by text,
  changed_at timestamptz not null,
  primary key (site_id, campaign_id)
);
