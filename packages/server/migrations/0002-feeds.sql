-- Product feeds, their items and what each change did.

create table feed (
  site_id integer not null references site,
  id bigint not null,
  name text not null,
  affinity text[] not null,
  revision bigint not null default 0,
  items integer not null default 0,
  created_at timestamptz not null,
  primary key (site_id, id)
);

-- Rows of items come by the hundred thousand, always under the lock of their feed's row. A foreign
-- key would look the feed up again for each: 40 % more time for an insert here, 60 % below.
create table item (
  site_id integer not null,
  feed_id bigint not null,
  sku text collate "C" not null,
  data jsonb not null,
  primary key (site_id, feed_id, sku)
);

-- What a revision replaced, so that it can be rolled back; `data` null: the item was absent.
create table replaced_item (
  site_id integer not null,
  feed_id bigint not null,
  revision bigint not null,
  sku text collate "C" not null,
  data jsonb,
  primary key (site_id, feed_id, revision, sku)
);

create table feed_transaction (
  site_id integer not null,
  feed_id bigint not null,
  id uuid not null,
  at timestamptz not null,
  accepted integer not null,
  rejected integer not null,
  revision bigint not null,
  primary key (site_id, feed_id, id),
  foreign key (site_id, feed_id) references feed
);

create index feed_transaction_by_time on feed_transaction (site_id, feed_id, at);

create table feed_transaction_item (
  site_id integer not null,
  feed_id bigint not null,
  transaction_id uuid not null,
  position integer not null,
  item text collate "C" not null,
  message text,
  succeeded boolean not null,
  primary key (site_id, feed_id, transaction_id, position),
  foreign key (site_id, feed_id, transaction_id) references feed_transaction on delete cascade
);

create index feed_transaction_item_by_name
  on feed_transaction_item (site_id, feed_id, transaction_id, item);

-- First answers, in the transaction of the change itself: there is no row for work under way.
create table idempotent_answer (
  site_id integer not null references site,
  key text collate "C" not null,
  -- SHA-256 of the request that was answered.
  request bytea not null,
  answer text not null,
  at timestamptz not null,
  primary key (site_id, key)
);

create index idempotent_answer_by_time on idempotent_answer (site_id, at);
