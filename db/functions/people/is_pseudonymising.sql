-- Whether this transaction takes the name of a leaver: only `app.pseudonymise_leavers` writes the row that says so.
create or replace function app.is_pseudonymising(in_tenant bigint, in_person bigint) returns boolean
language sql stable security definer set search_path = ''
return coalesce(pg_catalog.current_setting('app.pseudonymising', true), '') = 'on'
  and exists (select from public.audit_log a where a.tenant_id = in_tenant and a."table" = 'lb_user' and a.foreign_key = in_person
    and a.type = 'info' and a.relation_table = 'pseudonym' and a.xact = pg_catalog.pg_current_xact_id_if_assigned());
