import type { ListStatement } from './list-statement.ts';

/**
 * The use of the budgets valid on the day ($1), by document, account and day, with the same sums as the dashboard
 * (DASH-10, BUD-05); contracts are listed by month (DASH-09). All documents count; those that the person does not see are one row per budget. Documents whose
 * rate is unknown are listed in their own currency, beside these sums (PRICE-07).
 */
export const budgetUse: ListStatement = {
  narrowed: `
  with budgeted as materialized (
    select b.id as budget_id, k.id as cost_center_id, coalesce((select min(c.currency) from cost_center_client l
        join client c on c.id = l.client_id where l.cost_center_id = k.id), 'EUR') as currency
    from cost_center k
    join budget b on b.cost_center_id = k.id and b.active and $1::date between b.start and b."end"
    where ($2::bigint is null or exists (
        select from cost_center_client l where l.cost_center_id = k.id and l.client_id = $2))
      and ($3::bigint is null or exists (
        select from department_cost_center l where l.cost_center_id = k.id and l.department_id = $3))
      and ($4::bigint is null or k.id = $4)
  ), used as materialized (
    select r.budget_id, case when r.invoice_id is null then 'procurement' else 'invoice' end as kind,
      coalesce(r.invoice_id, r.procurement_id) as document_id, r.ledger_account_id, r.day, null as currency, r.net, r.committed
    from app.budget_rows(array(select distinct cost_center_id from budgeted), $1::date) r
    union all
    select c.budget_id, 'contract', c.contract_id, c.ledger_account_id, c.day, null, c.net, c.net
    from app.budget_contracts(array(select distinct cost_center_id from budgeted), $1::date) c
    where app.has_role('user-price')
    union all
    select u.budget_id, u.kind, u.document_id, u.ledger_account_id, u.day, u.currency, u.net,
      case u.kind when 'invoice' then 0 else u.net end
    from app.budget_unrated(array(select distinct cost_center_id from budgeted), $1::date) u
  ), named as (
    select u.budget_id, d.kind, d.id, case when d.id is not null then u.ledger_account_id end as ledger_account_id,
      case when d.id is not null then u.day end as counted_on, u.currency, sum(u.net) as used, sum(u.committed) as committed
    from used u left join document d on d.kind = u.kind and d.id = u.document_id
    group by 1, 2, 3, 4, 5, 6
  )
  select n.budget_id, n.kind, n.id, n.ledger_account_id, n.counted_on, n.used, n.committed, n.used - n.committed as invoiced,
    b.cost_center_id, coalesce(n.currency, b.currency) as currency
  from named n join budgeted b on b.budget_id = n.budget_id
  where n.used <> 0 or n.committed <> 0`,
  inCurrency: (amount) => amount,
  order: 'l.cost_center_id, l.budget_id, l.counted_on, l.id',
  named: (rows) => `
    select r.kind, r.kind as document, r.id, r.currency, d.number, d.name, s.name as supplier,
      concat_ws(' ', z.number, shown_name(z)) as cost_center, b.name as budget, concat_ws(' ', a.number, a.name) as account,
      r.counted_on::text as counted_on, r.invoiced, r.committed, r.used
    from ${rows} r
    join budget b on b.id = r.budget_id
    join cost_center z on z.id = r.cost_center_id
    left join document d on d.kind = r.kind and d.id = r.id
    left join supplier s on s.id = d.supplier_id
    left join ledger_account a on a.id = r.ledger_account_id
    order by z.number, b.id, r.counted_on, r.kind, r.id`,
};
