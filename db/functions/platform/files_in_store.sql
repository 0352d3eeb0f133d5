-- Files whose bytes are in the store, after one of them.
create or replace function app.files_in_store(in_tenant bigint, in_file uuid, in_limit integer)
returns table (tenant_id bigint, file_id uuid, size integer, sha256 bytea)
language sql stable security definer set search_path = '' as $$
  select o.tenant_id, o.file_id, f.size, f.sha256
    from public.file_object o join public.file f on f.tenant_id = o.tenant_id and f.id = o.file_id
    where (o.tenant_id, o.file_id) > (in_tenant, in_file) and not app.is_deleting(o.tenant_id)
    order by o.tenant_id, o.file_id limit in_limit
$$;
grant execute on function app.files_in_store(bigint, uuid, integer) to gate;
