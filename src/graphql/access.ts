import type { ApiRole } from '../platform/context.ts';

/** Rows and columns of one table that a generic mutation may write. */
export interface WriteAccess {
  /** Writable columns; by default all but generated ones. */
  readonly columns?: readonly string[];
  /** The column that must hold the person's own id, for rows of the own profile (ROLE-19). */
  readonly own?: string;
  /** An additionally required role, such as `user-can-insert-product`. */
  readonly role?: string;
}

export interface TableAccess {
  readonly insert?: WriteAccess;
  readonly update?: WriteAccess;
  readonly delete?: Omit<WriteAccess, 'columns'>;
}

/** The available generic mutations, by kind of role and table; other tables are select-only (API-03). */
export type Access = Readonly<Record<ApiRole['kind'], Readonly<Record<string, TableAccess>>>>;

export function tableAccess(access: Access, kind: ApiRole['kind'], table: string): TableAccess {
  const tables = access[kind];
  return Object.hasOwn(tables, table) ? (tables[table] ?? {}) : {};
}
