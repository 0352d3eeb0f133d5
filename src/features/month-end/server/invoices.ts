import { cancelledList } from '../../../document/server/cancelled.ts';
import type { ListStatement } from './list-statement.ts';

/** Common columns of invoice lists, of a state `v` and its invoice. */
export const shown = `'invoice' as kind, i.id, v.currency, i.invoice_number_formatted as number,
    i.number_printed, s.name as supplier, v.invoice_date::text as invoice_date, c.name as client, shown_name(d) as department,
    concat_ws(' ', z.number, shown_name(z)) as cost_center`;

/** Joined to rows with a `state_id`. */
export const parties = `join invoice_state v on v.id = r.state_id
  join invoice i on i.id = v.invoice_id
  left join supplier s on s.id = i.supplier_id
  left join client c on c.id = v.client_id
  left join department d on d.id = v.department_id
  left join cost_center z on z.id = v.cost_center_id`;

/** The states of the day ($1) of invoices that are not cancelled. */
const scope = `v.since <= $1::date and v.until > $1::date and v.invoice_date <= $1::date and v.status not in ${cancelledList('invoice')}
    and ($2::bigint is null or v.client_id = $2) and ($3::bigint is null or v.department_id = $3)
    and ($4::bigint is null or v.cost_center_id = $4)`;

const inCurrency = (amount: string): string => amount;

/**
 * Invoices dated until the day ($1) that were not exported to accounting by then (DASH-07). A checked one counts by its
 * date, however late it arrived.
 */
export const notExported: ListStatement = {
  narrowed: `
    select v.id as state_id, v.invoice_id as id, v.invoice_date, v.currency, to_char(v.invoice_date, 'YYYY-MM') as period, v.net
    from invoice_state v where v.open_until > $1::date and ${scope}`,
  inCurrency,
  order: 'l.invoice_date, l.id',
  named: (rows) => `
    select ${shown}, r.period, v.status, r.net
    from ${rows} r ${parties}
    order by v.invoice_date, i.id`,
};

/**
 * Discounts of the month ending with the day ($1): gained by timely payment, lost, and still open on the day
 * (DASH-07, DISC-01). Net share of the discount agreed on the whole invoice. A payment counts when it was known.
 */
export const discounts: ListStatement = {
  narrowed: `
  with tier as (
    select v.id as state_id, v.invoice_id as id, v.currency, v.discount_1_date, v.discount_2_date,
      case when v.paid_noted_on <= $1::date then v.paid_on end as paid_by_then, v.paid_noted_on,
      coalesce(v.discount_2_date, v.discount_1_date) as last_date, v.discount_1_net as one, v.discount_2_net as two
    from invoice_state v
    where v.discount_1_date is not null and v.discounted_until >= date_trunc('month', $1::date)::date - 1
      and not (v.paid and v.paid_on is null) and ${scope}
  ), counted as (
    select t.*,
      round(case when t.paid_noted_on < date_trunc('month', $1::date)::date then 0
        when t.paid_by_then <= t.discount_1_date then t.one when t.paid_by_then <= t.discount_2_date then t.two else 0 end, 2) as gained,
      round(case when t.discount_1_date + 1 between date_trunc('month', $1::date)::date and $1::date
          and coalesce(t.paid_by_then > t.discount_1_date, true) then t.one - t.two else 0 end
        + case when t.last_date + 1 between date_trunc('month', $1::date)::date and $1::date
          and coalesce(t.paid_by_then > t.last_date, true) then t.two else 0 end, 2) as lost,
      round(case when t.paid_by_then is not null then 0
        when $1::date <= t.discount_1_date then t.one when $1::date <= t.discount_2_date then t.two else 0 end, 2) as open
    from tier t
  )
  select * from counted i where i.gained <> 0 or i.lost <> 0 or i.open <> 0`,
  inCurrency,
  order: 'l.last_date, l.id',
  named: (rows) => `
    select ${shown}, r.last_date::text as discount_until, r.paid_by_then::text as paid_on, r.gained, r.lost, r.open
    from ${rows} r ${parties}
    order by r.last_date, i.id`,
};
