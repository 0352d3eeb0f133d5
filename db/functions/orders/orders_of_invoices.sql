-- The orders charged by these invoices.
create or replace function app.orders_of_invoices(in_tenant bigint, in_ids bigint[]) returns setof bigint
language sql stable set search_path = '' as $$
  select procurement_id from public.invoice
    where tenant_id = in_tenant and id = any (in_ids) and procurement_id is not null
  union
  select o.procurement_id from public.invoice_line l
    join public.procurement_line o on o.tenant_id = in_tenant and o.id = l.procurement_line_id
    where l.tenant_id = in_tenant and l.invoice_id = any (in_ids)
$$;
grant execute on function app.orders_of_invoices(bigint, bigint[]) to writer;
