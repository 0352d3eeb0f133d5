import { type Column, secretMask, type Table, writtenColumnOf } from './model.ts';
import { columnRef, identifier, row } from './sql.ts';

/** The key of a row's place in a statement's JSON input; no column has this name. */
export const placeKey = '$n';
/** The expected stamp of a row (SHEET-15). */
export const stampKey = '$stamp';
/** Marks a column as given, if some rows of a statement omit it. */
export function givenKey(column: string): string {
  return `$given ${column}`;
}

function columnsOf(table: Table, names: readonly string[]): Column[] {
  return names.map((name) => {
    const column = writtenColumnOf(table, name);
    if (!column) throw new Error(`${table.name} has no column ${name}`);
    return column;
  });
}

function recordset(fields: readonly string[]): string {
  return `json_to_recordset($1::json) as o (${[`${identifier(placeKey)} int`, ...fields].join(', ')})`;
}

function typed(columns: readonly Column[]): string[] {
  return columns.map((column) => `${identifier(column.name)} ${column.sqlType}`);
}

function given(partial: ReadonlySet<string>): string[] {
  return [...partial].map((name) => `${identifier(givenKey(name))} boolean`);
}

/** Marks for each row which of the partial columns it gives. */
export function givenMarks(
  partial: ReadonlySet<string>,
  values: Readonly<Record<string, unknown>>,
): Record<string, boolean> {
  return Object.fromEntries([...partial].map((name) => [givenKey(name), name in values]));
}

/** The columns named by rows, and those named by only some of them. */
export function namedColumns(rows: readonly Readonly<Record<string, unknown>>[]): {
  names: readonly string[];
  partial: ReadonlySet<string>;
} {
  const counts = new Map<string, number>();
  for (const row of rows) for (const name of Object.keys(row)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts.keys()];
  return { names, partial: new Set(names.filter((name) => counts.get(name) !== rows.length)) };
}

function matching(columns: readonly Column[], nullsEqual = false): string {
  const equals = nullsEqual ? 'is not distinct from' : '=';
  return columns.map(({ name }) => `${columnRef('t', name)} ${equals} ${columnRef('o', name)}`).join(' and ');
}

function returned(names: readonly string[], alias: string): string {
  return names.map((name) => columnRef(alias, name)).join(', ');
}

/**
 * Inserts the rows of the JSON array `$1` into one tenant (`$2`), in their order; returns the named columns. A
 * missing column of `partial` gets its default, so that all rows share one statement.
 */
export function insertSql(
  table: Table,
  names: readonly string[],
  partial: ReadonlySet<string>,
  returning: readonly string[],
): string {
  const columns = columnsOf(table, names);
  const target = [...(table.hasTenant ? ['tenant_id'] : []), ...names].map(identifier).join(', ');
  const value = ({ name, defaultSql }: Column): string => {
    const given = columnRef('o', name);
    if (!partial.has(name) || defaultSql === null) return given;
    return `case when ${columnRef('o', givenKey(name))} then ${given} else ${defaultSql} end`;
  };
  const values = [...(table.hasTenant ? ['$2::bigint'] : []), ...columns.map(value)].join(', ');
  return (
    `insert into ${identifier(table.name)} as t (${target}) select ${values}` +
    ` from ${recordset([...typed(columns), ...given(partial)])}` +
    ` order by o.${identifier(placeKey)} returning ${returned(returning, 't')}`
  );
}

export interface UpdateShape {
  readonly set: readonly string[];
  /** Columns given by only some rows. */
  readonly partial: ReadonlySet<string>;
  /** Columns to which the value is added. */
  readonly increment: readonly string[];
  readonly stamped: boolean;
}

/** Updates the rows of the JSON array `$1` by primary key; returns the key of each updated row. */
export function updateSql(table: Table, shape: UpdateShape): string {
  const key = columnsOf(table, table.primaryKey);
  const changed = columnsOf(table, [...shape.set, ...shape.increment]);
  const value = (name: string): string => newValue(name, shape);
  // A changed key column would occur twice in the record, as old and new value.
  const fields = [
    ...key.map((column) => `${identifier(`$key ${column.name}`)} ${column.sqlType}`),
    ...typed(changed),
    ...given(shape.partial),
    ...(shape.stamped ? [`${identifier(stampKey)} timestamptz`] : []),
  ];
  const stamp = columnRef('o', stampKey);
  const conditions = [
    ...key.map(({ name }) => `${columnRef('t', name)} = ${columnRef('o', `$key ${name}`)}`),
    ...(shape.stamped ? [`(${stamp} is null or t.updated_at = ${stamp})`] : []),
  ];
  return (
    `update ${identifier(table.name)} as t set ${changed.map(({ name }) => `${identifier(name)} = ${value(name)}`).join(', ')}` +
    ` from ${recordset(fields)} where ${conditions.join(' and ')}` +
    ` returning ${columnRef('o', placeKey)} as ${identifier(placeKey)}`
  );
}

function newValue(name: string, shape: UpdateShape): string {
  const given = columnRef('o', name);
  if (shape.increment.includes(name)) return `${columnRef('t', name)} + ${given}`;
  if (!shape.partial.has(name)) return given;
  return `case when ${columnRef('o', givenKey(name))} then ${given} else ${columnRef('t', name)} end`;
}

/** Deletes the rows with the keys in the JSON array `$1`; returns the place of each deleted row. */
export function deleteSql(table: Table): string {
  const key = columnsOf(table, table.primaryKey);
  return (
    `delete from ${identifier(table.name)} as t using ${recordset(typed(key))} where ${matching(key)}` +
    ` returning ${columnRef('o', placeKey)} as ${identifier(placeKey)}`
  );
}

