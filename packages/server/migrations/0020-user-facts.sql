-- What is told of people outside of events: attributes that a site knows, edits by teammates.

-- By who it is, since that is what is asked when somebody comes: attributes under a name, whether
-- or not anybody came by it yet; edits under the id of a person (type ''). Both are JSON.
create table user_fact (
  site_id integer not null references site,
  type text collate "C" not null,
  value text collate "C" not null,
  attributes text not null default '{}',
  edits text not null default '[]',
  changed_at timestamptz not null,
  primary key (site_id, type, value)
);

-- Imports of attributes, for 30 days. Rows are known by their place: no name stands here.
create table user_import (
  site_id integer not null references site,
  id uuid not null,
  at timestamptz not null,
  accepted integer not null,
  rejected integer not null,
  primary key (site_id, id)
);

create table user_import_row (
  site_id integer not null,
  import_id uuid not null,
  position integer not null,
  succeeded boolean not null,
  message text,
  primary key (site_id, import_id, position),
  foreign key (site_id, import_id) references user_import (site_id, id) on delete cascade
);
