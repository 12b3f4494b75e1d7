-- By which browser a first exposure was, so that a mismatch that one browser makes is found.
alter table exposure add column browser text collate "C";

-- Of the decisions, how many gave which variation, by its id.
alter table excluded_traffic add column variations jsonb not null default '{}';
