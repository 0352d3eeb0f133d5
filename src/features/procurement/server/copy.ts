import { newReferences, type Reference, unseenReferences } from '../../../document/server/references.ts';
import { loadDocument } from '../../../document/server/store.ts';
import type { Context } from '../../../platform/context.ts';
import { hasRole } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { systemRemark } from '../../../timeline/task-actions.ts';
import { lineFieldNames, linePriceFields, procurementFieldNames } from '../fields.ts';
import type { ProcurementLine } from '../model.ts';
import { contractRefusal } from './contract-orders.ts';
import type { SaveInput } from './input.ts';
import { saveDocument } from './save.ts';
import { servedProcurement } from './served.ts';
import { referencedTables, type StoredProcurement } from './store.ts';

type Values = Readonly<Record<string, unknown>>;

/** Fields that are valid for the original order only. */
const notCopied: readonly string[] = ['external_order_number', 'delivery_date', 'exchange_rate', 'rate_date'];
const notCopiedOfLines: readonly string[] = [
  'sort_no',
  'delivery_date',
  'confirmed_delivery_date',
  'offer_number',
  'offer_date',
];

/**
 * Copies head and lines of a visible request into a new draft of the person (PROC-33). Not copied: marketplace lines,
 * which have to come from the marketplace, dates, invisible references, and contracts that are not orderable.
 * Deactivated records are dropped with a remark in the draft (PROC-43). People without `user-price` get catalogue
 * prices (ROLE-07).
 */
export async function copyDocument(tx: Tx, context: Context, id: number): Promise<{ id: number }> {
  await tx.one('select id from procurement where id = $1', [id]);
  const source = await loadDocument(tx.as('writer'), servedProcurement, id);
  const { copy, inactive } = await withoutInactive(tx, await withoutUnseen(tx, copyOf(source, context)));
  const reported = systemRemark({ code: 'copied_without', values: { names: inactive.join(', ') } });
  return await saveDocument(tx, context, undefined, copy, inactive.length > 0 ? [reported] : []);
}

interface Copy {
  readonly head: Values;
  readonly lines: readonly Values[];
}

function copyOf({ head, lines }: StoredProcurement, context: Context): Copy {
  const skipped = hasRole(context, 'user-price')
    ? notCopiedOfLines
    : [...notCopiedOfLines, ...linePriceFields];
  return {
    head: picked(head, procurementFieldNames, notCopied),
    lines: lines.filter(isCopied).map((line) => picked(line, lineFieldNames, skipped)),
  };
}

function isCopied({ marketplace_id, punchout_cart_id }: ProcurementLine): boolean {
  return marketplace_id === null && punchout_cart_id === null;
}

function picked(row: object, fields: readonly string[], skipped: readonly string[]): Values {
  const values = new Map(Object.entries(row));
  return Object.fromEntries(
    fields.filter((field) => !skipped.includes(field)).map((field) => [field, values.get(field)]),
  );
}

function referencesOf({ head, lines }: Copy): readonly Reference[] {
  return [
    ...newReferences(referencedTables, head, {}, 'head.'),
    ...lines.flatMap((line, place) => newReferences(referencedTables, line, {}, `lines.${place}.`)),
  ];
}

/** The copy with the given fields emptied. */
function cleared({ head, lines }: Copy, fields: ReadonlySet<string>): Copy {
  const emptied = (row: Values, path: string): Values =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, fields.has(`${path}${name}`) ? null : value]),
    );
  return {
    head: emptied(head, 'head.'),
    lines: lines.map((line, place) => emptied(line, `lines.${place}.`)),
  };
}

async function withoutUnseen(tx: Tx, copy: Copy): Promise<Copy> {
  const references = referencesOf(copy);
  const unseen = new Set(
    (await unseenReferences(tx, referencedTables, references)).map(({ field }) => field),
  );
  const contract = references.find(({ column }) => column === 'contract_id');
  if (contract && (await contractRefusal(tx, contract.id))) unseen.add(contract.field);
  return cleared(copy, unseen);
}

/** The name columns of the tables with an `active` flag. Contracts are checked separately. */
const namesOfRecords: Readonly<Record<string, string>> = {
  client: 'name',
  department: 'name',
  cost_center: 'name',
  ledger_account: 'name',
  client_address: 'address_name',
  lb_user: 'name',
  supplier: 'name',
  product: 'name',
  product_group: 'name',
};

/** The copy without deactivated records, and their names. */
async function withoutInactive(
  tx: Tx,
  copy: Copy,
): Promise<{ readonly copy: SaveInput; readonly inactive: readonly string[] }> {
  const byTable = Map.groupBy(referencesOf(copy), ({ column }) => referencedTables[column] ?? column);
  const found = await Promise.all(
    [...byTable].map(async ([table, references]) => {
      const name = namesOfRecords[table];
      if (name === undefined) return [];
      const rows = await tx.fixed<{ id: number; name: string | null }>(
        `select id, ${name} as name from ${table} where id = any ($1) and not active order by id`,
        [references.map(({ id }) => id)],
      );
      return rows.map((row) => ({ ...row, fields: references.filter(({ id }) => id === row.id) }));
    }),
  );
  const inactive = found.flat();
  const fields = new Set(inactive.flatMap((one) => one.fields.map(({ field }) => field)));
  return { copy: cleared(copy, fields) as SaveInput, inactive: inactive.map(({ name }) => name ?? '') };
}
