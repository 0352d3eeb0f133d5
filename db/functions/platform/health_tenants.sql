-- For every tenant: its storage as last counted, and the number of failed mails.
create or replace function app.health_tenants() returns table (
  id bigint, name text, status text, files bigint, bytes bigint, documents bigint, counted_at timestamptz, failed_mails bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_operator();
  return query
    select t.id, t.name, t.status, s.files, s.bytes, s.documents, s.counted_at, coalesce(f.count, 0)
    from public.tenant t
    left join public.tenant_storage s on s.tenant_id = t.id
    left join (
      select m.tenant_id, count(*) as count from public.mail m where m.state in ('failed', 'uncertain') group by m.tenant_id
    ) f on f.tenant_id = t.id
    order by s.bytes desc nulls last, t.name, t.id;
end
$$;
grant execute on function app.health_tenants() to operator;
