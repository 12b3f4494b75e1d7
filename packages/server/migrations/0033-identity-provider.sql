-- Teammates who sign in at an identity provider: `teammate_account` has the issuer as
-- `provider_id` and the subject as `account_id`, no token of theirs.
create unique index account_by_provider on teammate_account (provider_id, account_id);

-- When a session that began at the provider ends, whatever its use; null: as sessions do.
alter table teammate_session add column ends_at timestamptz;

-- Whether groups of the provider gave a membership, and so take it again; else an Admin did.
alter table membership add column from_groups boolean not null default false;
