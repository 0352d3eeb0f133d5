import { Refused, refuse } from '../../base/refusal.ts';
import { identityOf, type Relation, relationOf, type Table, writtenColumnOf } from '../model.ts';
import { writableColumns } from '../schema.ts';
import type { RowKey } from '../source.ts';
import { givenMarks, insertSql, namedColumns, placeKey } from '../write-sql.ts';
import { changesOf, writeChanges } from './change.ts';
import { insertChildren, insertParents, linkColumns, type NestedInsert } from './nested-insert.ts';
import { type Pointing, requireSeen } from './pointers.ts';
import { orRepeated } from './repeated.ts';
import { findTargets, type OnConflict } from './targets.ts';
import type { Values, WriteSession } from './write-session.ts';

/** One object of an insert, taken apart. `place` is its position in the request. */
export interface Draft {
  readonly place: number;
  readonly values: Record<string, unknown>;
  /** The identity, which makes the object an update of an existing row (SHEET-15). */
  readonly id: unknown;
  /** The expected `updated_at`. */
  readonly stamp: unknown;
  /** Rows that this one points to; they are written first, and their keys become values of this one. */
  readonly parents: readonly NestedRows[];
  /** Rows that point to this one. */
  readonly children: readonly NestedRows[];
}

type NestedRows = readonly [Relation, NestedInsert];

export interface InsertRequest {
  readonly table: Table;
  readonly objects: readonly Values[];
  readonly onConflict: OnConflict | undefined;
  /** Columns that the server itself fills: the keys of the parent row. */
  readonly given: readonly string[];
  /** Columns beside the key that the result tells of each row. */
  readonly needs: readonly string[];
  /** Where the objects stand in the request, for the `field` of a refusal. */
  readonly field: string;
}

export interface InsertResult {
  /** Rows written, nested ones included. */
  readonly affected: number;
  /** The keys of the rows to answer, in the order of the objects. */
  readonly keys: readonly RowKey[];
  /** The row that each object means, whether it was written or left alone, by place. */
  readonly rows: ReadonlyMap<number, RowKey>;
}

/** Inserts objects and updates those that name an existing row, between the rows they point to and those that point to them. */
export async function insertRows(session: WriteSession, request: InsertRequest): Promise<InsertResult> {
  const { table, objects, onConflict } = request;
  session.count(objects.length);
  if (objects.length === 0) return { affected: 0, keys: [], rows: new Map() };
  const drafts = objects.map((object, place) => draftOf(session, request, object, place));
  const parents = await insertParents(session, request, drafts);
  const targets = await findTargets(session, request, drafts);
  const fresh = drafts.filter((draft) => !targets.has(draft.place));
  const updates = drafts.filter(
    (draft) => targets.get(draft.place)?.matches && onConflict?.update_columns.length !== 0,
  );
  const additions = additionsOf(session, request, fresh);
  const changes = changesOf(session, request, updates, targets);
  await requireSeen(session, table, [...additions, ...changes]);
  const rows = new Map<number, RowKey>([...targets].map(([place, target]) => [place, target.row]));
  const affected = await orRepeated(session, request, drafts, targets, async () => {
    const updated = await writeChanges(session, table, changes);
    for (const [place, row] of await insertDrafts(session, request, fresh)) rows.set(place, row);
    return updated;
  });
  const children = await insertChildren(session, request, drafts, rows);
  const answered = [...fresh, ...updates].sort((a, b) => a.place - b.place);
  const keys = answered.map((draft) => keyOfRow(table, rows.get(draft.place) ?? {}));
  session.wrote(table, keys);
  session.added(
    table,
    fresh.map(({ place }) => keyOfRow(table, rows.get(place) ?? {})),
  );
  return { affected: affected + fresh.length + parents + children, keys, rows };
}

export function keyOfRow(table: Table, row: RowKey): RowKey {
  return Object.fromEntries(table.primaryKey.map((column) => [column, row[column]]));
}

