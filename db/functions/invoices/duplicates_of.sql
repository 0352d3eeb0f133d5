-- Possible duplicates of an invoice, with the reason; the caller checks visibility. Credit notes are compared with
-- each other only, and declined invoices are ignored unless they were exported, because those may be paid. Filters by equal values first: a table not analyzed yet is then
-- not joined with itself. Invoices from one file are distinguished by their views.
create or replace function app.duplicates_of(in_invoice bigint) returns table (invoice_id bigint, why text)
language plpgsql stable security definer rows 2 set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with i as materialized (
    select * from public.invoice where tenant_id = app.tenant_id() and id = in_invoice
  ), found as materialized (
    select other.invoice_id as id, 1 as place
      from i
      join public.file mine on mine.tenant_id = i.tenant_id and mine.id = coalesce(i.view_file_id, i.file_id)
      join public.file other on other.tenant_id = mine.tenant_id and other.sha256 = mine.sha256
      where other.invoice_id is not null
    union all
    select other.id, 2
      from i join public.invoice other on other.tenant_id = i.tenant_id and other.number_key = i.number_key
      where other.supplier_id = i.supplier_id or other.vat_number = i.vat_number or other.iban = i.iban
    union all
    select other.id, 3
      from i
      join public.invoice other on other.tenant_id = i.tenant_id and other.supplier_id = i.supplier_id
        and other.invoice_date = i.invoice_date and other.total_brutto = i.total_brutto
      where i.total_brutto <> 0
  )
  select o.id, case when min(f.place) = 1 then 'file' when min(f.place) = 2 then 'number' else 'amount' end
  from found f
  cross join i
  join public.invoice o on o.tenant_id = i.tenant_id and o.id = f.id and o.id <> i.id
    and (o.status not in ('declined', 'declined-exported') or app.was_exported(o.tenant_id, o.id))
    and (o.document_type = 'credit_note') = (i.document_type = 'credit_note')
  group by o.id;
end
$$;
grant execute on function app.duplicates_of(bigint) to reader, reader_price, writer;
