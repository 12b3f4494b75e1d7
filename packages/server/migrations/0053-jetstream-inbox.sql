-- The inbox as a JetStream stream. A place is a number that rises over all streams that were ever
-- used: `base` and the sequence in the stream. What of the stream is folded is known here alone.
create table inbox_stream (
  is_only boolean primary key default true check (is_only),
  name text not null,
  -- As the stream says: one that was deleted and made again has another.
  created text not null,
  base bigint not null
);

create table inbox_position (
  partition smallint primary key,
  -- All messages up to this place are folded, and so many rows of the one behind it.
  place bigint not null,
  rows integer not null
);

-- What was accepted before the request has places up to this one.
alter table erasure add column stream_place bigint not null default 0;
