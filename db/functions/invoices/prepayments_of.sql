-- The prepayment invoices deducted by a final invoice (INV-22): those stored with it, else those of its order in its
-- currency with their corrections, for the first final invoice of the order only. Reads them by order instead of
-- scanning the tenant.
create or replace function app.prepayments_of(i public.invoice) returns setof public.invoice
language sql stable set search_path to '' as $$
  select p.* from public.invoice p
  where p.tenant_id = i.tenant_id and p.id = any (i.taken_off_ids)
  union all
  select p.* from (
    select o.* from public.invoice o
    where o.tenant_id = i.tenant_id and o.procurement_id = i.procurement_id and o.document_type = 'prepayment'
    union all
    select n.* from public.invoice o
    join public.invoice n on n.tenant_id = o.tenant_id and n.corrects_invoice_id = o.id
    where o.tenant_id = i.tenant_id and o.procurement_id = i.procurement_id and o.document_type = 'prepayment'
      and n.document_type = 'credit_note' and app.gives_back(n)) p
  where i.taken_off_ids is null and i.document_type = 'final' and p.currency = i.currency and app.counts_in_budgets('invoice', p.status)
    and not exists (
      select from public.invoice f where f.tenant_id = i.tenant_id and f.procurement_id = i.procurement_id and f.document_type = 'final'
        and f.id < i.id and app.counts_in_budgets('invoice', f.status))
$$;
grant execute on function app.prepayments_of(invoice) to writer;
