-- Records a change of the register, refuses it while acting as another (AUTH-29), and keeps the row unchanged if a
-- second administrator has to confirm.
create or replace function app.hold_control()
returns trigger
language plpgsql
security definer
set search_path to '' as $$
declare
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole constant jsonb := coalesce(new_row, old_row);
  actor constant bigint := app.actor_id();
  entry record;
  change public.control_change;
  is_held boolean;
begin
  -- Jobs only carry out what people have set.
  if coalesce(actor, 0) = 0 then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  for entry in
    select * from app.controls() c where c.table_name = tg_table_name and case c.kind
      when 'columns' then tg_op = 'UPDATE' or tg_op = 'INSERT' and c.of_new
      when 'deletion' then tg_op = 'DELETE'
      when 'setting' then c.control in (old_row ->> 'key', new_row ->> 'key')
      else true end
  loop
    change := null;
    change.before := app.picked(old_row, entry.columns);
    change.after := app.picked(new_row, entry.columns);
    if tg_op = 'INSERT' and entry.kind = 'columns' then
      change.before := app.picked(entry.initial, entry.columns);
    elsif tg_op = 'INSERT' and entry.kind = 'setting' then
      change.before := change.after || entry.initial;
    end if;
    continue when change.before is not distinct from change.after
      or jsonb_strip_nulls(change.before) is not distinct from jsonb_strip_nulls(change.after)
      or not app.governs(tg_table_name, entry.control, old_row, new_row);
    if actor is distinct from app.user_id() then
      raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
    end if;
    change.act := case when change.before is null then 'insert' when change.after is null then 'delete' else 'update' end;
    change.row_key := case when change.act = 'insert' then change.after when whole ? 'id' then app.picked(whole, '{id}')
      else app.picked(old_row, entry.columns) end;
    continue when exists (select from public.control_change c
      where c.tenant_id = (whole ->> 'tenant_id')::bigint and c.table_name = tg_table_name and c.row_key = change.row_key
        and c.control = entry.control and c.state = 'confirmed' and not c.at_once and c.decided_at = now()
        and c.after is not distinct from change.after);
    if tg_table_name = 'budget' then
      perform app.note_undercut_budget(old_row, change.after);
    end if;
    is_held := app.is_watched((whole ->> 'tenant_id')::bigint, actor)
      and (entry.control <> 'email' or app.holds_power(old_row) or app.awaits_power(old_row));
    update public.control_change c set state = 'void', decided_at = now()
      where c.tenant_id = (whole ->> 'tenant_id')::bigint and c.table_name = tg_table_name and c.row_key = change.row_key
        and c.control = entry.control and c.state = 'pending';
    change.of_id := case when entry.parent is not null then (whole ->> entry.parent)::bigint end;
    change.of_table := case when tg_table_name = 'lb_user' and (whole ->> 'is_group')::boolean then 'task_group' else entry.of_table end;
    insert into public.control_change (tenant_id, table_name, control, act, row_key, before, after, of_table, of_id, of_name,
        state, at_once, proposed_by_id, decided_by_id, decided_at)
      select (whole ->> 'tenant_id')::bigint, tg_table_name, entry.control, change.act, change.row_key, change.before, change.after,
        change.of_table, change.of_id, app.name_of(change.of_table, change.of_id, whole),
        case when is_held then 'pending' else 'confirmed' end, not is_held, actor,
        case when not is_held then actor end, case when not is_held then now() end;
    continue when not is_held;
    perform set_config('app.waiting', (coalesce(nullif(current_setting('app.waiting', true), ''), '0')::integer + 1)::text, true);
    if change.act <> 'update' then
      return null;
    end if;
    new := jsonb_populate_record(new, change.before);
  end loop;
  if tg_op <> 'DELETE' then
    return new;
  end if;
  -- Pending changes of a deleted row.
  update public.control_change c set state = 'void', decided_at = now()
    where c.tenant_id = (whole ->> 'tenant_id')::bigint and c.table_name = tg_table_name and c.row_key = app.picked(whole, '{id}')
      and c.state = 'pending';
  return old;
end
$$;
