-- Kept for a year after sealing: until then each row must exist.
create or replace function app.clean_up_security_log() returns void language sql volatile security definer set search_path = '' as $$
  delete from public.security_log s using public.audit_log a
    where s.created_at < now() - interval '1 year'
      and a.tenant_id = s.tenant_id and a.id = s.sealed_in and a.created_at < now() - interval '1 year';
  delete from public.known_device where last_seen_at < now() - interval '1 year';
  delete from public.unknown_access where hour < now() - interval '1 year';
$$;
grant execute on function app.clean_up_security_log() to gate;
