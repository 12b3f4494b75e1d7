-- Withdrawals of consent. `claims`: a page has said so, which takes back what pages have told of
-- its device, and nothing that a server vouches for.
alter table erasure add column claims boolean not null default false;
create index erasure_due on erasure (site_id, requested_at) where done_at is null;
