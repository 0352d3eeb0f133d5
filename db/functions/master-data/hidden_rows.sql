-- Removing a restriction never makes records visible (ROLE-18): records of permission groups stay restricted when the
-- groups are deactivated or their module is switched off, until they are explicitly removed. Only an active group
-- gives its members access.
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
