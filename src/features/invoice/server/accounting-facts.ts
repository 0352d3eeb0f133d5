import type { Tx } from '../../../platform/server/database.ts';
import { headParticulars, lineParticulars, tableOf } from '../accounting/particulars.ts';
import type { AccountingFacts, InvoiceFields, InvoiceLineFields, KnownRecord } from '../model.ts';

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

/** What the rules of the accounting look at, but for what the configuration says. */
export async function loadAccounting(
  tx: Tx,
  _invoiceId: number,
  head: InvoiceFields,
  lines: readonly InvoiceLineFields[],
): Promise<Omit<AccountingFacts, 'target'>> {
  return { records: await loadBookedRecords(tx, head, lines) };
}
