-- Whether a key's requests are read in the names of the original API family as well.
alter table api_key add column compatibility boolean not null default false;
