-- The number of the final invoice that has deducted this prepayment invoice, or an invoice correcting one; null if
-- none has.
create or replace function app.taken_off_by(i public.invoice) returns text
language sql stable set search_path to '' as $$
  select coalesce(f.invoice_number_formatted, f.number, f.id::text)
  from public.invoice f
  where f.tenant_id = i.tenant_id and i.id = any (f.taken_off_ids) and f.procurement_id = coalesce(
    (select c.procurement_id from public.invoice c where c.tenant_id = i.tenant_id and c.id = i.corrects_invoice_id), i.procurement_id)
$$;
grant execute on function app.taken_off_by(invoice) to writer;
