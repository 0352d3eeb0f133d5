-- ROLE-13, GEN-10: permission groups restrict while their module is on; without it nobody could see or change them.
create function app.groups_restrict() returns boolean
language sql stable parallel safe security definer set search_path = '' as $$
  select exists (select from public.configuration
    where tenant_id = app.tenant_id() and client_id is null and key = 'module_permissions' and value = 'true')
$$;
revoke execute on function app.groups_restrict() from public;
grant execute on function app.groups_restrict() to reader, reader_price, writer;

create or replace procedure app.permission_wall(table_name text) language plpgsql as $$
declare
  condition text := format(
    '(select app.is_admin())
     or not (select app.groups_restrict())
     or not exists (select from permission_%1$s l join permission p on p.tenant_id = l.tenant_id and p.id = l.permission_id and p.active
                    where l.tenant_id = %1$s.tenant_id and l.%1$s_id = %1$s.id)
     or exists (select from permission_%1$s l where l.tenant_id = %1$s.tenant_id and l.%1$s_id = %1$s.id
                and l.permission_id = any ((select app.permissions())::bigint[]))', table_name);
begin
  call app.wall(table_name, visible => condition);
end
$$;
call app.permission_wall('client');
call app.permission_wall('department');
call app.permission_wall('cost_center');
call app.permission_wall('supplier');
call app.permission_wall('product_group');
