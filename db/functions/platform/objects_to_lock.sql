-- Objects without a lock whose files have a retention by now, such as those of a draft that was sent; with `in_all` also
-- those whose retention became longer, which reads all of them.
create or replace function app.objects_to_lock(in_tenant bigint, in_file uuid, in_all boolean, in_limit integer)
returns table (tenant_id bigint, file_id uuid, object_key text, kept_until date)
language sql stable security definer set search_path = '' as $$
  select o.tenant_id, o.file_id, o.object_key, k.until
    from public.file_object o join public.file f on f.tenant_id = o.tenant_id and f.id = o.file_id
    cross join lateral (select app.kept_until_of(
      f.tenant_id, f.created_at, f.retain_until, f.procurement_id, f.invoice_id, f.contract_id) as until) k
    where (o.locked_until is null or in_all and o.locked_until < k.until)
      and f.received_by is distinct from 'view' and f.received_by is distinct from 'sample' and k.until >= app.day_of_tenant(o.tenant_id, now()) and (o.tenant_id, o.file_id) > (in_tenant, in_file)
    order by o.tenant_id, o.file_id limit in_limit
$$;
grant execute on function app.objects_to_lock(bigint, uuid, boolean, integer) to gate;
