-- Whether a device's owner was first seen on it: campaigns then draw them as they drew the device,
-- so that signing in changes nothing. People of before keep what they are drawn by: their own id.
alter table device add column is_first boolean not null default false;
