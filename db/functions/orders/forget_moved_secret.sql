-- A secret entered for one server is never sent to another.
create or replace function app.forget_moved_secret() returns trigger language plpgsql as $$
begin
  if new.secret is not distinct from old.secret then
    new.secret := null;
  end if;
  return new;
end
$$;
