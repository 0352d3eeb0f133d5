import { rowsOfInvoice } from '../../invoice/server/accounting-facts.ts';

/** The columns of `TakenOff` of the invoice `i`. */
export const takenOffColumns = `coalesce((select jsonb_agg(r.row) from app.prepayments_of(i) p
      cross join lateral (select ${rowsOfInvoice} as rows from invoice i where i.tenant_id = p.tenant_id and i.id = p.id) o
      cross join lateral jsonb_array_elements(o.rows) as r (row)), '[]') as prepaid,
    exists (select from app.prepayments_of(i) p where p.status not in ('export', 'completed')) as awaits_prepayment`;
