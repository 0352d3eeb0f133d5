-- A password entered for one server is never sent to another.
create or replace function app.forget_moved_password() returns trigger language plpgsql as $$
begin
  if new.password is not distinct from old.password then
    new.password := null;
  end if;
  return new;
end
$$;
