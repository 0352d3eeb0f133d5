import type pg from 'pg';
import {
  type Audience,
  type Column,
  type Model,
  type NamedConstraint,
  type Relation,
  type ScalarName,
  secretMark,
  type Table,
  type UniqueConstraint,
} from '../model.ts';
import { type ForeignKey, objectRelationName, reverseRelationName } from '../naming.ts';
import type { ColumnRow, ConstraintRow } from './catalog-rows.ts';
import { lendToViews, type ViewRow, writableViewQuery } from './writable-views.ts';

/** A relation without a foreign key, such as from a view to a table. */
export interface ExtraRelation extends Relation {
  readonly from: string;
}

export interface CatalogOptions {
  readonly relations?: readonly ExtraRelation[];
}

export interface Models {
  /** The schema of readers inside their tenant, without `tenant_id` (TECH-06). */
  readonly tenant: Model;
  /** The schema of role `operator` across tenants, with `tenant_id` as an ordinary column (TECH-04). */
  readonly operator: Model;
}

/** A function over one row of a table, such as `shown_name(department)`, is read as its last column. */
const columnQuery = `
  select c.relname as table, a.attname as name, a.attnum as place,
    format_type(base.oid, null) as sql_type,
    case when base.typcategory = 'A' then format_type(base.typelem, null) end as element_type,
    base.typtype = 'e' as is_enum,
    a.attnotnull as not_null,
    a.attidentity <> '' or a.attgenerated <> '' as generated,
    case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as default_sql,
    has_column_privilege('reader', c.oid, a.attnum, 'select') as reader,
    has_column_privilege('reader_price', c.oid, a.attnum, 'select') as reader_price,
    has_column_privilege('reader_bank', c.oid, a.attnum, 'select') as reader_bank,
    has_column_privilege('reader_admin', c.oid, a.attnum, 'select') as reader_admin,
    has_column_privilege('operator', c.oid, a.attnum, 'select') as operator
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  join pg_type t on t.oid = a.atttypid
  join pg_type base on base.oid = case when t.typtype = 'd' then t.typbasetype else t.oid end
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
  union all
  select c.relname, p.proname, null, format_type(base.oid, null),
    case when base.typcategory = 'A' then format_type(base.typelem, null) end, base.typtype = 'e', false, true, null,
    has_function_privilege('reader', p.oid, 'execute'), has_function_privilege('reader_price', p.oid, 'execute'),
    has_function_privilege('reader_bank', p.oid, 'execute'), has_function_privilege('reader_admin', p.oid, 'execute'),
    has_function_privilege('operator', p.oid, 'execute')
  from pg_proc p
  join pg_class c on c.reltype = p.proargtypes[0] and c.relnamespace = p.pronamespace
  join pg_type t on t.oid = p.prorettype
  join pg_type base on base.oid = case when t.typtype = 'd' then t.typbasetype else t.oid end
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.pronargs = 1 and not p.proretset
  order by "table", place nulls last, name`;

/**
 * An index has the columns of its keys, whether or not it folds case; an exclusion of equal values counts as unique.
 */
const constraintQuery = `
  select c.relname as table, k.conname as name, k.contype::text as kind,
    (select coalesce(array_agg(a.attname::text order by o.n), '{}') from unnest(k.conkey) with ordinality as o (attnum, n)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = o.attnum) as columns,
    p.relname as parent,
    (select array_agg(a.attname::text order by o.n) from unnest(k.confkey) with ordinality as o (attnum, n)
      join pg_attribute a on a.attrelid = k.confrelid and a.attnum = o.attnum) as parent_columns,
    k.condeferred as deferred,
    coalesce((select x.indnullsnotdistinct from pg_index x where x.indexrelid = k.conindid and k.contype = 'u'), false) as nulls_equal
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  left join pg_class p on p.oid = k.confrelid and p.relnamespace = c.relnamespace
  where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f', 'c') and k.conparentid = 0
  union all
  select c.relname, i.relname, case when x.indisexclusion and x.indpred is null then 'u' else 'i' end,
    (select coalesce(array_agg(a.attname::text order by n), '{}') from generate_series(0, x.indnkeyatts - 1) as n
      join pg_attribute a on a.attrelid = c.oid and (a.attnum = x.indkey[n] or x.indkey[n] = 0
        and a.attname = substring(pg_get_indexdef(i.oid, n + 1, true) from '^lower\\((\\w+)\\)$'))),
    null, null, coalesce(k.condeferred, false), x.indnullsnotdistinct
  from pg_index x
  join pg_class i on i.oid = x.indexrelid
  join pg_class c on c.oid = x.indrelid
  left join pg_constraint k on k.conindid = i.oid and k.contype in ('p', 'u', 'x')
  where c.relnamespace = 'public'::regnamespace and case when k.contype = 'x'
    then not exists (select from unnest(k.conexclop) as used join pg_operator o on o.oid = used where o.oprname <> '=')
    else x.indisunique and k.oid is null end
  order by 1, 2`;

