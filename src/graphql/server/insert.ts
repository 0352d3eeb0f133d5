import { Refused, refuse } from '../../base/refusal.ts';
import { columnOf, identityOf, type Relation, relationOf, type Table, tableOf } from '../model.ts';
import { writableColumns } from '../schema.ts';
import type { RowKey } from '../source.ts';
import { givenMarks, insertSql, namedColumns, placeKey } from '../write-sql.ts';
import { updateDrafts } from './change.ts';
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
  readonly nested: readonly (readonly [Relation, NestedInsert])[];
}

interface NestedInsert {
  readonly data: readonly Values[];
  readonly on_conflict?: OnConflict | null;
}

export interface InsertRequest {
  readonly table: Table;
  readonly objects: readonly Values[];
  readonly onConflict: OnConflict | undefined;
  /** Columns that the server itself fills: the keys of the parent row. */
  readonly given: readonly string[];
  /** Where the objects stand in the request, for the `field` of a refusal. */
  readonly field: string;
}

export interface InsertResult {
  /** Rows written, nested ones included. */
  readonly affected: number;
  /** The keys of the rows to answer, in the order of the objects. */
  readonly keys: readonly RowKey[];
}

/** Inserts objects and updates those that name an existing row; their nested rows follow. */
export async function insertRows(session: WriteSession, request: InsertRequest): Promise<InsertResult> {
  const { table, objects, onConflict } = request;
  session.count(objects.length);
  if (objects.length === 0) return { affected: 0, keys: [] };
  const drafts = objects.map((object, place) => draftOf(session, table, object, place));
  const targets = await findTargets(session, request, drafts);
  const fresh = drafts.filter((draft) => !targets.has(draft.place));
  const updates = drafts.filter(
    (draft) => targets.get(draft.place)?.matches && onConflict?.update_columns.length !== 0,
  );
  const rows = new Map<number, RowKey>([...targets].map(([place, target]) => [place, target.row]));
  const affected = await updateDrafts(session, request, updates, targets);
  for (const [place, row] of await insertDrafts(session, request, fresh)) rows.set(place, row);
  const nested = await insertNested(session, request, drafts, rows);
  const answered = [...fresh, ...updates].sort((a, b) => a.place - b.place);
  const keys = answered.map((draft) => keyOfRow(table, rows.get(draft.place) ?? {}));
  session.wrote(table, keys);
  return { affected: affected + fresh.length + nested, keys };
}

export function keyOfRow(table: Table, row: RowKey): RowKey {
  return Object.fromEntries(table.primaryKey.map((column) => [column, row[column]]));
}

function draftOf(session: WriteSession, table: Table, object: Values, place: number): Draft {
  const identity = identityOf(table)?.name;
  const values: Record<string, unknown> = {};
  const nested: (readonly [Relation, NestedInsert])[] = [];
  for (const [key, value] of Object.entries(object)) {
    const relation = relationOf(table, key);
    const column = columnOf(table, key);
    if (relation && value !== null) nested.push([relation, value as NestedInsert]);
    if (column && key !== identity && key !== 'updated_at' && !session.drops(column)) values[key] = value;
  }
  const id = identity === undefined ? null : (object[identity] ?? null);
  return { place, values, id, stamp: object.updated_at ?? null, nested };
}

/** Refuses columns that this kind of write may not name; the input type allows those of insert and update. */
export function requireColumns(request: InsertRequest, draft: Draft, allowed: ReadonlySet<string>): void {
  for (const name of Object.keys(draft.values)) {
    if (allowed.has(name) || request.given.includes(name)) continue;
    throw new Refused(refuse('permission_denied', { field: `${request.field}.${draft.place}.${name}` }));
  }
}

async function insertDrafts(
  session: WriteSession,
  request: InsertRequest,
  drafts: readonly Draft[],
): Promise<Map<number, RowKey>> {
  const rows = new Map<number, RowKey>();
  if (drafts.length === 0) return rows;
  const { table } = request;
  const access = session.access(table, 'insert');
  const allowed = new Set([...writableColumns(table, access).map((column) => column.name), access.own ?? '']);
  for (const draft of drafts) {
    requireColumns(request, draft, allowed);
    if (access.own !== undefined) claim(session, draft.values, access.own);
  }
  const wanted = [...new Set([...table.primaryKey, ...nestedColumns(drafts)])];
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

/** The columns of the parent that its nested rows point to. */
export function nestedColumns(drafts: readonly Draft[]): string[] {
  return drafts.flatMap(({ nested }) =>
    nested.flatMap(([relation]) => keyPairs(relation).map(([mine]) => mine)),
  );
}

function keyPairs(relation: Relation): readonly (readonly [string, string])[] {
  return relation.pairs.filter(([mine]) => mine !== 'tenant_id');
}

async function insertNested(
  session: WriteSession,
  request: InsertRequest,
  drafts: readonly Draft[],
  rows: ReadonlyMap<number, RowKey>,
): Promise<number> {
  const inserts = drafts.flatMap(({ place, nested }) =>
    nested.map(([relation, insert]) => ({
      relation,
      onConflict: insert.on_conflict ?? undefined,
      objects: insert.data.map((object) => ({ ...object, ...parentKeys(relation, rows.get(place) ?? {}) })),
    })),
  );
  const together = Map.groupBy(
    inserts,
    ({ relation, onConflict }) => `${relation.name} ${JSON.stringify(onConflict)}`,
  );
  let affected = 0;
  for (const group of together.values()) {
    const [first] = group;
    if (!first) continue;
    const { relation, onConflict } = first;
    const result = await insertRows(session, {
      table: tableOf(session.engine.model, relation.table),
      objects: group.flatMap(({ objects }) => objects),
      onConflict,
      given: keyPairs(relation).map(([, theirs]) => theirs),
      field: `${request.field}.${relation.name}`,
    });
    affected += result.affected;
  }
  return affected;
}

function parentKeys(relation: Relation, parent: RowKey): Values {
  return Object.fromEntries(keyPairs(relation).map(([mine, theirs]) => [theirs, parent[mine]]));
}
