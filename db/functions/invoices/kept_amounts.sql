-- The stored amounts of one document, and what a contract counts beside its documents, for its own check and, if amounts are visible, for its page.
create or replace function app.kept_amounts(in_kind text, in_id bigint)
returns table (cost_center_id bigint, ledger_account_id bigint, day date, net numeric)
language sql stable set search_path = '' as $$
  select a.cost_center_id, a.ledger_account_id, a.day, a.net from public.budget_amount a
  where in_kind = 'procurement' and a.tenant_id = (select app.tenant_id()) and a.procurement_id = in_id and a.invoice_id is null
  union all
  select a.cost_center_id, a.ledger_account_id, a.day, a.net from public.budget_amount a
  where in_kind = 'invoice' and a.tenant_id = (select app.tenant_id()) and a.invoice_id = in_id
  union all
  select r.cost_center_id, r.ledger_account_id, r.day, r.net from app.contract_rests(null, in_id, null, false) r
  where in_kind = 'contract'
$$;
grant execute on function app.kept_amounts(text, bigint) to writer;
