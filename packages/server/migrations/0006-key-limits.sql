-- How much a key may ask. Null: no limit of its own, and the usual bound on profiles not found.

alter table api_key
  add rate_limit integer check (rate_limit > 0),
  add rate_burst integer check (rate_burst > 0),
  add profile_misses integer check (profile_misses > 0);

comment on column api_key.rate_limit is 'requests a second';
comment on column api_key.rate_burst is 'requests at once';
comment on column api_key.profile_misses is 'a minute: reads of profiles that are not there';
