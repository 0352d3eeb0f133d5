-- What the invoice corrected by a credit note has taken where the credit note counts: at its order, or by itself.
create or replace function app.corrected_parts(i public.invoice) returns table (cost_center_id bigint, ledger_account_id bigint, net numeric)
language sql stable set search_path to '' as $$
  select t.cost_center_id, t.ledger_account_id, sum(t.net)
  from public.invoice o
  cross join lateral app.taken_parts(o, not exists (select from app.orders_of_invoices(i.tenant_id, array[i.id]))) t
  where o.tenant_id = i.tenant_id and o.id = i.corrects_invoice_id
  group by 1, 2
$$;
grant execute on function app.corrected_parts(invoice) to writer;
