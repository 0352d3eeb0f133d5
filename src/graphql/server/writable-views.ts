import type { ColumnRow, ConstraintRow } from './catalog-rows.ts';

/** A view over one table that is writable, by PostgreSQL itself or by triggers. */
export interface ViewRow {
  readonly view: string;
  readonly table: string;
}

/** 4, 8 and 16 mean update, insert and delete. */
export const writableViewQuery = `
  select v.relname as view, min(t.relname::text) as table
  from pg_class v
  join pg_rewrite r on r.ev_class = v.oid
  join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
    and d.refclassid = 'pg_class'::regclass and d.refobjid <> v.oid
  join pg_class t on t.oid = d.refobjid and t.relnamespace = v.relnamespace
  where v.relnamespace = 'public'::regnamespace and v.relkind = 'v' and pg_relation_is_updatable(v.oid, true) & 28 = 28
  group by v.relname having count(distinct t.oid) = 1`;

/**
 * Gives a writable view the declarations of its table for common columns: nullability, defaults and keys, the primary
 * key named after the view. A foreign key whose column is named after the view (`task_group_id`) references the view,
 * not the table.
 */
export function lendToViews(
  columns: readonly ColumnRow[],
  constraints: readonly ConstraintRow[],
  views: readonly ViewRow[],
): { columns: readonly ColumnRow[]; constraints: readonly ConstraintRow[] } {
  const columnsByTable = Map.groupBy(columns, (row) => row.table);
  const tableOf = new Map(views.map(({ view, table }) => [view, table]));
  const isShownBy = (view: string, names: readonly string[]): boolean => {
    const shown = columnsByTable.get(view) ?? [];
    return names.every((name) => shown.some((row) => row.name === name));
  };
  const lentColumn = (row: ColumnRow): ColumnRow => {
    const base = columnsByTable.get(tableOf.get(row.table) ?? '')?.find(({ name }) => name === row.name);
    if (!base) return row;
    const { not_null, generated } = base;
    return { ...row, not_null, generated, default_sql: row.default_sql ?? base.default_sql };
  };
  const pointed = (row: ConstraintRow): ConstraintRow => {
    const into = views.find(
      ({ view, table }) =>
        row.kind === 'f' &&
        row.parent === table &&
        row.columns.includes(`${view}_id`) &&
        isShownBy(view, row.parent_columns ?? []),
    );
    return into ? { ...row, parent: into.view } : row;
  };
  const lent = views.flatMap(({ view, table }) =>
    constraints
      .filter((row) => row.table === table && isShownBy(view, row.columns))
      .map((row) => ({ ...row, table: view, ...(row.kind === 'p' && { name: `${view}_pkey` }) })),
  );
  return { columns: columns.map(lentColumn), constraints: [...constraints.map(pointed), ...lent] };
}
