-- Requests for approval of a campaign's draft, and what became of them. One is about a version: a
-- later one voids it. Nodes of the previous release publish without asking until they are replaced.
create table approval_request (
  site_id integer not null references site (id),
  id bigint generated always as identity,
  campaign_id bigint not null,
  version integer not null,
  status text not null check (status in ('waiting', 'approved', 'sent-back', 'withdrawn')),
  asked_at timestamptz not null,
  asked_by text not null,
  note text not null,
  decided_at timestamptz,
  decided_by text,
  comment text not null default '',
  primary key (site_id, id)
);
create index approval_request_by_campaign on approval_request (site_id, campaign_id, id desc);

-- What a team says of a campaign.
create table campaign_comment (
  site_id integer not null references site (id),
  id bigint generated always as identity,
  campaign_id bigint not null,
  at timestamptz not null,
  author text not null,
  text text not null,
  edited_at timestamptz,
  primary key (site_id, id)
);
create index campaign_comment_by_campaign on campaign_comment (site_id, campaign_id, id);
