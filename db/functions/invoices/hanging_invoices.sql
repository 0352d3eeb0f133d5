-- The invoices that depend on one.
create or replace function app.hanging_invoices(in_tenant bigint, in_id bigint) returns setof bigint
language sql stable set search_path to '' as $$
  select id from public.invoice where tenant_id = in_tenant and corrects_invoice_id = in_id
  union all
  select f.id
  from public.invoice i
  left join public.invoice c on c.tenant_id = i.tenant_id and c.id = i.corrects_invoice_id
  join public.invoice f on f.tenant_id = i.tenant_id and f.procurement_id = coalesce(c.procurement_id, i.procurement_id)
    and i.id = any (f.taken_off_ids)
  where i.tenant_id = in_tenant and i.id = in_id
$$;
grant execute on function app.hanging_invoices(bigint, bigint) to writer;
