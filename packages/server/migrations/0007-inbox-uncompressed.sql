-- What waits in the inbox is read once and deleted, in moments: to compress it costs PostgreSQL as
-- much as all the rest of storing it.
alter table inbox alter column entry set storage external;
