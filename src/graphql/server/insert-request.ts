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

/** An existing row that an object of the request refers to. */
export interface Target {
  readonly row: RowKey;
  /** Whether the `where` of `on_conflict` permits the update. */
  readonly matches: boolean;
}

/** The value of a relation in an object: one row of an object relation, several of an array relation. */
export interface NestedInsert {
  readonly data: Values | readonly Values[];
  readonly on_conflict?: OnConflict | null;
}

/** One object of an insert, split into its parts. `place` is its position in the request. */
export interface Draft {
  readonly place: number;
  readonly values: Record<string, unknown>;
  /** The identity, which turns the object into an update of an existing row (SHEET-15). */
  readonly id: unknown;
  /** The expected `updated_at`. */
  readonly stamp: unknown;
  /** Rows that this one references; they are written first, and their keys become values of this one. */
  readonly parents: readonly NestedRows[];
  /** Rows that reference this one. */
  readonly children: readonly NestedRows[];
}

export type NestedRows = readonly [Relation, NestedInsert];

export interface InsertRequest {
  readonly table: Table;
  readonly objects: readonly Values[];
  readonly onConflict: OnConflict | undefined;
  /** Columns filled by the server: the keys of the parent row. */
  readonly given: readonly string[];
  /** Columns of each row needed in the result, besides the key. */
  readonly needs: readonly string[];
  /** Path of the objects in the request, for the `field` of a refusal. */
  readonly field: string;
}

export interface InsertResult {
  /** Number of rows written, including nested ones. */
  readonly affected: number;
  /** The keys of the rows to return, in the order of the objects. */
  readonly keys: readonly RowKey[];
  /** The row of each object, written or skipped, by place. */
  readonly rows: ReadonlyMap<number, RowKey>;
}

export function keyOfRow(table: Table, row: RowKey): RowKey {
  return Object.fromEntries(table.primaryKey.map((column) => [column, row[column]]));
}

/** The columns of this side that connect a row with its nested rows. */
export function linkColumns(relation: Relation): readonly string[] {
  return linkPairs(relation).map(([mine]) => mine);
}

/** Refuses columns not allowed in this kind of write; the input type has those of insert and update. */
export function requireColumns(request: InsertRequest, draft: Draft, allowed: ReadonlySet<string>): void {
  for (const name of Object.keys(draft.values)) {
    if (allowed.has(name) || request.given.includes(name)) continue;
    throw new Refused(refuse('permission_denied', { field: `${request.field}.${draft.place}.${name}` }));
  }
}

/** Keys filled by the server: those of surrounding rows, and the person's own. */
export function filledKeys({ given }: InsertRequest, { values, parents }: Draft, own?: string): RowKey {
  const linked = parents.flatMap(([relation]) => linkColumns(relation));
  const filled = [...given, ...linked, own ?? ''].filter((name) => name in values);
  return Object.fromEntries(filled.map((name) => [name, values[name]]));
}

/** Own rows carry the person's id; creating one for somebody else is refused (ROLE-19). */
export function claim(session: WriteSession, values: Record<string, unknown>, own: string): void {
  const { userId } = session.context;
  if (values[own] !== undefined && values[own] !== userId)
    throw new Refused(refuse('permission_denied', { field: own }));
  values[own] = userId;
}

/** The columns of each row needed by the answer, nested rows and the caller. */
export function neededColumns({ table, needs }: InsertRequest, drafts: readonly Draft[]): string[] {
  const pointedAt = drafts.flatMap(({ children }) => children.flatMap(([relation]) => linkColumns(relation)));
  return [...new Set([...table.primaryKey, ...needs, ...pointedAt])];
}
