import { Refused, refuse } from '../../base/refusal.ts';
import { linkPairs, type Relation, type Table } from '../model.ts';
import type { RowKey } from '../source.ts';
import type { Where } from '../where.ts';
import type { Values, WriteSession } from './write-session.ts';

/** `on_conflict` as GraphQL coerced it. */
export interface OnConflict {
  readonly constraint: string;
  readonly update_columns: readonly string[];
  readonly where?: Where | null;
}

/** An existing row that an object of the request means. */
export interface Target {
  readonly row: RowKey;
  /** Whether the `where` of `on_conflict` lets it be updated. */
  readonly matches: boolean;
}

/** The value of a relation in an object: one row of an object relation, several of an array relation. */
export interface NestedInsert {
  readonly data: Values | readonly Values[];
  readonly on_conflict?: OnConflict | null;
}

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

export type NestedRows = readonly [Relation, NestedInsert];

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

export function keyOfRow(table: Table, row: RowKey): RowKey {
  return Object.fromEntries(table.primaryKey.map((column) => [column, row[column]]));
}

/** The columns of this side that connect a row with its nested rows. */
export function linkColumns(relation: Relation): readonly string[] {
  return linkPairs(relation).map(([mine]) => mine);
}

/** Refuses columns that this kind of write may not name; the input type allows those of insert and update. */
export function requireColumns(request: InsertRequest, draft: Draft, allowed: ReadonlySet<string>): void {
  for (const name of Object.keys(draft.values)) {
    if (allowed.has(name) || request.given.includes(name)) continue;
    throw new Refused(refuse('permission_denied', { field: `${request.field}.${draft.place}.${name}` }));
  }
}

/** The keys among the values of a draft that the server fills: those of rows around it, and the person's own. */
export function filledKeys({ given }: InsertRequest, { values, parents }: Draft, own?: string): RowKey {
  const linked = parents.flatMap(([relation]) => linkColumns(relation));
  const filled = [...given, ...linked, own ?? ''].filter((name) => name in values);
  return Object.fromEntries(filled.map((name) => [name, values[name]]));
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
