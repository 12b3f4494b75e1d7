-- What the columns of a pull's last file were, so that a file with other ones is told of.
alter table feed_schedule add column columns text[];
