-- The number of the booked final invoice of its order that does not take off this prepayment invoice, since it came later (INV-22); null
-- where there is none. Whoever sees the prepayment invoice is told the number, which its check asks about.
create or replace function app.booked_final_beside(in_invoice bigint) returns text
language sql stable security definer set search_path to '' as $$
  select coalesce(f.invoice_number_formatted, f.number, f.id::text)
  from public.invoice i
  join public.invoice f on f.tenant_id = i.tenant_id and f.procurement_id = i.procurement_id and f.document_type = 'final'
    and f.taken_off_ids is not null
  where i.tenant_id = app.tenant_id() and i.id = in_invoice and i.document_type = 'prepayment' and not exists (
    select from public.invoice o where o.tenant_id = i.tenant_id and o.procurement_id = i.procurement_id and i.id = any (o.taken_off_ids))
  order by f.id limit 1
$$;
grant execute on function app.booked_final_beside(bigint) to reader, reader_price, writer;
