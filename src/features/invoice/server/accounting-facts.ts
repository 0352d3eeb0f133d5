import type { Tx } from '../../../platform/server/database.ts';
import { headParticulars, lineParticulars, tableOf } from '../accounting/particulars.ts';
import type {
  AccountingFacts,
  Invoice,
  InvoiceFields,
  InvoiceLineFields,
  KnownRecord,
  Prepayment,
} from '../model.ts';

const ofOneCompany = (table: string): string =>
  `select '${table}' as table, id, active, array[client_id] as companies, null as sort from ${table}`;
/** What is linked with no company is for all of them. */
const ofLinked = (table: string): string =>
  `select '${table}' as table, id, active, (select array_agg(l.client_id) from client_${table} l
     where l.${table}_id = ${table}.id) as companies, null as sort from ${table}`;

const selections: Readonly<Record<KnownRecord['table'], string>> = {
  cost_center: `select 'cost_center' as table, id, active, array(select l.client_id from cost_center_client l
     where l.cost_center_id = cost_center.id) as companies, null as sort from cost_center`,
  ledger_account: ofLinked('ledger_account'),
  profit_center: ofLinked('profit_center'),
  posting_key: ofLinked('posting_key'),
  tax_group: ofOneCompany('tax_group'),
  tax_item_group: ofOneCompany('tax_item_group'),
  financial_dimension: `select 'financial_dimension' as table, id, active, array[client_id] as companies,
     dimension_type as sort from financial_dimension`,
};

/** The records that an invoice and its lines are booked by, whichever the target is (VAL-21). */
async function loadBookedRecords(
  tx: Tx,
  head: InvoiceFields,
  lines: readonly InvoiceLineFields[],
): Promise<AccountingFacts['records']> {
  const ids = new Map<KnownRecord['table'], Set<number>>();
  const note = (column: Parameters<typeof tableOf>[0], id: number | null): void => {
    if (id === null) return;
    const table = tableOf(column);
    ids.set(table, (ids.get(table) ?? new Set()).add(id));
  };
  const places = ['cost_center_id', 'ledger_account_id'] as const;
  for (const column of [...places, 'posting_key_id', ...headParticulars('ms365')] as const)
    note(column, head[column]);
  for (const line of lines)
    for (const column of [...places, ...lineParticulars('ms365')] as const) note(column, line[column]);
  const found = await Promise.all(
    [...ids].map(([table, wanted]) =>
      tx.fixed<KnownRecord>(`${selections[table]} where id = any ($1::bigint[])`, [[...wanted]]),
    ),
  );
  return found.flat();
}

/** Without a breakdown the whole invoice has one rate. */
const selectPrepayments = `select i.id, i.currency, coalesce(
    (select jsonb_agg(jsonb_build_object('tax_percentage', t.tax_percentage::text, 'tax_category', t.tax_category,
       'net', t.net::text, 'tax', t.tax::text)) from invoice_tax t where t.invoice_id = i.id),
    jsonb_build_array(jsonb_build_object('tax_percentage', coalesce(i.tax, 0)::text, 'tax_category', 'S',
       'net', i.total_netto::text, 'tax', i.total_tax::text))) as rows
  from invoice i left join invoice corrected on corrected.id = i.corrects_invoice_id
  where i.id <> $2 and i.status not in ('declined', 'declined-exported') and (
    i.document_type = 'prepayment' and i.procurement_id = $1
    or i.document_type = 'credit_note' and corrected.document_type = 'prepayment' and corrected.procurement_id = $1)
  order by i.id`;

async function loadPrepayments(tx: Tx, id: number, orderId: number | null): Promise<readonly Prepayment[]> {
  return orderId === null ? [] : await tx.fixed<Prepayment>(selectPrepayments, [orderId, id]);
}

/** What the rules of the accounting look at, but for what the configuration says. */
export async function loadAccounting(
  tx: Tx,
  { id, head, lines }: Pick<Invoice, 'lines'> & { readonly id: number; readonly head: InvoiceFields },
): Promise<Omit<AccountingFacts, 'target'>> {
  const [records, company, prepayments] = await Promise.all([
    loadBookedRecords(tx, head, lines),
    tx.maybeOne<{ vat_number: string | null }>('select vat_number from client where id = $1', [
      head.client_id,
    ]),
    loadPrepayments(tx, id, head.procurement_id),
  ]);
  return { records, companyVatId: company?.vat_number ?? null, prepayments };
}
