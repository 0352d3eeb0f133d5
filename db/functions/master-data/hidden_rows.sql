-- Taking something away shows more to nobody (ROLE-18): what permission groups guard stays guarded when they are deactivated or
-- their module is switched off, until it is taken out of them by name. Only a group that is active opens it to its members.
create or replace function app.hidden_rows(in_table text) returns bigint[]
language plpgsql stable parallel safe security definer set search_path to '' as $$
declare
  found bigint[];
begin
  execute format(
    'select array_agg(distinct l.%1$s_id) from public.permission_%1$s l
     where l.tenant_id = app.tenant_id() and not exists (select from public.permission_%1$s m
       where m.tenant_id = l.tenant_id and m.%1$s_id = l.%1$s_id and m.permission_id = any (app.permissions()))', in_table)
    into found;
  return coalesce(found, '{}');
end
$$;
grant execute on function app.hidden_rows(text) to reader, reader_price;
