import { restingStatuses } from '../../contract/kind.ts';
import type { ListStatement } from './list-statement.ts';

/**
 * Contracts that renew unless notice arrives in the quarter after the day ($1), about which nobody has decided (DASH-11):
 * without a notice and without a decision at a reminder of this deadline. The amount is what the missed deadline costs.
 */
export const renewals: ListStatement = {
  narrowed: `
  with quarter as (
    select f.day, (f.day + interval '3 months')::date as until
    from (select date_trunc('quarter', $1::date + 1)::date as day) f
  )
  select d.id, d.due_date as deadline, d.company_currency as currency, d.at_stake as stake
  from document d
  join quarter q on d.due_date >= q.day and d.due_date < q.until
  join contract k on k.id = d.id
  where d.kind = 'contract' and d.status in (${restingStatuses.map((status) => `'${status}'`).join(', ')})
    and k.renewal_type in ('auto', 'once') and k.terminated_on is null
    and not exists (
      select from contract_due_reminder r where r.contract_id = d.id and r.meant = d.due_date and r.decision <> 'noted')
    and ($2::bigint is null or d.client_id = $2) and ($3::bigint is null or d.department_id = $3)
    and ($4::bigint is null or d.cost_center_id = $4)`,
  inCurrency: (amount) => amount,
  order: 'l.deadline, l.id',
  named: (rows) => `
    select 'contract' as kind, r.id, r.currency, d.number, d.name, s.name as supplier, c.name as client,
      shown_name(e) as department, concat_ws(' ', z.number, shown_name(z)) as cost_center, u.name as responsible,
      d.urgent_on::text as leaves_by, r.deadline::text as deadline, r.stake
    from ${rows} r
    join document d on d.kind = 'contract' and d.id = r.id
    join contract k on k.id = r.id
    left join lb_user u on u.id = k.responsible_id
    left join supplier s on s.id = d.supplier_id
    left join client c on c.id = d.client_id
    left join department e on e.id = d.department_id
    left join cost_center z on z.id = d.cost_center_id
    order by r.deadline, r.id`,
};
