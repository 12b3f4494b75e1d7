-- Feeds that were deleted: gone for everybody at once, emptied by a worker step by step.

create table deleted_feed (
  site_id integer not null,
  feed_id bigint not null,
  -- Its last; a feed that is made under this id later goes on behind it, so that what anybody still
  -- holds of the old one is never taken for the new one.
  revision bigint not null,
  at timestamptz not null,
  -- Null: there are rows of it still, and the id cannot be taken.
  emptied_at timestamptz,
  primary key (site_id, feed_id)
);

-- They outlive their feed for a while.
alter table feed_transaction drop constraint feed_transaction_site_id_feed_id_fkey;
