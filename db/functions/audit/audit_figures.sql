create or replace function app.audit_figures() returns table (unsealed bigint, oldest_unsealed_seconds double precision)
language sql stable security definer set search_path = ''
begin atomic
  select count(*), coalesce(extract(epoch from now() - min(a.created_at)), 0)
    from public.audit_log a
    where a.xact >= coalesce((select sealed_before from public.audit_seal), '0'::xid8);
end;
grant execute on function app.audit_figures() to gate;
