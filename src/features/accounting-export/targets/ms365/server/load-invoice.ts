import type { Tx } from '../../../../../platform/server/database.ts';
import { deductedColumns, lockDeducted, type WithPrepaid } from '../../../server/content/deducted.ts';
import { restInDynamics } from '../booking.ts';
import type { DynamicsInvoice } from '../model.ts';

/** The dimension columns of line and head; the head has the defaults (DATA-35). */
const dimensionColumns = {
  employee: 'employee_id',
  d365_department: 'd365_department_id',
  branch: 'branch_id',
  vehicle: 'd365_vehicle_id',
  sales_channel: 'd365_sales_channel_id',
  area: 'd365_area_id',
  labor_wert: 'd365_labor_wert_id',
  project: 'd365_project_id',
} as const;

const columns = Object.values(dimensionColumns);
const ownColumns = [
  'ledger_account_id',
  'cost_center_id',
  'profit_center_id',
  ...columns,
  'tax_group_id',
  'tax_item_group_id',
];
const none = ownColumns.map(() => 'null').join(', ');

/** The booking lines of an invoice; without lines each tax rate, else the total. */
const bookable = `select l.sort_no, l.id, l.total_netto, l.tax_percentage, l.tax_category, l.description, ${ownColumns.map((column) => `l.${column}`).join(', ')}
  from invoice_line l where l.invoice_id = i.id
  union all select 0, t.id, t.net, t.tax_percentage, t.tax_category, null, ${none}
  from invoice_tax t where t.invoice_id = i.id and not exists (select from invoice_line l where l.invoice_id = i.id)
  union all select 0, 0, i.total_netto, i.tax, 'S', null, ${none}
  where not exists (select from invoice_line l where l.invoice_id = i.id)
    and not exists (select from invoice_tax t where t.invoice_id = i.id)`;

const dimensions = Object.entries(dimensionColumns)
  .map(
    ([dimension, column]) =>
      `'${dimension}', (select d.code from financial_dimension d where d.id = coalesce(l.${column}, i.${column}))`,
  )
  .join(',\n          ');

const select = `select i.guid, i.number, i.name, i.invoice_date, i.due_date, i.currency, i.exchange_rate, i.total_brutto,
    coalesce(i.total_tax, i.total_brutto - i.total_netto, 0) as total_tax, i.export_individual_items,
    ${deductedColumns},
    jsonb_build_array(
      jsonb_build_object('percentage', i.discount_1_percentage::text, 'days', i.discount_1_days, 'date', i.discount_1_date),
      jsonb_build_object('percentage', i.discount_2_percentage::text, 'days', i.discount_2_days, 'date', i.discount_2_date)) as terms,
    (select s.name from supplier s where s.id = i.supplier_id) as supplier,
    (select c.vendor_account from supplier_client c
      where c.supplier_id = i.supplier_id and c.client_id = i.client_id) as vendor_account,
    (select jsonb_agg(jsonb_build_object('net', l.total_netto::text, 'tax_percentage', coalesce(l.tax_percentage, 0)::text,
        'tax_category', coalesce(l.tax_category, 'S'), 'text', l.description,
        'account', (select a.number from ledger_account a where a.id = coalesce(l.ledger_account_id, i.ledger_account_id)),
        'dimensions', jsonb_strip_nulls(jsonb_build_object(
          'cost_center', (select c.number from cost_center c where c.id = coalesce(l.cost_center_id, i.cost_center_id)),
          'profit_center', (select p.number from profit_center p where p.id = coalesce(l.profit_center_id, i.profit_center_id)),
          ${dimensions})),
        'tax_group', (select g.code from tax_group g where g.id = l.tax_group_id),
        'tax_item_group', (select g.code from tax_item_group g where g.id = l.tax_item_group_id)) order by l.sort_no, l.id)
      from (${bookable}) l) as lines,
    coalesce((select jsonb_agg(jsonb_build_object('tax_percentage', t.tax_percentage::text, 'tax_category', t.tax_category,
        'net', t.net::text, 'tax', t.tax::text) order by t.id) from invoice_tax t where t.invoice_id = i.id), '[]') as tax_rows
  from invoice i where i.id = $1`;

/** Loads all data of an invoice for Dynamics 365. Runs as writer. */
export async function loadDynamicsInvoice(tx: Tx, id: number): Promise<DynamicsInvoice> {
  lockDeducted(tx, [id]);
  return await readDynamicsInvoice(tx, id);
}

/** Like `loadDynamicsInvoice`, but read-only: locks nothing. */
export async function readDynamicsInvoice(tx: Tx, id: number): Promise<DynamicsInvoice> {
  const whole = await tx.one<WithPrepaid<DynamicsInvoice>>(select, [id]);
  const taken = await Promise.all(
    whole.prepaid_ids.map((prepaid) => tx.one<DynamicsInvoice>(select, [prepaid])),
  );
  return restInDynamics(whole, taken);
}
