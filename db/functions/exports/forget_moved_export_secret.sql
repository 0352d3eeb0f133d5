-- The secret of one store is never sent to another.
create or replace function app.forget_moved_export_secret() returns trigger language plpgsql as $$
begin
  if new.secret_access_key is not distinct from old.secret_access_key then
    new.secret_access_key := null;
  end if;
  return new;
end
$$;
