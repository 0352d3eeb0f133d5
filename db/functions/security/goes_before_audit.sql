-- Whether the rows of a table go before the audit of a tenant that is deleted. The security log goes after it, because until then the
-- audit says that its rows are there.
create or replace function app.goes_before_audit(in_table text, in_tenant bigint) returns boolean
language sql stable set search_path = '' as $$
  select in_table not in ('audit_log', 'audit_link')
    and (in_table <> 'security_log' or exists (select from public.audit_closing where deleted_tenant_id = in_tenant))
$$;
