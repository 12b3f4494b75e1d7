-- Rows that change all the time have room to change in their page, and are cleaned up before many
-- are dead: decision 0109.

-- A visitor's profile is written with each batch that has a page of theirs.
alter table profile set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

-- Emptied as fast as it is filled: without a vacuum, most of what is read of it would be dead.
alter table inbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
