import { cancelledList } from '../../../document/server/cancelled.ts';
import type { ListStatement } from './list-statement.ts';

/** Common columns of invoice lists. */
const shown = `'invoice' as kind, i.id, coalesce(c.currency, i.currency) as currency, i.invoice_number_formatted as number,
    i.number_printed, s.name as supplier, i.invoice_date::text as invoice_date, c.name as client, shown_name(d) as department,
    concat_ws(' ', z.number, shown_name(z)) as cost_center`;

const parties = `left join supplier s on s.id = i.supplier_id
  left join client c on c.id = i.client_id
  left join department d on d.id = i.department_id
  left join cost_center z on z.id = i.cost_center_id`;

const scope = `i.status not in ${cancelledList('invoice')}
    and ($2::bigint is null or i.client_id = $2) and ($3::bigint is null or i.department_id = $3)
    and ($4::bigint is null or i.cost_center_id = $4)`;

const inCurrency = (amount: string): string => amount;

/**
 * Invoices dated until the day ($1) that were not exported to accounting by then (DASH-07), in the tenant's time zone
 * ($5). They count by invoice date, however late they arrived.
 */
export const notExported: ListStatement = {
  narrowed: `
    select i.id, i.invoice_date, coalesce(c.currency, i.currency) as currency, to_char(i.invoice_date, 'YYYY-MM') as period,
      round(i.total_netto * coalesce(i.exchange_rate, 1), 2) as net
    from invoice i left join client c on c.id = i.client_id
    where i.invoice_date <= $1::date and ${scope}
      and (i.exported_at is null or i.exported_at >= (($1::date + 1)::timestamp at time zone $5::text))`,
  inCurrency,
  order: 'l.invoice_date, l.id',
  named: (rows) => `
    select ${shown}, r.period, i.status, r.net
    from ${rows} r join invoice i on i.id = r.id ${parties}
    order by i.invoice_date, i.id`,
};

/**
 * Discounts of the month ending with the day ($1): gained by timely payment, lost, and still open on the day
 * (DASH-07, DISC-01). Net share of the discount agreed on the whole invoice.
 */
export const discounts: ListStatement = {
  narrowed: `
  with tier as (
    select i.id, i.invoice_number_formatted, i.number_printed, i.currency, i.invoice_date, i.supplier_id, i.client_id, i.department_id,
      i.cost_center_id, i.discount_1_date, i.discount_2_date, case when i.paid and i.paid_on <= $1::date then i.paid_on end as paid_by_then,
      coalesce(i.discount_2_date, i.discount_1_date) as last_date, i.discount_1_amount * n.share as one,
      coalesce(i.discount_2_amount, 0) * n.share as two
    from invoice i
    cross join lateral (
      select coalesce(i.total_netto / nullif(i.total_brutto, 0), 0) * coalesce(i.exchange_rate, 1) as share) n
    where i.discount_1_date is not null and coalesce(i.discount_2_date, i.discount_1_date) >= date_trunc('month', $1::date)::date - 1
      and i.invoice_date <= $1::date and not (i.paid and i.paid_on is null) and ${scope}
  ), counted as (
    select t.*,
      round(case when t.paid_by_then < date_trunc('month', $1::date)::date then 0
        when t.paid_by_then <= t.discount_1_date then t.one when t.paid_by_then <= t.discount_2_date then t.two else 0 end, 2) as gained,
      round(case when t.discount_1_date + 1 between date_trunc('month', $1::date)::date and $1::date
          and coalesce(t.paid_by_then > t.discount_1_date, true) then t.one - t.two else 0 end
        + case when t.last_date + 1 between date_trunc('month', $1::date)::date and $1::date
          and coalesce(t.paid_by_then > t.last_date, true) then t.two else 0 end, 2) as lost,
      round(case when t.paid_by_then is not null then 0
        when $1::date <= t.discount_1_date then t.one when $1::date <= t.discount_2_date then t.two else 0 end, 2) as open
    from tier t
  )
  select ${shown}, i.last_date::text as discount_until, i.paid_by_then::text as paid_on, i.gained, i.lost, i.open
  from counted i ${parties}
  where i.gained <> 0 or i.lost <> 0 or i.open <> 0`,
  inCurrency,
  order: 'l.discount_until, l.id',
  named: (rows) => `select * from ${rows} r order by r.discount_until, r.id`,
};
