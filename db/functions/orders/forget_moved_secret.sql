-- A secret that was typed for one server is told to no other one.
create or replace function app.forget_moved_secret() returns trigger language plpgsql as $$
begin
  if new.secret is not distinct from old.secret then
    new.secret := null;
  end if;
  return new;
end
$$;
