-- Whether the rows of a table are deleted before the audit of a deleted tenant. The security log comes after it,
-- because until then the audit states that its rows exist.
create or replace function app.goes_before_audit(in_table text, in_tenant bigint) returns boolean
language sql stable set search_path = '' as $$
  select in_table not in ('audit_log', 'audit_link')
    and (in_table <> 'security_log' or exists (select from public.audit_closing where deleted_tenant_id = in_tenant))
$$;
