-- An operator's work on a tenant is recorded in the history of the tenant's settings, by name (OP-12).
create or replace function app.note_operation(in_tenant bigint, in_what text, in_about text) returns void
language sql volatile set search_path = '' as $$
  insert into public.audit_log (
    tenant_id, type, "table", relation_table, foreign_key, lb_user_id, affected_properties, data_before, data_after, info, random_id)
  select in_tenant, 'update', 'tenant', 'tenant', in_tenant, case when in_tenant = app.tenant_id() then app.actor_id() end,
    array[in_what], jsonb_build_object(in_what, null), jsonb_build_object(in_what, in_about), 'operator ' || u.name, app.audit_group()
  from public.lb_user u where u.tenant_id = app.tenant_id() and u.id = app.actor_id()
$$;
