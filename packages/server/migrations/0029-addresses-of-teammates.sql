-- An address of e-mail that nobody proved is nobody's: several teammates may have the same, each
-- invited by another site. Nodes of the previous release answer 500 where a new teammate accepts
-- an invitation, until they are upgraded.
alter table teammate drop constraint teammate_email_key;
create index teammate_by_email on teammate (email);

-- Links were passed on by Admins: they prove no address.
update teammate set email_verified = false where email_verified;

-- Who is of no site was removed from the last one.
delete from teammate where not exists (select from membership where teammate_id = teammate.id);
