import { cancelledList } from '../../../document/server/cancelled.ts';
import type { ListStatement } from './list-statement.ts';

/** The net amount of a state if it belongs to the closed month, else null. */
const counted = (state: string): string =>
  `case when ${state}.client_id = m.client_id and ${state}.invoice_date between m.first_day and m.day
      and ${state}.status not in ${cancelledList('invoice')} then ${state}.net end`;

/**
 * Invoices dated in the closed month (last day $1) that arrived, changed or were cancelled after the closing, with
 * their net before and after (DASH-08). The stored lists of the month stay unchanged.
 */
export const changedAfterClosing: ListStatement = {
  narrowed: `
  with closed as (
    select m.client_id, m.day, date_trunc('month', m.day::timestamp)::date as first_day, m.closed_at
    from closed_month m where m.day = $1::date and ($2::bigint is null or m.client_id = $2)
  ), compared as (
    select i.invoice_id as id, now.id as state_id, now.currency, ${counted('former')} as before, ${counted('now')} as after
    from closed m
    cross join lateral (
      select distinct v.invoice_id from invoice_state v
      where v.client_id = m.client_id and v.invoice_date between m.first_day and m.day) i
    join invoice_state now on now.invoice_id = i.invoice_id and now.until = 'infinity' and now.recorded_at > m.closed_at
    left join lateral (
      select f.client_id, f.invoice_date, f.status, f.net from invoice_state f
      where f.invoice_id = i.invoice_id and f.recorded_at <= m.closed_at order by f.recorded_at desc, f.until desc limit 1) former on true
    where ($3::bigint is null or now.department_id = $3) and ($4::bigint is null or now.cost_center_id = $4)
  )
  select distinct id, state_id, currency, before, after, coalesce(after, 0) - coalesce(before, 0) as difference
  from compared where before is distinct from after`,
  inCurrency: (amount) => amount,
  order: 'l.id',
  named: (rows) => `
    select 'invoice' as kind, i.id, v.currency, i.invoice_number_formatted as number, i.number_printed, s.name as supplier,
      v.invoice_date::text as invoice_date, c.name as client, shown_name(d) as department,
      concat_ws(' ', z.number, shown_name(z)) as cost_center, r.before, r.after, r.difference
    from ${rows} r
    join invoice_state v on v.id = r.state_id
    join invoice i on i.id = v.invoice_id
    left join supplier s on s.id = i.supplier_id
    left join client c on c.id = v.client_id
    left join department d on d.id = v.department_id
    left join cost_center z on z.id = v.cost_center_id
    order by i.id`,
};
