-- What of a feed counts as in stock though it is to be ordered: preorder, backorder.
alter table feed add column orderable text[] not null default '{preorder,backorder}';
