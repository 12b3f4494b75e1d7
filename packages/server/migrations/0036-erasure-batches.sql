-- People whose erasure was requested together: each by its place in the request, and whether
-- anything was known of them then.
alter table erasure
  add column batch uuid,
  add column place integer,
  add column found boolean;
create index erasure_by_batch on erasure (site_id, batch) where batch is not null;
