-- Seals at most so many rows, with one audit row per tenant, and returns their number. Runs on one node at a time,
-- before the sealing of the audit.
create or replace function app.seal_security_log(most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  sealed integer;
begin
  if not pg_catalog.pg_try_advisory_xact_lock(4211003) then
    return 0;
  end if;
  with open as materialized (
    select s.tenant_id, s.id, encode(sha256(app.security_content(s)), 'hex') as digest
      from public.security_log s where s.sealed_in is null
        and not exists (select from public.tenant t where t.id = s.tenant_id and t.status = 'arriving')
      order by s.id limit most
  ), seals as (
    insert into public.audit_log (tenant_id, type, "table", info, random_id, data_after)
      select tenant_id, 'info', 'security_log', 'sealed', app.audit_group(), jsonb_object_agg(id, digest) from open group by tenant_id
      returning tenant_id, id
  )
  update public.security_log s set sealed_in = seals.id
    from open join seals using (tenant_id) where s.tenant_id = open.tenant_id and s.id = open.id;
  get diagnostics sealed = row_count;
  return sealed;
end
$$;
grant execute on function app.seal_security_log(integer) to gate;
