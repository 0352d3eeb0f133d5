-- Complete files whose bytes are in the database, the newest first, before one of them. What is deleted within days
-- stays there: input of imports, and exports without retention.
create or replace function app.files_in_database(in_before uuid, in_limit integer)
returns table (tenant_id bigint, file_id uuid, size integer, sha256 bytea, kept_until date, is_stored boolean)
language sql stable security definer set search_path = '' as $$
  select f.tenant_id, f.id, f.size, f.sha256,
      case when f.received_by is distinct from 'view' and f.received_by is distinct from 'sample' then app.kept_until_of(
        f.tenant_id, f.created_at, f.retain_until, f.procurement_id, f.invoice_id, f.contract_id) end,
      exists (select from public.file_object o where o.tenant_id = f.tenant_id and o.file_id = f.id)
    from public.file_chunk c join public.file f on f.tenant_id = c.tenant_id and f.id = c.file_id
    where c.chunk_no = 0 and f.size > 0 and (in_before is null or c.file_id < in_before)
      and f.received_by is distinct from 'import' and (f.received_by is distinct from 'export' or f.retain_until is not null)
      and not app.is_deleting(f.tenant_id)
    order by c.file_id desc limit in_limit
$$;
grant execute on function app.files_in_database(uuid, integer) to gate;
