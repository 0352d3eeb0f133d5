-- Whether this transaction is deleting documents of the tenant: only the deleting function can mark it.
create or replace function app.is_removing(in_tenant bigint) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.deletion d
  where d.deleted_tenant_id = in_tenant and d.state = 'running' and d.working = pg_catalog.pg_current_xact_id_if_assigned());
