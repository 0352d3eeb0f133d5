/** API names derived from database names. */

/** The regular English plural of a table name: `category` -> `categories`, `address` -> `addresses`. */
export function plural(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  if (/(s|x|ch)$/.test(name)) return `${name}es`;
  return `${name}s`;
}

export interface ForeignKey {
  readonly name: string;
  readonly table: string;
  readonly parent: string;
  /** Column pairs, the referencing side first, including `tenant_id`. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly nullable: boolean;
  /** At most one row references a parent, so the parent's side is an object, too. */
  readonly unique: boolean;
}

/** The column that names a foreign key; undefined if there are several besides `tenant_id`. */
function namingColumn(key: ForeignKey): string | undefined {
  const columns = key.pairs.map(([column]) => column).filter((column) => column !== 'tenant_id');
  return columns.length === 1 ? columns[0] : undefined;
}

/** The relation from the referencing row to its parent: `client_id` -> `client`. */
export function objectRelationName(key: ForeignKey): string {
  const column = namingColumn(key);
  if (column === undefined) return key.parent;
  return column.endsWith('_id') ? column.slice(0, -'_id'.length) : key.parent;
}

/** The relation from a parent to the rows that reference it. `siblings` are all keys of the same two tables. */
export function reverseRelationName(key: ForeignKey, siblings: readonly ForeignKey[]): string {
  const name = key.unique ? key.table : plural(key.table);
  const column = namingColumn(key);
  if (siblings.length === 1 || column === undefined || column === `${key.parent}_id`) return name;
  return `${name}_by_${column}`;
}
