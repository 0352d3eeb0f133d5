-- Changed rights invalidate the tokens issued for the former ones (AUTH-20).
create or replace function app.bump_token_version() returns trigger language plpgsql as $$
begin
  if (new.roles, new.blocked, new.active, new.client_id, new.department_id,
      new.auditor_client_id, new.auditor_from, new.auditor_until, new.auditor_ends_on)
     is distinct from (old.roles, old.blocked, old.active, old.client_id, old.department_id,
      old.auditor_client_id, old.auditor_from, old.auditor_until, old.auditor_ends_on) then
    new.token_version := old.token_version + 1;
  end if;
  return new;
end
$$;
