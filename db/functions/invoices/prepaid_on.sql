-- What a final invoice takes off as of a day: the prepayment invoices that `app.prepayments_of` names, as they were then
-- (`invoice_state`), net in the currency of the company (INV-22, DASH-07). Independent of the invoices that the reader sees.
create or replace function app.prepaid_on(in_final bigint, in_day date) returns numeric
language sql stable security definer set search_path to '' as $$
  with final as materialized (
    select i.tenant_id, i.id, i.procurement_id, i.taken_off_ids from public.invoice i
    where i.tenant_id = app.tenant_id() and i.id = in_final and i.document_type = 'final'
  ), prepayments as (
    select o.id from final f
    join public.invoice o on o.tenant_id = f.tenant_id and o.procurement_id = f.procurement_id and o.document_type = 'prepayment'
    where f.taken_off_ids is null
  ), taken as (
    select unnest(f.taken_off_ids) as id from final f
    union
    select o.id from prepayments o
    union
    select n.id from prepayments o
    join public.invoice n on n.tenant_id = (select f.tenant_id from final f) and n.corrects_invoice_id = o.id and n.document_type = 'credit_note'
  ), states as not materialized (
    select v.invoice_id, v.net, v.status from public.invoice_state v
    where v.tenant_id = (select f.tenant_id from final f) and v.since <= in_day and v.until > in_day
      and app.counts_in_budgets('invoice', v.status)
  )
  select coalesce(sum(s.net), 0)
  from taken t join states s on s.invoice_id = t.id
  where (s.net > 0 or s.status in ('accounting', 'export', 'completed')) and not exists (
    -- Of several final invoices of an order the first takes off everything.
    select from final f
    join public.invoice o on o.tenant_id = f.tenant_id and o.procurement_id = f.procurement_id and o.document_type = 'final' and o.id < f.id
    join states e on e.invoice_id = o.id
    where f.taken_off_ids is null)
$$;
grant execute on function app.prepaid_on(bigint, date) to reader_price;