function draftOf(session: WriteSession, request: InsertRequest, object: Values, place: number): Draft {
  const { table } = request;
  const identity = identityOf(table)?.name;
  const values: Record<string, unknown> = {};
  const nested: NestedRows[] = [];
  for (const [key, value] of Object.entries(object)) {
    const relation = relationOf(table, key);
    const column = writtenColumnOf(table, key);
    if (relation && value !== null) nested.push([relation, value as NestedInsert]);
    if (column && key !== identity && key !== 'updated_at')
      Object.assign(values, session.stored(column, value));
  }
  const [parents, children] = [true, false].map((holdsKey) =>
    nested.filter(([relation]) => relation.holdsKey === holdsKey),
  ) as [NestedRows[], NestedRows[]];
  for (const [relation] of parents) {
    // The key of the other row is either given or comes with it.
    if (!linkColumns(relation).some((column) => column in object)) continue;
    throw new Refused(refuse('validation_failed', { field: `${request.field}.${place}.${relation.name}` }));
  }
  const id = identity === undefined ? null : (object[identity] ?? null);
  const stored = session.normal(table, values, request.objects.length > 1 ? `${place}.` : '');
  return { place, values: stored, id, stamp: object.updated_at ?? null, parents, children };
}

/** Refuses columns that this kind of write may not name; the input type allows those of insert and update. */
export function requireColumns(request: InsertRequest, draft: Draft, allowed: ReadonlySet<string>): void {
  for (const name of Object.keys(draft.values)) {
    if (allowed.has(name) || request.given.includes(name)) continue;
    throw new Refused(refuse('permission_denied', { field: `${request.field}.${draft.place}.${name}` }));
  }
}

/** The rows that drafts add, once the person may add them and those of his own carry his id. */
function additionsOf(session: WriteSession, request: InsertRequest, drafts: readonly Draft[]): Pointing[] {
  if (drafts.length === 0) return [];
  const { table } = request;
  const access = session.access(table, 'insert');
  const allowed = new Set([...writableColumns(table, access).map((column) => column.name), access.own ?? '']);
  return drafts.map((draft) => {
    requireColumns(request, draft, allowed);
    if (access.own !== undefined) claim(session, draft.values, access.own);
    return { values: draft.values, before: filledKeys(request, draft, access.own) };
  });
}

/** The keys among the values of a draft that the server fills: those of rows around it, and the person's own. */
export function filledKeys({ given }: InsertRequest, { values, parents }: Draft, own?: string): RowKey {
  const linked = parents.flatMap(([relation]) => linkColumns(relation));
  const filled = [...given, ...linked, own ?? ''].filter((name) => name in values);
  return Object.fromEntries(filled.map((name) => [name, values[name]]));
}

async function insertDrafts(
  session: WriteSession,
  request: InsertRequest,
  drafts: readonly Draft[],
): Promise<Map<number, RowKey>> {
  const rows = new Map<number, RowKey>();
  if (drafts.length === 0) return rows;
  const { table } = request;
  const wanted = neededColumns(request, drafts);
  const { names, partial } = namedColumns(drafts.map((draft) => draft.values));
  const json = JSON.stringify(
    drafts.map(({ values, place }) => ({ ...values, ...givenMarks(partial, values), [placeKey]: place })),
  );
  const inserted = await session.write<Record<string, unknown>>(
    insertSql(table, names, partial, wanted),
    table.hasTenant ? [json, session.context.tenantId] : [json],
  );
  for (const [place, draft] of drafts.entries()) rows.set(draft.place, inserted[place] ?? {});
  return rows;
}

/** Own rows carry the person's id; nobody creates one for somebody else (ROLE-19). */
export function claim(session: WriteSession, values: Record<string, unknown>, own: string): void {
  const { userId } = session.context;
  if (values[own] !== undefined && values[own] !== userId)
    throw new Refused(refuse('permission_denied', { field: own }));
  values[own] = userId;
}

/** The columns of each row that its answer, its nested rows and the caller ask for. */
export function neededColumns({ table, needs }: InsertRequest, drafts: readonly Draft[]): string[] {
  const pointedAt = drafts.flatMap(({ children }) => children.flatMap(([relation]) => linkColumns(relation)));
  return [...new Set([...table.primaryKey, ...needs, ...pointedAt])];
}
