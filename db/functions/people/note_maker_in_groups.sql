create or replace function app.note_maker_in_groups() returns trigger language plpgsql security definer set search_path to '' as $$
begin
  if tg_table_name = 'task_group_user' then
    perform app.note_maker_of_members(new.tenant_id, g.id, array[new.lb_user_id]) from public.lb_user g
      where g.tenant_id = new.tenant_id and g.id = new.task_group_id and app.makes_administrators(g);
  elsif app.makes_administrators(new) and not app.makes_administrators(old) then
    perform app.note_maker_of_members(new.tenant_id, new.id, array(
      select m.lb_user_id from public.task_group_user m where m.tenant_id = new.tenant_id and m.task_group_id = new.id));
  end if;
  return null;
end
$$;
