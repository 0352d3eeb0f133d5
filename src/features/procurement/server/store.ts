import { Refused, refuse } from '../../../base/refusal.ts';
import type { Approver } from '../../../document/approval/approvers.ts';
import { isSameField } from '../../../document/field-values.ts';
import { columnTypes, referencedTables } from '../../../document/server/field-columns.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { loadTimeline, lockTimeline, type StoredTimeline } from '../../../timeline/server/store.ts';
import { headAndLineFields, lineFields, procurementFieldNames } from '../fields.ts';
import type { OrderLetter, Procurement, ProcurementHead, ProcurementLine, SupplierOrder } from '../model.ts';

/** A request as it stands in the database, locked for the rest of the transaction. */
export interface StoredProcurement extends Procurement {
  readonly id: number;
  readonly storedTimeline: StoredTimeline;
}

const headColumns = [
  ...[
    'id',
    'timeline_id',
    'number',
    'order_number_formatted',
    'draft_number_formatted as draft_number',
    'status',
  ],
  ...['creator_id', 'total_netto', 'total_tax', 'total_brutto', 'completely_invoiced', 'approved_netto'],
  ...['approved_supplier_ids', 'submitted_at', ...procurementFieldNames],
].join(', ');

/** What a save writes of a line, with the types of the columns. */
const writtenLineTypes = {
  ...columnTypes(lineFields),
  sort_no: 'integer',
  total_netto: 'numeric',
  total_brutto: 'numeric',
  is_cost_center_fixed: 'boolean',
  marketplace_id: 'bigint',
  punchout_cart_id: 'bigint',
};
const writtenLineColumns = Object.keys(writtenLineTypes);
const lineColumns = ['id', 'quantity_received', ...writtenLineColumns].join(', ');

/**
 * Finds the request as the person sees it, then goes on as writer, locks its timeline and loads it whole
 * (TECH-03). Refuses `not_found` when the person cannot see it, and as `lockTimeline` does.
 */
export async function lockProcurement(
  tx: Tx,
  context: Context,
  id: number,
  expectedVersion: number | null,
): Promise<StoredProcurement> {
  const [{ timeline_id: timelineId }] = await Promise.all([
    tx.one<{ timeline_id: number }>('select timeline_id from procurement where id = $1', [id]),
    tx.as('writer'),
  ]);
  return await loadContent(tx, id, await lockTimeline(tx, context, timelineId, expectedVersion));
}

/** Loads a request that is known to be visible, without locking it: for looking only. Runs as writer. */
export async function loadProcurement(tx: Tx, id: number): Promise<StoredProcurement> {
  const { timeline_id } = await tx.one<{ timeline_id: number }>(
    'select timeline_id from procurement where id = $1',
    [id],
  );
  return await loadContent(tx, id, await loadTimeline(tx, timeline_id));
}

async function loadContent(tx: Tx, id: number, storedTimeline: StoredTimeline): Promise<StoredProcurement> {
  const [head, lines, orders, letters] = await Promise.all([
    tx.one<ProcurementHead & { id: number }>(`select ${headColumns} from procurement where id = $1`, [id]),
    tx.fixed<ProcurementLine>(
      `select ${lineColumns} from procurement_line where procurement_id = $1 order by sort_no, id`,
      [id],
    ),
    tx.fixed<Omit<SupplierOrder, 'letters'>>(selectOrders, [id]),
    tx.fixed<OrderLetter & { supplier_order_id: number }>(
      `select supplier_order_id, id, kind, version, change_no, state, failure, failure_reason, channel, content
       from procurement_order_letter where procurement_id = $1 order by id`,
      [id],
    ),
  ]);
  return {
    id,
    head,
    lines,
    orders: orders.map((order) => ({ ...order, letters: lettersOf(order.id, letters) })),
    storedTimeline,
    timeline: storedTimeline.timeline,
  };
}

/** Of several confirmations of an order the last one counts (PROC-36). */
const selectOrders = `
  select o.id, o.supplier_id, o.marketplace_id, o.state, o.channel,
    case when c.accepted_at is null then c.id end as undecided_confirmation_id
  from procurement_supplier_order o
  left join lateral (
    select id, accepted_at from order_confirmation where supplier_order_id = o.id order by id desc limit 1
  ) c on true
  where o.procurement_id = $1 order by o.id`;

function lettersOf(
  orderId: number | null,
  letters: readonly (OrderLetter & { readonly supplier_order_id: number })[],
): readonly OrderLetter[] {
  return letters
    .filter((letter) => letter.supplier_order_id === orderId)
    .map(({ supplier_order_id: _, ...letter }) => letter);
}

/** Columns of a head or line with their new values; names come from the model, never from a person. */
export type Changes = Readonly<Record<string, unknown>>;

/** The columns whose values differ from the stored ones. */
export function changedColumns(stored: object, wanted: object): Changes {
  const before = new Map<string, unknown>(Object.entries(stored));
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([column, value]) =>
        before.has(column) && !isSameField(headAndLineFields, column, before.get(column), value),
    ),
  );
}

/** Writes columns of the head and answers whether there were any. */
export async function updateHead(tx: Tx, id: number, changes: Changes): Promise<boolean> {
  const columns = Object.keys(changes);
  if (columns.length === 0) return false;
  const assignments = columns.map((column, index) => `${column} = $${index + 2}`).join(', ');
  await tx.query(`update procurement set ${assignments} where id = $1`, [id, ...Object.values(changes)]);
  return true;
}

