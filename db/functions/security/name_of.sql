-- The name of the record on whose form a change appears.
create or replace function app.name_of(in_table text, in_id bigint, in_row jsonb) returns text language plpgsql stable set search_path to '' as $$
declare
  found text;
begin
  if in_table = 'configuration' then
    return '';
  end if;
  execute format('select name from public.%I where tenant_id = $1 and id = $2',
    case in_table when 'task_group' then 'lb_user' else in_table end) into found using (in_row ->> 'tenant_id')::bigint, in_id;
  return coalesce(in_row ->> 'name', found, '');
end
$$;
grant execute on function app.name_of(text, bigint, jsonb) to writer;
