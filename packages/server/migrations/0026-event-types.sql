-- Types of events that this service can read. Those that an upgrade adds are looked for among the
-- events that were kept as unrecognised.
create table event_type (type text collate "C" primary key);
