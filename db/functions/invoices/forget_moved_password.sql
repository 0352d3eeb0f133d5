-- A password that was typed for one server is told to no other one.
create or replace function app.forget_moved_password() returns trigger language plpgsql as $$
begin
  if new.password is not distinct from old.password then
    new.password := null;
  end if;
  return new;
end
$$;
