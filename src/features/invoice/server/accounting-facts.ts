import type { Tx } from '../../../platform/server/database.ts';
import { exportTargets } from '../../export-target/targets.ts';
import { headParticulars, lineParticulars, parties, tableOf } from '../accounting/particulars.ts';
import type { AccountingFacts, InvoiceFields, InvoiceLineFields, KnownRecord } from '../model.ts';

type Table = KnownRecord['table'];

/** The SQL for the companies of a table's record and its `sort`. */
const particulars: Readonly<Record<Table, string>> = {
  cost_center: `array(select l.client_id from cost_center_client l where l.cost_center_id = r.id), null`,
  ledger_account: ofLinked('ledger_account'),
  profit_center: ofLinked('profit_center'),
  posting_key: ofLinked('posting_key'),
  tax_group: 'array[client_id], null',
  tax_item_group: 'array[client_id], null',
  financial_dimension: 'array[client_id], dimension_type',
  supplier: 'null::bigint[], null',
  client: 'null::bigint[], null',
  department: 'null::bigint[], null',
};

const taxed: Partial<Readonly<Record<Table, string>>> = {
  ledger_account: 'r.number, case when r.automatic then r.automatic_tax::text end',
  posting_key: 'r.number, r.tax::text',
};

/** A record without linked companies belongs to all. */
function ofLinked(table: Table): string {
  return `(select array_agg(l.client_id) from client_${table} l where l.${table}_id = r.id), null`;
}

const tables = Object.keys(particulars) as readonly Table[];

const selectRecords = tables
  .map(
    (table, place) =>
      `select '${table}' as table, r.id, r.active, s.* from ${table} r
       cross join lateral (select ${particulars[table]}, ${taxed[table] ?? 'null, null'}) s (companies, sort, number, tax) where r.id = any ($${place + 1}::bigint[])`,
  )
  .join(' union all ');

// The target may change before the export.
const places = ['cost_center_id', 'ledger_account_id'] as const;
const ofHead = [
  ...parties,
  ...places,
  ...new Set(exportTargets.flatMap((target) => headParticulars(target))),
];
const ofLine = [...places, ...new Set(exportTargets.flatMap((target) => lineParticulars(target)))];

/** An invoice and its lines with the fields they are booked by. */
interface Booked {
  readonly head: InvoiceFields;
  readonly lines: readonly InvoiceLineFields[];
}

/** Loads the records that invoices and their lines are booked by, for all targets (VAL-21). Runs as writer. */
export async function loadBookedRecords(
  tx: Tx,
  invoices: Iterable<Booked>,
): Promise<AccountingFacts['records']> {
  const ids = new Map<Table, Set<number>>(tables.map((table) => [table, new Set()]));
  const note = (column: Parameters<typeof tableOf>[0], id: number | null): void => {
    if (id !== null) ids.get(tableOf(column))?.add(id);
  };
  for (const { head, lines } of invoices) {
    for (const column of ofHead) note(column, head[column]);
    for (const line of lines) for (const column of ofLine) note(column, line[column]);
  }
  const wanted = tables.map((table) => [...(ids.get(table) ?? [])]);
  if (wanted.every(({ length }) => length === 0)) return [];
  return await tx.fixed<KnownRecord>(selectRecords, wanted);
}

const selectPrepaid = `select (select sum(p.total_brutto)::text from app.prepayments_of(i) p) as deducted, app.booked_final_beside(i.id) as "bookedFinal"
  from invoice i where i.id = $1`;

type Prepaid = Pick<AccountingFacts, 'deducted' | 'bookedFinal'>;

async function loadPrepaid(tx: Tx, id: number, orderId: number | null): Promise<Prepaid> {
  return orderId === null
    ? { deducted: null, bookedFinal: null }
    : await tx.one<Prepaid>(selectPrepaid, [id]);
}

/** Loads the input of the accounting rules besides company and configuration. */
export async function loadAccounting(
  tx: Tx,
  { id, head, lines }: Booked & { readonly id: number },
): Promise<Prepaid & Pick<AccountingFacts, 'records'>> {
  const [records, prepaid] = await Promise.all([
    loadBookedRecords(tx, [{ head, lines }]),
    loadPrepaid(tx, id, head.procurement_id),
  ]);
  return { ...prepaid, records };
}
