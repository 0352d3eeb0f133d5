create or replace function app.permissions_of(in_tenant bigint, in_person bigint) returns bigint[]
language sql stable
return (
  select coalesce(array_agg(p.id), '{}')
  from public.permission_user m
  join public.permission p on p.tenant_id = m.tenant_id and p.id = m.permission_id and p.active
  where m.tenant_id = in_tenant and m.lb_user_id = in_person
);
