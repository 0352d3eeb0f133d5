-- Units of an order line charged by all invoices together, less credit notes.
create or replace function app.invoiced_quantity(in_line bigint)
returns numeric
language sql
stable security definer
set search_path to '' as $$
  select coalesce(sum(l.quantity), 0) from public.invoice_line l
  join public.invoice i on i.tenant_id = l.tenant_id and i.id = l.invoice_id
  where l.tenant_id = app.tenant_id() and l.procurement_line_id = in_line and l.kind = 'item'
    and app.counted_share(i) > 0
$$;
grant execute on function app.invoiced_quantity(bigint) to reader, reader_price, writer;
