-- What reports read: who was given what first, and the events that outcomes are made of.

-- A user's first exposure to each variation: the minimum of (time, event_id) over his exposures.
create table exposure (
  site_id integer not null references site,
  campaign_id bigint not null,
  experience_id bigint not null,
  user_id bigint not null,
  variation_id bigint not null,
  -- 0: it was served. Else the holdout that kept the user from it.
  holdout_id bigint not null default 0,
  -- The key of the assignment: another one after a restart. '' where the exposure sticks to none.
  draw text collate "C" not null default '',
  time timestamptz not null,
  event_id text collate "C" not null,
  allocation_version integer not null,
  propensity double precision not null,
  is_kept boolean not null,
  -- Null where the exposure did not tell.
  device text collate "C",
  is_returning boolean,
  primary key (site_id, campaign_id, experience_id, user_id, variation_id, holdout_id, draw)
);

create index exposure_by_user on exposure (site_id, user_id);

insert into exposure
select distinct on (site_id, campaign_id, experience_id, user_id, variation_id, draw)
  site_id, (event ->> 'campaignId')::bigint as campaign_id,
  (event ->> 'experienceId')::bigint as experience_id, user_id,
  (event ->> 'variationId')::bigint as variation_id, 0,
  coalesce(event -> 'assignment' ->> 'key', '') as draw, time, id,
  (event ->> 'allocationVersion')::integer, (event ->> 'propensity')::double precision,
  (event ->> 'isKept')::boolean, null, null
from (
  select site_id, user_id, time, id, data::jsonb -> 'event' as event
  from event where kind = 'exposure'
) as logged
order by site_id, campaign_id, experience_id, user_id, variation_id, draw, time, id;

-- Views are most of the log and no outcome that anybody waits for.
create index event_outcome on event (site_id, kind, time)
where kind in ('purchase', 'refund', 'add-to-cart', 'click', 'custom', 'signup', 'login',
               'newsletter-subscription', 'add-to-wishlist', 'enter-promo-code', 'video-watch',
               'remove-from-cart', 'message-optin', 'message-optout');
