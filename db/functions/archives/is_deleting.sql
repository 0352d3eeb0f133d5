-- Whether a tenant is being deleted.
create or replace function app.is_deleting(in_tenant bigint) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.deletion d where d.deleted_tenant_id = in_tenant and d.kind = 'tenant' and d.state = 'running');
grant execute on function app.is_deleting(bigint) to operator;
