-- Whether an address is that of a pseudonymised person; its domain never receives mail (RFC 2606).
create or replace function app.is_pseudonym(in_email text) returns boolean
language sql immutable set search_path = '' return coalesce(in_email like '%@pseudonym.invalid', false);
