import type { Tx } from '../../../platform/server/database.ts';
import { type ArchivedTable, archivedTables, type ColumnKind } from '../tables.ts';

export interface ArchivedColumn extends ColumnKind {
  readonly type: string;
}

export interface Pointer {
  readonly column: string;
  /** The referenced table. */
  readonly to: string;
}

/** A table with its current database columns, so that description and content match. */
export interface KnownTable extends ArchivedTable {
  /** Key columns first, as the description requires. */
  readonly columns: readonly ArchivedColumn[];
  readonly key: readonly string[];
  readonly pointers: readonly Pointer[];
}

interface StoredTable {
  readonly table: string;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly digits: number | null;
  }[];
  readonly key: readonly string[];
  readonly pointers: readonly Pointer[] | null;
}

/** Columns derived for searching. */
const derived = ['search_text', 'starts_text', 'number_key', 'xact'];

const selectTables = `select c.relname as table,
    (select json_agg(json_build_object('name', a.attname, 'type', y.typname,
        'digits', case when y.typname = 'numeric' and a.atttypmod >= 4 then (a.atttypmod - 4) & 65535 end) order by a.attnum)
      from pg_attribute a join pg_type y on y.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select json_agg(a.attname order by k.place)
      from pg_constraint p cross join lateral unnest(p.conkey) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = p.conrelid and a.attnum = k.attnum
      where p.conrelid = c.oid and p.contype = 'p' and a.attname <> 'tenant_id') as key,
    (select json_agg(json_build_object('column', a.attname, 'to', f.relname) order by a.attname)
      from pg_constraint p join pg_class f on f.oid = p.confrelid
      join pg_attribute a on a.attrelid = p.conrelid and a.attnum = any (p.conkey) and a.attname <> 'tenant_id'
      where p.conrelid = c.oid and p.contype = 'f' and cardinality(p.conkey) = 2) as pointers
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any ($1)`;

/** The archived tables with their database columns and keys; runs as `writer`. */
export async function knownTables(tx: Tx): Promise<readonly KnownTable[]> {
  const stored = await tx.fixed<StoredTable>(selectTables, [archivedTables.map(({ table }) => table)]);
  const byName = new Map(stored.map((table) => [table.table, table]));
  return archivedTables.map((table) => knownTable(table, byName.get(table.table)));
}

function knownTable(table: ArchivedTable, stored: StoredTable | undefined): KnownTable {
  const { made } = table;
  if (made) {
    const pointers = Object.entries(made.pointers).map(([column, to]) => ({ column, to }));
    return { ...table, ...made, pointers, columns: made.columns.map((one) => ({ ...one, type: '' })) };
  }
  if (!stored) throw new Error(`the database has no table ${table.table}`);
  const kept = stored.columns.filter(
    ({ name }) => name !== 'tenant_id' && !derived.includes(name) && !table.without?.includes(name),
  );
  const isKey = (name: string): boolean => stored.key.includes(name);
  const ordered = [
    ...stored.key.flatMap((key) => kept.filter(({ name }) => name === key)),
    ...kept.filter(({ name }) => !isKey(name)),
  ];
  const columns = ordered.map(({ name, type, digits }) => ({ name, type, kind: kindOf(type, digits) }));
  const names = new Set(columns.map(({ name }) => name));
  const pointers = (stored.pointers ?? []).filter(({ column }) => names.has(column));
  return { ...table, columns: columns.concat(beside(table)), key: stored.key, pointers };
}

/** Additional column of files: path of the original in the archive. */
function beside({ table }: ArchivedTable): ArchivedColumn[] {
  return table === 'file' ? [{ name: 'path', type: 'path', kind: 'text' }] : [];
}

function kindOf(type: string, digits: number | null): ColumnKind['kind'] {
  if (type === 'numeric') return { digits };
  if (/^int[248]$/.test(type)) return { digits: 0 };
  return type === 'date' ? 'day' : 'text';
}
