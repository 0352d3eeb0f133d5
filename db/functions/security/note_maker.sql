create or replace function app.note_maker() returns trigger language plpgsql set search_path to '' as $$
declare
  actor constant bigint := nullif(app.actor_id(), 0);
begin
  if actor is null or actor = new.id then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.made_by_id := actor;
    new.made_at := now();
    return new;
  end if;
  if new.email is distinct from old.email or (new.active and not new.blocked) and (old.blocked or not old.active)
      or 'user-admin' = any (new.roles) and not app.administers(old.tenant_id, old.id) then
    new.made_by_id := actor;
    new.made_at := now();
  end if;
  if (new.blocked or not new.active) and app.administers(old.tenant_id, old.id) then
    new.put_out_at := now();
  end if;
  return new;
end
$$;
