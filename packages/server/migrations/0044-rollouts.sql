-- Campaigns reach their visitors in steps, and guardrails send them back.
create table campaign_rollout (
  site_id integer not null references site,
  campaign_id bigint not null,
  -- Another seed is another draw, whose rollout begins anew.
  seed text not null,
  step integer not null,
  state text collate "C" not null,
  since timestamptz not null,
  takes_out boolean not null,
  -- The campaign's own, of which steps are smaller shares; these as JSON.
  traffic double precision not null,
  steps text not null,
  -- Users first exposed before then are in no guardrail; null: all are.
  guarded_from timestamptz,
  -- Why it went back.
  cause text,
  checked_at timestamptz,
  -- JSON: what guardrails said then.
  checks text not null default '[]',
  primary key (site_id, campaign_id)
);

-- Guardrails count everyone exposed, with what they did until then.
alter table campaign_figures
  add column everyone boolean not null default false,
  drop constraint campaign_figures_pkey,
  add primary key (site_id, campaign_id, metric_id, everyone);

-- A step is published like a version, for replay, and is none.
alter table published_campaign add column is_step boolean not null default false;
