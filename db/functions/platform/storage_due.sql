-- Tenants not counted today; a new one is counted within the hour.
create or replace function app.storage_due() returns table (tenant_id bigint)
language sql stable security definer set search_path = '' as $$
  select t.id from public.tenant t left join public.tenant_storage s on s.tenant_id = t.id
    where s.counted_at is null or s.counted_at < now() - interval '20 hours' order by t.id
$$;
grant execute on function app.storage_due() to gate;
