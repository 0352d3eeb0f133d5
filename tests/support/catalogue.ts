/** The part of PostgreSQL's catalogue used by generated tests; new tables appear automatically. */

/** Anything that runs SQL: a client or a pool. */
export interface Queryable {
  query<Row extends object>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>;
}

export interface CatalogueColumn {
  readonly name: string;
  /** With its modifier: `numeric(14,2)`. */
  readonly type: string;
  readonly notNull: boolean;
  readonly hasDefault: boolean;
  readonly isIdentity: boolean;
  readonly isGenerated: boolean;
  /** Check constraints on this column only, as SQL conditions. */
  readonly checks: readonly string[];
}

export interface CatalogueKey {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface CatalogueReference extends CatalogueKey {
  readonly parent: string;
  readonly parentColumns: readonly string[];
}

export interface CatalogueTable {
  readonly name: string;
  readonly isTenantOwned: boolean;
  /** For a writable view: its table. */
  readonly viewOf: string | null;
  readonly columns: readonly CatalogueColumn[];
  readonly primaryKey: readonly string[];
  readonly uniques: readonly CatalogueKey[];
  readonly references: readonly CatalogueReference[];
}

export type Catalogue = ReadonlyMap<string, CatalogueTable>;

const tablesQuery = `
  select c.relname as name,
    (select json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'notNull', a.attnotnull,
        'hasDefault', a.atthasdef, 'isIdentity', a.attidentity <> '', 'isGenerated', a.attgenerated <> '',
        'checks', (select coalesce(json_agg(pg_get_expr(k.conbin, k.conrelid)), '[]') from pg_constraint k
                   where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum])
      ) order by a.attnum)
     from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(json_build_object('name', k.conname, 'kind', k.contype,
        'columns', (select json_agg(a.attname order by o.n) from unnest(k.conkey) with ordinality as o (attnum, n)
                    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = o.attnum),
        'parent', (select relname from pg_class where oid = k.confrelid),
        'parentColumns', (select json_agg(a.attname order by o.n) from unnest(k.confkey) with ordinality as o (attnum, n)
                    join pg_attribute a on a.attrelid = k.confrelid and a.attnum = o.attnum)
      ) order by k.conname), '[]')
     from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f') and k.conparentid = 0) as keys
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname`;

interface TableRow {
  name: string;
  columns: CatalogueColumn[];
  keys: (CatalogueReference & { kind: 'p' | 'u' | 'f' })[];
}

/** Writable views over one table, by PostgreSQL itself or by triggers. */
const viewsQuery = `
  select v.relname as name, min(t.relname::text) as "viewOf",
    array(select attname::text from pg_attribute where attrelid = v.oid and attnum > 0 order by attnum) as columns
  from pg_class v
  join pg_rewrite r on r.ev_class = v.oid
  join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
    and d.refclassid = 'pg_class'::regclass and d.refobjid <> v.oid
  join pg_class t on t.oid = d.refobjid
  where v.relnamespace = 'public'::regnamespace and v.relkind = 'v' and pg_relation_is_updatable(v.oid, true) & 28 = 28
  group by v.oid, v.relname having count(distinct t.oid) = 1`;

interface ViewRow {
  name: string;
  viewOf: string;
  columns: string[];
}

/** All tables of schema `public`, by name, and the writable views as tables with the declarations of their tables. */
export async function readCatalogue(connection: Queryable): Promise<Catalogue> {
  const { rows } = await connection.query<TableRow>(tablesQuery);
  const views = await connection.query<ViewRow>(viewsQuery);
  const tables = rows.map((row) => described(row, null));
  const shown = views.rows.flatMap(({ name, viewOf, columns }) => {
    const base = rows.find((row) => row.name === viewOf);
    return base ? [described(narrowed({ ...base, name }, columns), viewOf)] : [];
  });
  return new Map([...tables, ...shown].map((table) => [table.name, table]));
}

function narrowed({ name, columns, keys }: TableRow, names: readonly string[]): TableRow {
  return {
    name,
    columns: columns.filter((column) => names.includes(column.name)),
    keys: keys.filter((key) => key.columns.every((column) => names.includes(column))),
  };
}

function described({ name, columns, keys }: TableRow, viewOf: string | null): CatalogueTable {
  return {
    name,
    viewOf,
    columns,
    isTenantOwned: columns.some((column) => column.name === 'tenant_id'),
    primaryKey: keys.find((key) => key.kind === 'p')?.columns ?? [],
    uniques: keys.filter((key) => key.kind === 'u'),
    references: keys.filter((key) => key.kind === 'f'),
  };
}

/** The tables with rows of tenants. */
export function tenantTables(catalogue: Catalogue): CatalogueTable[] {
  return [...catalogue.values()].filter((table) => table.isTenantOwned);
}

/** The single column of a reference besides the tenant, if there is exactly one. */
export function pointingColumn(
  reference: CatalogueReference,
): { column: string; parentColumn: string } | undefined {
  const pairs = reference.columns
    .map((column, place) => ({ column, parentColumn: reference.parentColumns[place] ?? '' }))
    .filter(({ column }) => column !== 'tenant_id');
  return pairs.length === 1 ? pairs[0] : undefined;
}

export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