/** Inserts an empty draft of the person and answers its id (TL-24). */
export async function insertDraft(tx: Tx, context: Context, timelineId: number): Promise<number> {
  const { id } = await tx.one<{ id: number }>(
    `insert into procurement (tenant_id, timeline_id, creator_id, currency)
     values ($1, $2, $3, coalesce((select c.currency from lb_user u join client c on c.id = u.client_id where u.id = $3), 'EUR'))
     returning id`,
    [context.tenantId, timelineId, context.userId],
  );
  return id;
}

/** Removes a draft with all that belongs to it. */
export async function removeDraft(tx: Tx, id: number): Promise<void> {
  await tx.fixed('delete from document_file where procurement_id = $1', [id]);
  await tx.fixed('delete from file where procurement_id = $1', [id]);
  await tx.fixed(
    'with gone as (delete from procurement where id = $1 returning timeline_id) delete from timeline where id in (select timeline_id from gone)',
    [id],
  );
}

/** Replaces the approvers chosen by hand on the document (PROC-14). */
export async function saveChosenApprovers(
  tx: Tx,
  context: Context,
  id: number,
  approvers: readonly Approver[],
): Promise<void> {
  await Promise.all([
    tx.fixed('delete from procurement_approver where procurement_id = $1', [id]),
    tx.fixed(
      `insert into procurement_approver (tenant_id, procurement_id, lb_user_id, is_required, inserted_manually, inserted_by_group)
       select $2, $3, lb_user_id, is_required, inserted_manually, inserted_by_group
       from json_to_recordset($1) as r(lb_user_id bigint, is_required boolean, inserted_manually boolean, inserted_by_group boolean)`,
      [JSON.stringify(approvers), context.tenantId, id],
    ),
  ]);
}

const lineRecord = Object.entries({ id: 'bigint', ...writtenLineTypes })
  .map(([column, type]) => `${column} ${type}`)
  .join(', ');

const updateLines = `
  update procurement_line l set ${writtenLineColumns.map((name) => `${name} = r.${name}`).join(', ')}
  from json_to_recordset($1) as r(${lineRecord}) where l.id = r.id and l.procurement_id = $2`;

const insertLines = `
  insert into procurement_line (tenant_id, procurement_id, ${writtenLineColumns.join(', ')})
  select $2, $3, ${writtenLineColumns.join(', ')} from json_to_recordset($1) as r(${lineRecord})`;

/** Makes the stored lines those given (missing ones are removed) and answers whether anything changed. */
export async function saveLines(
  tx: Tx,
  context: Context,
  id: number,
  stored: readonly ProcurementLine[],
  lines: readonly ProcurementLine[],
): Promise<boolean> {
  const before = new Map(stored.map((line) => [line.id, line]));
  const kept = new Set(lines.map((line) => line.id));
  const gone = stored.filter((line) => !kept.has(line.id)).map((line) => line.id);
  const added = lines.filter((line) => line.id === null);
  const changed = lines.filter((line) => {
    const former = before.get(line.id);
    return former !== undefined && Object.keys(changedColumns(former, line)).length > 0;
  });
  await Promise.all([
    gone.length > 0 &&
      tx.fixed('delete from procurement_line where procurement_id = $1 and id = any ($2)', [id, gone]),
    changed.length > 0 && tx.fixed(updateLines, [JSON.stringify(changed), id]),
    added.length > 0 && tx.fixed(insertLines, [JSON.stringify(added), context.tenantId, id]),
  ]);
  return gone.length + changed.length + added.length > 0;
}

/** The tables that heads and lines point to, by column. */
const referenced: Readonly<Record<string, string>> = {
  ...referencedTables(headAndLineFields),
  lb_user_id: 'lb_user',
  location_id: 'location',
  contract_line_id: 'contract_line',
};

/** A reference that a person sets, with the input field it came from. */
export interface Reference {
  readonly field: string;
  readonly column: string;
  readonly id: number;
}

/** The references to records that the person cannot see (TECH-03); call it as reader. */
export async function unseenReferences(tx: Tx, references: readonly Reference[]): Promise<Reference[]> {
  const tables = Map.groupBy(references, (reference) => referenced[reference.column] ?? reference.column);
  const unseen = await Promise.all(
    [...tables].map(async ([table, group]) => {
      const ids = group.map((reference) => reference.id);
      const seen = await tx.fixed<{ id: number }>(`select id from ${table} where id = any ($1)`, [ids]);
      const visible = new Set(seen.map((row) => row.id));
      return group.filter((reference) => !visible.has(reference.id));
    }),
  );
  return unseen.flat();
}

/** Refuses `unseenReferences`; references that stood there before are not passed in. */
export async function checkReferences(tx: Tx, references: readonly Reference[]): Promise<void> {
  const unseen = await unseenReferences(tx, references);
  const problems = unseen.map(({ field }) => ({ field, code: 'foreign_key_violation' as const }));
  const [first] = problems;
  if (first) throw new Refused(refuse('foreign_key_violation', { field: first.field, problems }));
}

/** The references among the given values that were not there before. */
export function newReferences(values: Changes, former: Changes, path: string): Reference[] {
  return Object.entries(values).flatMap(([column, id]) =>
    column in referenced && typeof id === 'number' && former[column] !== id
      ? [{ field: `${path}${column}`, column, id }]
      : [],
  );
}
