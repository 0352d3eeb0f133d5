import type { Database } from '../../../platform/server/database.ts';

/** Column facts that the history needs to show values. */
export interface RecordColumn {
  readonly kind: 'text' | 'number' | 'day' | 'instant' | 'flag' | 'list' | 'object';
  /** The referenced table. */
  readonly references: string | null;
}

export interface RecordCatalog {
  column(table: string, column: string): RecordColumn | undefined;
  /** SQL expression that names a row of table `t`; undefined for tables without names. */
  nameOf(table: string): string | undefined;
}

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly references: string | null;
  readonly is_readable: boolean;
}

const columnsQuery = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
    (select p.relname from pg_constraint k
      join pg_class p on p.oid = k.confrelid
      join pg_attribute t on t.attrelid = k.confrelid and t.attname = 'id'
      where k.conrelid = c.oid and k.contype = 'f' and k.confkey[array_position(k.conkey, a.attnum)] = t.attnum
      limit 1) as references,
    has_column_privilege('reader', c.oid, a.attnum, 'select') as is_readable
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;

/** Columns that name a row, in order of preference; a number is added to a name. */
const numberColumns = [
  'number_formatted',
  'order_number_formatted',
  'contract_number_formatted',
  'number',
  'code',
];
const nameColumns = ['name', 'title', 'description', 'address_name', 'street', 'key'];

/** Reads the catalogue once, since columns change only with migrations. */
export async function readRecordCatalog({ pool }: Pick<Database, 'pool'>): Promise<RecordCatalog> {
  const { rows } = await pool.query<ColumnRow>(columnsQuery);
  const columns = new Map(rows.map((row) => [`${row.table}.${row.column}`, columnOf(row)]));
  const names = new Map(
    [...Map.groupBy(rows, ({ table }) => table)].map(([table, own]) => [table, nameExpression(own)]),
  );
  return {
    column: (table, column) => columns.get(`${table}.${column}`),
    nameOf: (table) => names.get(table),
  };
}

function columnOf({ type, references }: ColumnRow): RecordColumn {
  return { kind: references ? 'number' : kindOf(type), references };
}

function kindOf(type: string): RecordColumn['kind'] {
  if (type.endsWith('[]')) return 'list';
  if (type === 'jsonb' || type === 'json') return 'object';
  if (type === 'boolean') return 'flag';
  if (type === 'date') return 'day';
  if (type.startsWith('timestamp')) return 'instant';
  return ['bigint', 'integer', 'smallint', 'numeric'].includes(type) ? 'number' : 'text';
}

function nameExpression(columns: readonly ColumnRow[]): string | undefined {
  const readable = new Set(columns.filter((row) => row.is_readable).map(({ column }) => column));
  const first = (names: readonly string[]) => names.find((name) => readable.has(name));
  const name = readable.has('translations') ? 'shown_name' : first(nameColumns);
  const parts = [first(numberColumns), name].filter((part) => part !== undefined);
  if (parts.length === 0 || !readable.has('id')) return undefined;
  return `concat_ws(' ', ${parts.map((name) => `t.${name}`).join(', ')})`;
}
