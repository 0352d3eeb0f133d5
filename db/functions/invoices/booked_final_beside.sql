-- The number of the order's posted final invoice that does not deduct this later prepayment invoice (INV-22); null if
-- there is none. Everyone who sees the prepayment invoice may see the number, for the check's question.
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
