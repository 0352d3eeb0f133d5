import { Refused, refuse } from '../../../../base/refusal.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { keyedLines } from '../../bookings.ts';
import { restOf } from '../../final-rest.ts';
import type { ExportedInvoice } from '../../model.ts';
import { deductedColumns, lockDeducted, type WithPrepaid } from './deducted.ts';
import type { LoadedCompany, SecondCostObject } from './load-company.ts';

/** The number of the second cost object, from the line `l` or else the head `i` (EXP-22, DATA-35). */
const secondCostObjects: Readonly<Record<SecondCostObject, string>> = {
  none: 'null',
  profit_center:
    '(select r.number from profit_center r where r.id = coalesce(l.profit_center_id, i.profit_center_id))',
  project:
    '(select r.code from financial_dimension r where r.id = coalesce(l.d365_project_id, i.d365_project_id))',
  employee: '(select r.code from financial_dimension r where r.id = coalesce(l.employee_id, i.employee_id))',
};

/** The booking lines of an invoice; without lines each tax rate, else the total. */
const bookable = `select l.sort_no, l.id, l.total_netto, l.tax_percentage, l.tax_category, l.description, l.ledger_account_id,
    l.cost_center_id, l.profit_center_id, l.d365_project_id, l.employee_id, l.posting_key_id
  from invoice_line l where l.invoice_id = i.id
  union all select 0, t.id, t.net, t.tax_percentage, t.tax_category, null, null, null, null, null, null, null
  from invoice_tax t where t.invoice_id = i.id and not exists (select from invoice_line l where l.invoice_id = i.id)
  union all select 0, 0, i.total_netto, i.tax, 'S', null, null, null, null, null, null, null
  where not exists (select from invoice_line l where l.invoice_id = i.id)
    and not exists (select from invoice_tax t where t.invoice_id = i.id)`;

/** The posting key chosen for a line `l` or the whole invoice `i` (EXP-26). */
const chosenKey = (of: 'l' | 'i'): string =>
  `(select jsonb_build_object('number', k.number, 'tax', k.tax::text) from posting_key k where k.id = ${of}.posting_key_id)`;

const queries = new Map<SecondCostObject, string>();

function queryFor(second: SecondCostObject): string {
  const known = queries.get(second);
  if (known !== undefined) return known;
  const made = `select i.id, i.guid, i.number, i.number_printed, i.name, i.document_type, i.invoice_date, i.due_date,
      i.delivery_date, i.currency, i.exchange_rate, i.total_brutto, i.export_individual_items, ${chosenKey('i')} as key, ${deductedColumns},
      jsonb_build_array(jsonb_build_object('percentage', i.discount_1_percentage::text, 'date', i.discount_1_date),
        jsonb_build_object('percentage', i.discount_2_percentage::text, 'date', i.discount_2_date)) as terms,
      jsonb_build_object('name', s.name, 'creditor', coalesce(
        (select c.external_id from supplier_client c where c.supplier_id = s.id and c.client_id = i.client_id),
        s.external_id)) as supplier,
      (select jsonb_agg(jsonb_build_object('net', l.total_netto::text, 'tax_percentage', coalesce(l.tax_percentage, 0)::text,
          'tax_category', coalesce(l.tax_category, 'S'), 'text', l.description,
          'account', (select jsonb_build_object('number', a.number, 'automatic', a.automatic, 'automatic_tax', a.automatic_tax::text,
              'automatic_category', a.automatic_category,
              'charted', array(select k.account from client_chart_account k
                where k.client_id = i.client_id and k.account in ('0' || a.number, a.number || '0')))
            from ledger_account a where a.id = coalesce(l.ledger_account_id, i.ledger_account_id)),
          'key', ${chosenKey('l')},
          'cost_center', (select c.number from cost_center c where c.id = coalesce(l.cost_center_id, i.cost_center_id)),
          'cost_object', ${secondCostObjects[second]}) order by l.sort_no, l.id)
        from (${bookable}) l) as lines,
      coalesce((select jsonb_agg(jsonb_build_object('tax_percentage', t.tax_percentage::text, 'tax_category', t.tax_category,
          'net', t.net::text, 'tax', t.tax::text) order by t.id) from invoice_tax t where t.invoice_id = i.id), '[]') as tax_rows
    from invoice i left join supplier s on s.id = i.supplier_id where i.id = any ($1)`;
  queries.set(second, made);
  return made;
}

type BookingCompany = Pick<LoadedCompany, 'datev_kost2' | 'owed_rate' | 'tax_keys'>;

/** Loads all exported data of an invoice as the company books it; refuses with `not_found`. Runs as writer. */
export async function loadExportedInvoice(
  tx: Tx,
  id: number,
  company: BookingCompany,
): Promise<ExportedInvoice> {
  const invoice = (await loadExportedInvoices(tx, [id], company)).get(id);
  if (!invoice) throw new Refused(refuse('not_found'));
  return invoice;
}

/** Like `loadExportedInvoice` for many invoices; missing ones are skipped. */
export async function loadExportedInvoices(
  tx: Tx,
  ids: readonly number[],
  company: BookingCompany,
): Promise<ReadonlyMap<number, ExportedInvoice>> {
  lockDeducted(tx, ids);
  return await readExportedInvoices(tx, ids, company);
}

/** Like `loadExportedInvoices`, but read-only: locks nothing. */
export async function readExportedInvoices(
  tx: Tx,
  ids: readonly number[],
  company: BookingCompany,
): Promise<ReadonlyMap<number, ExportedInvoice>> {
  const query = queryFor(company.datev_kost2);
  const invoices = await tx.fixed<WithPrepaid<ExportedInvoice>>(query, [ids]);
  const deducted = [...new Set(invoices.flatMap(({ prepaid_ids }) => prepaid_ids))];
  const prepayments = deducted.length === 0 ? [] : await tx.fixed<ExportedInvoice>(query, [deducted]);
  const taken = new Map(prepayments.map((one) => [one.id, keyedLines(one, company)]));
  return new Map(
    invoices.map((invoice) => [
      invoice.id,
      restOf(
        invoice,
        invoice.prepaid_ids.flatMap((id) => taken.get(id) ?? []),
      ),
    ]),
  );
}
