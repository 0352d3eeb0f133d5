import { cancelledList } from '../../../document/server/cancelled.ts';
import { parties, shown } from './invoices.ts';
import type { ListStatement } from './list-statement.ts';

/**
 * Checked invoices of the calendar year until the day ($1), and of the same days of the year before. A credit note counts
 * once approved, and a final invoice less its prepayments (INV-22, INV-31).
 */
const counted = (condition: string): string => `
  with counted as (
    select v.id as state_id, v.invoice_id as id, v.invoice_date, i.supplier_id, v.currency,
      case when i.document_type = 'final' then greatest(0, v.net - app.prepaid_on(i.id, $1::date)) else v.net end as net,
      v.invoice_date >= date_trunc('year', $1::date)::date as is_now,
      v.contract_id is null and i.procurement_id is null and not exists (
        select from invoice_line l where l.invoice_id = i.id and l.procurement_line_id is not null) as is_unordered
    from invoice_state v join invoice i on i.id = v.invoice_id
    where v.since <= $1::date and v.until > $1::date and v.is_checked and v.status not in ${cancelledList('invoice')}
      and (v.net >= 0 or v.status in ('accounting', 'export', 'completed'))
      and (v.invoice_date between date_trunc('year', $1::date)::date and $1::date
        or v.invoice_date between (date_trunc('year', $1::date) - interval '1 year')::date and ($1::date - interval '1 year')::date)
      and ($2::bigint is null or v.client_id = $2) and ($3::bigint is null or v.department_id = $3)
      and ($4::bigint is null or v.cost_center_id = $4) and ${condition}
  )`;

/**
 * Net amounts that each supplier invoiced in the calendar year until the day ($1), against the same days of the year
 * before, and what of this year is neither ordered nor under a contract (DASH-11). Checked invoices count by their date,
 * as of the day.
 */
export const supplierSpend: ListStatement = {
  narrowed: `${counted('true')}
  select s.*, s.spent - s.spent_before as grown from (
    select supplier_id, currency, coalesce(sum(net) filter (where is_now), 0) as spent,
      coalesce(sum(net) filter (where not is_now), 0) as spent_before,
      coalesce(sum(net) filter (where is_now and is_unordered), 0) as unordered
    from counted group by supplier_id, currency
  ) s`,
  inCurrency: (amount) => amount,
  order: 'l.currency, l.spent desc, l.supplier_id',
  named: (rows) => `
    select null as kind, r.supplier_id as id, r.currency, s.name as supplier, r.spent, r.spent_before, r.grown, r.unordered,
      round(100 * r.unordered / nullif(r.spent, 0), 1)::text as unordered_percent
    from ${rows} r left join supplier s on s.id = r.supplier_id
    order by r.currency, r.spent desc, r.supplier_id`,
};

/** The invoices of one supplier ($5), `none` for those without, that its row adds up (DASH-10). */
export const supplierInvoices: ListStatement = {
  also: ['row'],
  narrowed: `${counted("$5::text is not null and i.supplier_id is not distinct from nullif($5::text, 'none')::bigint")}
  select state_id, id, invoice_date, currency, case when is_now then net else 0 end as spent,
    case when is_now then 0 else net end as spent_before, case when is_now and is_unordered then net else 0 end as unordered
  from counted`,
  inCurrency: (amount) => amount,
  order: 'l.invoice_date, l.id',
  named: (rows) => `
    select ${shown}, r.spent, r.spent_before, r.unordered
    from ${rows} r ${parties}
    order by v.invoice_date, i.id`,
};
