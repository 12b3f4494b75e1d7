-- Rows of the inbox live for seconds: compressing them cost PostgreSQL more than storing them.
alter table inbox alter column entry set storage external;