const scalarOf: Readonly<Record<string, ScalarName>> = {
  bigint: 'bigint',
  integer: 'Int',
  smallint: 'Int',
  numeric: 'numeric',
  'double precision': 'numeric',
  real: 'numeric',
  text: 'String',
  'character varying': 'String',
  character: 'String',
  citext: 'String',
  name: 'String',
  boolean: 'Boolean',
  date: 'date',
  'timestamp with time zone': 'timestamptz',
  json: 'jsonb',
  jsonb: 'jsonb',
  uuid: 'uuid',
};

/** Reads both models from the catalogue; columns without a scalar type (`bytea`) are not in the API. */
export async function readModels(
  pool: Pick<pg.Pool, 'query'>,
  options: CatalogOptions = {},
): Promise<Models> {
  const [columnRows, constraintRows, views] = await Promise.all([
    pool.query<ColumnRow>(columnQuery),
    pool.query<ConstraintRow>(constraintQuery),
    pool.query<ViewRow>(writableViewQuery),
  ]);
  const { columns, constraints } = lendToViews(columnRows.rows, constraintRows.rows, views.rows);
  const build = (operator: boolean): Model =>
    buildModel(columns, constraints, operator, options.relations ?? []);
  return { tenant: build(false), operator: build(true) };
}

function buildModel(
  columnRows: readonly ColumnRow[],
  constraintRows: readonly ConstraintRow[],
  operator: boolean,
  extraRelations: readonly ExtraRelation[],
): Model {
  const isKey = (name: string): boolean => operator || name !== 'tenant_id';
  const isReadable = (row: ColumnRow): boolean => (operator ? row.operator : row.reader_admin);
  const rowsByTable = Map.groupBy(columnRows, (row) => row.table);
  const constraintsByTable = Map.groupBy(constraintRows, (row) => row.table);
  const withTenant = new Set(columnRows.filter((row) => row.name === 'tenant_id').map((row) => row.table));
  const drafts = new Map<string, Table>();
  for (const [name, rows] of rowsByTable) {
    const readable = rows.filter(isReadable);
    const secrets = secretsFrom(rows, readable);
    const marks = new Set(secrets.map((secret) => secretMark(secret.name)));
    const columns = readable
      .filter((row) => isKey(row.name) && !marks.has(row.name))
      .flatMap((row) => columnFrom(row, operator));
    if (columns.length === 0) continue;
    const visible = new Set(columns.map((column) => column.name));
    const constraints = constraintsByTable.get(name) ?? [];
    const primaryKey = constraints.find((row) => row.kind === 'p')?.columns.filter(isKey) ?? [];
    drafts.set(name, {
      name,
      columns,
      secrets,
      primaryKey: primaryKey.every((column) => visible.has(column)) ? primaryKey : [],
      uniques: uniquesFrom(constraints, isKey, visible),
      constraints: constraints.map(
        (row): NamedConstraint => ({
          name: row.name,
          columns: row.columns.filter(isKey),
          isDeferred: row.deferred,
        }),
      ),
      relations: [],
      hasTenant: !operator && withTenant.has(name),
    });
  }
  return { tables: withRelations(drafts, foreignKeys(constraintRows, columnRows, drafts), extraRelations) };
}

function columnFrom(row: ColumnRow, operator: boolean): Column[] {
  const type = row.is_enum ? 'String' : scalarOf[row.element_type ?? row.sql_type];
  if (!type) return [];
  return [
    {
      name: row.name,
      type,
      sqlType: row.sql_type,
      isArray: row.element_type !== null,
      nullable: !row.not_null,
      generated: row.generated,
      hasDefault: row.default_sql !== null || row.generated,
      defaultSql: row.default_sql,
      audience: operator ? 'all' : audienceOf(row),
    },
  ];
}

function audienceOf(row: ColumnRow): Audience {
  if (row.reader) return 'all';
  if (row.reader_price) return 'price';
  return row.reader_bank ? 'bank' : 'admin';
}

