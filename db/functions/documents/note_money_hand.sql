create or replace function app.note_money_hand() returns trigger language plpgsql set search_path = '' as $$
begin
  if coalesce(app.actor_id(), 0) > 0 and not app.actor_id() = any (new.money_by_ids) then
    new.money_by_ids := new.money_by_ids || app.actor_id();
  end if;
  return new;
end
$$;
