-- What a ledger of erasures needs: by traces, a restored database finds whom it must erase again.

-- Keyed hashes of the names and user ids that were the person's; null for erasures done before.
-- `again`: done once, and to be done again by its traces, since a backup brought the person back.
alter table erasure
  add column traces bytea[],
  add column again boolean not null default false;

create index erasure_again on erasure (site_id) where again;
create index erasure_by_request on erasure (requested_at);
create index erasure_by_end on erasure (done_at);
