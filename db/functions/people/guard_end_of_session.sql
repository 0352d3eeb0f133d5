-- While acting as another, only that session can be ended.
create or replace function app.guard_end_of_session() returns trigger language plpgsql as $$
begin
  if current_user = 'writer' and not app.is_own_session()
     and not (app.is_acting() and (old.lb_user_id, old.actor_id) = (app.user_id(), app.actor_id())) then
    raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
  end if;
  return new;
end
$$;
