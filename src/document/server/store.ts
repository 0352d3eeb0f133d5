import { Refused, refuse } from '../../base/refusal.ts';
import type { Context } from '../../platform/context.ts';
import { firstFailure } from '../../platform/server/database/first-failure.ts';
import type { Tx } from '../../platform/server/database.ts';
import {
  findTimeline,
  loadTimeline,
  lockTimeline,
  type StoredTimeline,
} from '../../timeline/server/store.ts';
import type { Approver } from '../approval/approvers.ts';
import type { DocumentFacts } from '../facts.ts';
import { isSameField } from '../field-values.ts';
import type { DocumentFields } from '../fields.ts';
import type { Kind } from '../kind.ts';
import type { Outcome } from '../outcome.ts';
import type { ServedKind, StoredDocument } from './served-kind.ts';

/**
 * Finds the document as the person sees it, locks its timeline and loads it as writer (TECH-03), in one round trip.
 * Refuses `not_found` if the person cannot see it, and like `lockTimeline`.
 *
 * @see docs/topics/locks-and-saving.md
 */
export async function lockDocument<D extends StoredDocument, F extends DocumentFacts, O extends Outcome>(
  tx: Tx,
  context: Context,
  served: ServedKind<D, F, O>,
  id: number,
  expectedVersion: number | null,
): Promise<D> {
  const found = findTimeline(tx, { kind: served.kind.name, id });
  const writer = tx.as('writer');
  const locked = withTimeline(
    lockTimeline(writer, context, 'found', expectedVersion),
    served.load(writer, id),
  );
  const [, document] = await firstFailure(found, locked);
  return document;
}

/** Loads a visible document without a lock, for reading only. Runs as writer. */
export async function loadDocument<D extends StoredDocument, F extends DocumentFacts, O extends Outcome>(
  tx: Tx,
  served: ServedKind<D, F, O>,
  id: number,
): Promise<D> {
  const found = findTimeline(tx, { kind: served.kind.name, id });
  const [, document] = await firstFailure(
    found,
    withTimeline(loadTimeline(tx, 'found'), served.load(tx, id)),
  );
  return document;
}

/** Combines a timeline and the content of its document, read in one round trip, the content after the lock. */
export async function withTimeline<D extends StoredDocument>(
  timeline: Promise<StoredTimeline>,
  content: Promise<Omit<D, 'timeline' | 'storedTimeline'>>,
): Promise<D> {
  const [storedTimeline, rest] = await firstFailure(timeline, content);
  return { ...rest, storedTimeline, timeline: storedTimeline.timeline } as unknown as D;
}

/** Columns of a head or line with new values; names come from the model, never from input. */
export type Changes = Readonly<Record<string, unknown>>;

interface HeadColumns {
  readonly computed?: Readonly<Record<string, string>>;
  /** The fields that people fill, in any combination. */
  readonly filled: DocumentFields;
}

/** The columns whose values differ from the stored ones. */
export function changedColumns(fields: DocumentFields, stored: object, wanted: object): Changes {
  const before = new Map<string, unknown>(Object.entries(stored));
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([column, value]) => before.has(column) && !isSameField(fields, column, before.get(column), value),
    ),
  );
}

/**
 * Updates head columns, `computed` ones by SQL expressions; returns whether there were any. Statements without form
 * fields are prepared, since they have few variants.
 */
export function updateHead(tx: Tx, kind: Kind, id: number, changes: Changes, columns: HeadColumns): boolean {
  return updateHeads(tx, kind, [id], changes, columns);
}

/** As `updateHead`, for several documents. */
export function updateHeads(
  tx: Tx,
  { name }: Kind,
  ids: readonly number[],
  changes: Changes,
  { computed = {}, filled }: HeadColumns,
): boolean {
  const given = Object.keys(changes).map((column, index) => `${column} = $${index + 2}`);
  const assignments = [...given, ...Object.entries(computed).map((pair) => pair.join(' = '))].join(', ');
  if (assignments === '') return false;
  const text = `update ${name} set ${assignments} where id = any ($1)`;
  const values = [ids, ...Object.values(changes)];
  if (Object.keys(changes).some((column) => column in filled)) tx.sendVaried(text, values);
  else tx.send(text, values);
  return true;
}

/** Deletes a draft with everything that belongs to it (TASK-18). */
export async function removeDraft(tx: Tx, { name }: Kind, id: number): Promise<void> {
  const { is_needed: isNeeded } = await tx.one<{ is_needed: boolean }>(
    'select app.is_needed($1, app.tenant_id(), $2) as is_needed',
    [name, id],
  );
  if (isNeeded) throw new Refused(refuse('document_needed'));
  tx.send(`delete from document_file where ${name}_id = $1`, [id]);
  tx.send(`delete from file where ${name}_id = $1`, [id]);
  tx.send(
    `with gone as (delete from ${name} where id = $1 returning timeline_id)
     delete from timeline where id in (select timeline_id from gone)`,
    [id],
  );
}

/** Approvers chosen by hand or by group on the document, if active (PROC-14). */
export async function loadDocumentApprovers(tx: Tx, { name }: Kind, id: number): Promise<Approver[]> {
  return await tx.fixed<Approver>(
    `select u.id as lb_user_id, u.name, u.approval_limit, u.priority_approval_limit,
            a.is_required, a.inserted_manually, a.inserted_by_group
     from ${name}_approver a join lb_user u on u.id = a.lb_user_id
     where a.${name}_id = $1 and (a.inserted_manually or a.inserted_by_group) and u.active and not u.blocked`,
    [id],
  );
}

/** Replaces the manually chosen approvers of the document (PROC-14). */
export function saveChosenApprovers(
  tx: Tx,
  context: Context,
  { name }: Kind,
  id: number,
  approvers: readonly Approver[],
): void {
  tx.send(`delete from ${name}_approver where ${name}_id = $1`, [id]);
  tx.send(
    `insert into ${name}_approver (tenant_id, ${name}_id, lb_user_id, is_required, inserted_manually, inserted_by_group)
     select $2, $3, lb_user_id, is_required, inserted_manually, inserted_by_group
     from json_to_recordset($1) as r(lb_user_id bigint, is_required boolean, inserted_manually boolean, inserted_by_group boolean)`,
    [JSON.stringify(approvers), context.tenantId, id],
  );
}
