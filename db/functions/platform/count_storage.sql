create or replace function app.count_storage(in_tenant bigint) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.tenant_storage (tenant_id, files, bytes, documents, counted_at)
    select t.id, f.files, f.bytes, (select count(*) from public.document d where d.tenant_id = in_tenant), clock_timestamp()
      from public.tenant t
      cross join (select count(*) as files, coalesce(sum(size), 0) as bytes from public.file where tenant_id = in_tenant) f
      where t.id = in_tenant
    on conflict (tenant_id) do update
      set files = excluded.files, bytes = excluded.bytes, documents = excluded.documents, counted_at = excluded.counted_at
$$;
grant execute on function app.count_storage(bigint) to gate;
