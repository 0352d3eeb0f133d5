import { newReferences, unseenReferences } from '../../../document/server/references.ts';
import { loadDocument } from '../../../document/server/store.ts';
import type { Context } from '../../../platform/context.ts';
import { hasRole } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { lineFieldNames, linePriceFields, procurementFieldNames } from '../fields.ts';
import type { ProcurementLine } from '../model.ts';
import { contractRefusal } from './contract-orders.ts';
import type { SaveInput } from './input.ts';
import { saveDocument } from './save.ts';
import { servedProcurement } from './served.ts';
import { referencedTables, type StoredProcurement } from './store.ts';

type Values = Readonly<Record<string, unknown>>;

/** What was true of the old order alone. */
const notCopied: readonly string[] = ['external_order_number', 'delivery_date', 'exchange_rate', 'rate_date'];
const notCopiedOfLines: readonly string[] = [
  'sort_no',
  'delivery_date',
  'confirmed_delivery_date',
  'offer_number',
  'offer_date',
];

/**
 * Makes a new draft of the person with head and lines of a request that he sees (PROC-33). Lines from a marketplace
 * stay behind, for only the marketplace sells them; so do dates, references that he does not see, and a contract that
 * nothing can be ordered from any more. Who sees no prices gets those of the catalogue (ROLE-07).
 */
export async function copyDocument(tx: Tx, context: Context, id: number): Promise<{ id: number }> {
  await tx.one('select id from procurement where id = $1', [id]);
  const source = await loadDocument(tx.as('writer'), servedProcurement, id);
  return await saveDocument(tx, context, await withoutUnseen(tx, copyOf(source, context)));
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

async function withoutUnseen(tx: Tx, { head, lines }: Copy): Promise<SaveInput> {
  const references = [
    ...newReferences(referencedTables, head, {}, 'head.'),
    ...lines.flatMap((line, place) => newReferences(referencedTables, line, {}, `lines.${place}.`)),
  ];
  const unseen = new Set(
    (await unseenReferences(tx, referencedTables, references)).map(({ field }) => field),
  );
  const contract = references.find(({ column }) => column === 'contract_id');
  if (contract && (await contractRefusal(tx, contract.id))) unseen.add(contract.field);
  const cleared = (row: Values, path: string): Values =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, unseen.has(`${path}${name}`) ? null : value]),
    );
  return {
    head: cleared(head, 'head.'),
    lines: lines.map((line, place) => cleared(line, `lines.${place}.`)),
  } as SaveInput;
}
