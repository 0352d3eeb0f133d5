-- Carries out a confirmed change; false if the row has changed meanwhile, so that nothing was done.
create or replace function app.carry_out_control(in_id bigint) returns boolean language plpgsql set search_path to '' as $$
declare
  change public.control_change;
  target text;
  names text;
  keys text;
  met bigint;
begin
  select * into strict change from public.control_change where tenant_id = app.tenant_id() and id = in_id;
  target := format('public.%I', change.table_name);
  select string_agg(quote_ident(name), ', ') into names from jsonb_object_keys(coalesce(change.after, change.before)) name;
  if change.act = 'insert' then
    execute format('insert into %1$s (tenant_id, %2$s) select $1, %2$s from jsonb_populate_record(null::%1$s, $2)', target, names)
      using change.tenant_id, change.after;
    return true;
  end if;
  select string_agg(format('t.%1$I = k.%1$I', name), ' and ') into keys from jsonb_object_keys(change.row_key) name;
  keys := format('from jsonb_populate_record(null::%1$s, $2) k', target)
    || case when change.act = 'update' then format(', jsonb_populate_record(null::%1$s, $4) r', target) else '' end
    || format(' where t.tenant_id = $1 and %s and app.picked(to_jsonb(t), array(select jsonb_object_keys($3))) = $3', keys);
  if change.act = 'update' then
    execute format('update %s t set %s %s', target,
        (select string_agg(format('%1$I = r.%1$I', name), ', ') from jsonb_object_keys(change.after) name), keys)
      using change.tenant_id, change.row_key, change.before, change.after;
  else
    execute format('delete from %s t using %s', target, substr(keys, 6)) using change.tenant_id, change.row_key, change.before;
  end if;
  get diagnostics met = row_count;
  return met = 1;
end
$$;
grant execute on function app.carry_out_control(bigint) to writer;