/** Bytes that no reader may read, with a readable column that tells whether they exist. */
function secretsFrom(rows: readonly ColumnRow[], readable: readonly ColumnRow[]): Column[] {
  return rows
    .filter((row) => row.sql_type === 'bytea' && !readable.includes(row))
    .filter((row) => readable.some(({ name, generated }) => generated && name === secretMark(row.name)))
    .map((row) => ({
      name: row.name,
      type: 'String',
      sqlType: row.sql_type,
      isArray: false,
      nullable: !row.not_null,
      generated: false,
      hasDefault: false,
      defaultSql: null,
      audience: 'all',
    }));
}

function uniquesFrom(
  constraints: readonly ConstraintRow[],
  isKey: (column: string) => boolean,
  visible: ReadonlySet<string>,
): UniqueConstraint[] {
  return constraints
    .filter((row) => row.kind === 'p' || row.kind === 'u')
    .map(({ nulls_equal: nullsEqual, ...row }) => ({
      ...row,
      columns: row.columns.filter(isKey),
      nullsEqual,
    }))
    .filter((row) => row.columns.length > 0 && row.columns.every((column) => visible.has(column)))
    .sort((a, b) => (a.kind === b.kind ? (a.name < b.name ? -1 : 1) : a.kind === 'p' ? -1 : 1))
    .map(({ name, columns, nullsEqual }) => ({ name, columns, nullsEqual }));
}

function foreignKeys(
  constraints: readonly ConstraintRow[],
  columnRows: readonly ColumnRow[],
  tables: ReadonlyMap<string, Table>,
): ForeignKey[] {
  const nullable = new Set(
    columnRows.filter((row) => !row.not_null).map((row) => `${row.table}.${row.name}`),
  );
  const keys = constraints.flatMap((row): ForeignKey[] => {
    const child = tables.get(row.table);
    const { parent, parent_columns: parentColumns } = row;
    if (row.kind !== 'f' || !child || parent === null || parentColumns === null || !tables.has(parent))
      return [];
    const named = row.columns.filter((column) => column !== 'tenant_id');
    // An unreadable column gives no relation either.
    const isOpen = ({ name, audience }: Column): boolean => named.includes(name) && audience === 'all';
    const readable = child.columns.filter(isOpen).length === named.length;
    // Inside a tenant the tenant is no relation; a foreign key to it only enforces isolation.
    if ((named.length === 0 && child.hasTenant) || !readable) return [];
    return [
      {
        name: row.name,
        table: row.table,
        parent,
        pairs: row.columns.map((column, place) => [column, parentColumns[place] ?? column] as const),
        nullable: row.columns.some((column) => nullable.has(`${row.table}.${column}`)),
        unique: child.uniques.some((unique) =>
          unique.columns.every((column) => row.columns.includes(column)),
        ),
      },
    ];
  });
  return keys.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function withRelations(
  drafts: ReadonlyMap<string, Table>,
  keys: readonly ForeignKey[],
  extra: readonly ExtraRelation[],
): Map<string, Table> {
  const byPair = Map.groupBy(keys, (key) => `${key.table}>${key.parent}`);
  const found = new Map<string, Relation[]>([...drafts.keys()].map((name) => [name, []]));
  const add = (from: string, relation: Relation, alternative: string): void => {
    const relations = found.get(from);
    const table = drafts.get(from);
    if (!relations || !table || !drafts.has(relation.table)) return;
    const taken = (name: string): boolean =>
      relations.some((other) => other.name === name) || table.columns.some((column) => column.name === name);
    const name = taken(relation.name) ? alternative : relation.name;
    if (!taken(name)) relations.push({ ...relation, name });
  };
  for (const { from, ...relation } of extra) add(from, relation, relation.name);
  for (const key of keys) {
    const name = objectRelationName(key);
    const { parent: table, pairs, nullable } = key;
    const relation = { name, kind: 'object', table, pairs, nullable, holdsKey: true } as const;
    add(key.table, relation, `${name}_by_${key.name}`);
  }
  for (const key of keys) {
    const name = reverseRelationName(key, byPair.get(`${key.table}>${key.parent}`) ?? []);
    const pairs = key.pairs.map(([mine, theirs]) => [theirs, mine] as const);
    const kind = key.unique ? 'object' : 'array';
    const relation = { name, kind, table: key.table, pairs, nullable: true, holdsKey: false } as const;
    add(key.parent, relation, `${name}_by_${key.name}`);
  }
  return new Map(
    [...drafts].map(([name, table]) => [
      name,
      { ...table, relations: found.get(name) ?? [] } satisfies Table,
    ]),
  );
}
