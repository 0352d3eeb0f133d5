-- The secret of an application at one issuer is never sent to another.
create or replace function app.forget_moved_application_secret() returns trigger language plpgsql as $$
begin
  if new.application_secret is not distinct from old.application_secret then
    new.application_secret := null;
  end if;
  return new;
end
$$;
