-- Weights that follow how variations do: every computation is kept, so that a past decision can be
-- decided again with the weights that it had. The newest of an experience count.

create table dynamic_weights (
  site_id integer not null references site,
  campaign_id bigint not null,
  experience_id bigint not null,
  version integer not null,
  computed_at timestamptz not null,
  weights text not null,
  site_revision bigint not null,
  primary key (site_id, campaign_id, experience_id, version)
);

comment on column dynamic_weights.weights is 'JSON object: variation id -> weight, from 0';
comment on column dynamic_weights.site_revision is 'the first revision of the site that has them';