export interface LookupShape {
  /** The identifying columns. */
  readonly by: readonly string[];
  /** Whether null matches null. */
  readonly nullsEqual: boolean;
  readonly wanted: readonly string[];
  /** A condition over alias `t` that hides rows. */
  readonly filter: string;
  /** A condition over alias `t`, reported as `$match`. */
  readonly match: string;
  readonly stamped: boolean;
}

/** Finds the rows named by the JSON array `$1`; returns place, wanted columns, `$match` and `$fresh`. */
export function lookupSql(table: Table, shape: LookupShape): string {
  const columns = columnsOf(table, shape.by);
  const stamp = columnRef('o', stampKey);
  const fresh = shape.stamped ? `(${stamp} is null or t.updated_at = ${stamp})` : 'true';
  const fields = [...typed(columns), ...(shape.stamped ? [`${identifier(stampKey)} timestamptz`] : [])];
  return (
    `select ${columnRef('o', placeKey)} as ${identifier(placeKey)}, ${returned(shape.wanted, 't')},` +
    ` coalesce(${shape.match}, false) as "$match", ${fresh} as "$fresh"` +
    ` from ${recordset(fields)} join ${identifier(table.name)} t on ${matching(columns, shape.nullsEqual)} where ${shape.filter}`
  );
}

/** The places of the keys in the JSON array `$1` whose rows are visible. */
export function seenSql(table: Table, by: readonly string[]): string {
  const columns = columnsOf(table, by);
  return (
    `select ${columnRef('o', placeKey)} from ${recordset(typed(columns))}` +
    ` join ${identifier(table.name)} t on ${matching(columns)}`
  );
}

/**
 * Finds rows of the JSON array `$1` that repeat each other or a stored row in the columns, ignoring case and
 * surrounding blanks of texts; returns their places. A row with a key is an update by this request, and keeps the
 * columns that it does not give.
 */
export function repeatedSql(table: Table, names: readonly string[]): string {
  const columns = columnsOf(table, names);
  const key = columnsOf(table, table.primaryKey);
  const keyOf = ({ name }: Column): string => identifier(`$key ${name}`);
  const isOwn = (alias: string): string =>
    key.map((column) => `${columnRef(alias, column.name)} = o.${keyOf(column)}`).join(' and ');
  const folded = (alias: string) => (column: Column) => {
    const reference = columnRef(alias, column.name);
    return column.sqlType === 'text' ? `lower(btrim(${reference}))` : reference;
  };
  const values = columns.map(
    ({ name }) =>
      `case when ${columnRef('o', givenKey(name))} then ${columnRef('o', name)} else ${columnRef('s', name)} end as ${identifier(name)}`,
  );
  const fields = [
    ...key.map((column) => `${keyOf(column)} ${column.sqlType}`),
    ...typed(columns),
    ...given(new Set(names)),
  ];
  const isSame = columns.map((column) => `${folded('t')(column)} = ${folded('o')(column)}`).join(' and ');
  const isWhole = columns.map(({ name }) => `${columnRef('o', name)} is not null`).join(' and ');
  const place = columnRef('o', placeKey);
  return (
    `with o as materialized (select ${[place, ...key.map((column) => `o.${keyOf(column)}`), ...values].join(', ')}` +
    ` from ${recordset(fields)} left join ${identifier(table.name)} s on ${isOwn('s')})` +
    ` select ${identifier(placeKey)} from (select ${place}, count(*) over (partition by ${columns.map(folded('o')).join(', ')})` +
    ` as times from o where ${isWhole}) counted where times > 1` +
    ` union select ${place} from o join ${identifier(table.name)} t on ${isSame}` +
    ` where not exists (select from o where ${isOwn('t')}) order by 1`
  );
}

/** Rows of another table that a new row must come with, such as the addresses of a company (VAL-26). */
export interface NeededRows {
  /** The relation named in the refusal. */
  readonly relation: string;
  readonly table: string;
  /** The column that references the new row. */
  readonly owner: string;
  readonly count: number;
}

/**
 * The places of the rows of the JSON array `$1`, named by key, that are referenced by fewer than `count` rows of
 * another table.
 */
export function lackingSql(table: Table, { owner, ...needed }: NeededRows): string {
  const key = columnsOf(table, table.primaryKey);
  const pointing = key.map(
    ({ name }) => `${columnRef('c', name === 'id' ? owner : name)} = ${columnRef('o', name)}`,
  );
  return (
    `select ${columnRef('o', placeKey)} from ${recordset(typed(key))} where (select count(*)` +
    ` from ${identifier(needed.table)} c where ${pointing.join(' and ')}) < ${needed.count} order by 1`
  );
}

/** Whole rows by their keys in the JSON array `$1`, as JSON with amounts as text. */
export function wholeRowsSql(table: Table): string {
  const key = columnsOf(table, table.primaryKey);
  // Rules may see whether there is a secret, but not the secret.
  const secrets = table.secrets.map(
    ({ name }) =>
      `case when ${columnRef('t', name)} is not null then '${secretMask}' end as ${identifier(name)}`,
  );
  const columns = table.columns.map(({ name, type, isArray }) => {
    const reference = columnRef('t', name);
    return `${type === 'numeric' && !isArray ? `${reference}::text` : reference} as ${identifier(name)}`;
  });
  return (
    `select row_to_json(${row}) as row from (select ${[...columns, ...secrets].join(', ')} from ${recordset(typed(key))}` +
    ` join ${identifier(table.name)} t on ${matching(key)} order by ${columnRef('o', placeKey)}) ${row}`
  );
}
