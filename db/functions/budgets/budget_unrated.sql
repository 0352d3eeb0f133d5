-- What documents of an unknown rate take from the budgets of these cost centers valid on a day, in their own currency;
-- contracts by month, where their company counts them.
-- It is in no consumption (PRICE-07). The caller must check who may see the documents.
create or replace function app.budget_unrated(in_cost_centers bigint[], in_day date)
returns table (budget_id bigint, kind text, document_id bigint, ledger_account_id bigint, day date, currency text, net numeric)
language sql stable security definer set search_path to '' as $$
  with unrated as materialized (
    select d.kind, d.id, d.currency, coalesce(l.cost_center_id, d.cost_center_id) as cost_center_id,
      coalesce(l.ledger_account_id, d.ledger_account_id) as ledger_account_id, l.day, l.net
    from public.document d
    cross join lateral (
      select l.cost_center_id, l.ledger_account_id, l.total_netto as net,
        (p.submitted_at at time zone (select app.time_zone()))::date as day
      from public.procurement p join public.procurement_line l on l.tenant_id = p.tenant_id and l.procurement_id = p.id
      where d.kind = 'procurement' and p.tenant_id = d.tenant_id and p.id = d.id
      union all
      select l.cost_center_id, l.ledger_account_id, case when l.id is null then i.total_netto else l.total_netto end * app.counted_share(i),
        i.invoice_date
      from public.invoice i left join public.invoice_line l on l.tenant_id = i.tenant_id and l.invoice_id = i.id
      where d.kind = 'invoice' and i.tenant_id = d.tenant_id and i.id = d.id
    ) l
    where d.tenant_id = app.tenant_id() and d.company_netto_cents is null and app.counts_in_budgets(d.kind, d.status)
      and (app.auditor_client() is null or d.client_id = app.auditor_client())
    union all
    select 'contract', k.id, m.currency, m.cost_center_id, m.ledger_account_id, m.day, m.net
    from public.contract_month m
    join public.contract k on k.tenant_id = m.tenant_id and k.id = m.contract_id
    join public.client c on c.tenant_id = k.tenant_id and c.id = k.client_id and c.contracts_in_budgets
    where m.tenant_id = app.tenant_id() and m.cost_center_id = any (in_cost_centers) and m.currency is not null
      and (app.auditor_client() is null or k.client_id = app.auditor_client())
  ), wanted as materialized (
    select b.id, b.cost_center_id, b.ledger_account_id, b.not_allocated, b.start, b."end"
    from public.budget b
    where b.tenant_id = app.tenant_id() and b.cost_center_id = any (in_cost_centers) and b.active
      and in_day between b.start and b."end"
  )
  select b.id, u.kind, u.id, u.ledger_account_id, u.day, u.currency, sum(u.net)
  from wanted b
  join unrated u on u.cost_center_id = b.cost_center_id and u.day between b.start and b."end" and case
    when b.ledger_account_id is not null then u.ledger_account_id = b.ledger_account_id
    when b.not_allocated then not exists (
      select from wanted other
      where other.cost_center_id = b.cost_center_id and other.ledger_account_id = u.ledger_account_id)
    else true end
  where app.has_role('user-price')
  group by 1, 2, 3, 4, 5, 6 having sum(u.net) <> 0
$$;
grant execute on function app.budget_unrated(bigint[], date) to reader_price;
