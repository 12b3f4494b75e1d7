-- Mails leave through the outbox too. One that holds a link rests encrypted, names its
-- recipient, belongs to no channel, and is of no use after a time.
alter table delivery
  alter column channel_id drop not null,
  add column sealed_mail bytea,
  add column recipient text not null default '',
  add column good_until timestamptz;
create index delivery_of_mails on delivery (site_id, id desc) where channel_id is null;
