import type { ApiRole } from '../platform/context.ts';

/** Which rows and columns of one table a generic mutation may touch. */
export interface WriteAccess {
  /** Columns that may be written; without it all but generated ones. */
  readonly columns?: readonly string[];
  /** The column that must hold the person's own id, for rows of the own profile (ROLE-19). */
  readonly own?: string;
  /** A further role that the person needs, such as `user-can-insert-product`. */
  readonly role?: string;
}

export interface TableAccess {
  readonly insert?: WriteAccess;
  readonly update?: WriteAccess;
  readonly delete?: Omit<WriteAccess, 'columns'>;
}

/** The generic mutations there are, by kind of role and table; whatever is not named is select-only (API-03). */
export type Access = Readonly<Record<ApiRole['kind'], Readonly<Record<string, TableAccess>>>>;

export function tableAccess(access: Access, kind: ApiRole['kind'], table: string): TableAccess {
  const tables = access[kind];
  return Object.hasOwn(tables, table) ? (tables[table] ?? {}) : {};
}
