import { Refused, refuse } from '../base/refusal.ts';
import { type ComputedField, isComputed, type SqlField } from './extension.ts';
import { meaningOf } from './meaning.ts';
import type { Column, Model, Relation, Table } from './model.ts';
import type { Selected, Selection } from './selection.ts';
import { keyedRows, type ListArguments, maxRows, type RowKey, source } from './source.ts';
import {
  builtObject,
  columnRef,
  identifier,
  joined,
  jsonObject,
  type Narrowing,
  type Pair,
  row,
  Statement,
  selectList,
} from './sql.ts';
import { all, countExpression } from './where.ts';

/** The place of a value computed by TypeScript in the answer; lists on the way are skipped in the path. */
export interface ComputedPlace {
  readonly path: readonly string[];
  readonly selected: Selected;
  readonly field: ComputedField;
}

/** PostgreSQL truncates longer names, so that two keys could become equal. */
const maxKeyLength = 63;

/** The token in the error text of a statement for a list with too many rows. */
export const limitMarker = 'limit_exceeded';

/**
 * Compiles selections over the model into one SQL statement that returns JSON.
 *
 * @see docs/topics/graphql-compiler.md
 */
export class Compiler {
  readonly statement: Statement;
  readonly computed: ComputedPlace[] = [];
  readonly #selection: Selection;

  constructor(model: Model, selection: Selection, narrowed?: Narrowing) {
    this.statement = new Statement(model, narrowed);
    this.#selection = selection;
  }

  /** A list as a JSON array. */
  list(
    table: Table,
    selected: Selected,
    args: ListArguments,
    path: readonly string[],
    relation?: From,
  ): string {
    const columns = new Set<string>();
    const alias = this.statement.alias();
    const pairs = this.#object(table, this.#selection.children(selected).fields, alias, columns, path);
    const rows = source(this.statement, table, columns, args, {
      filter: relation && filterOf(relation),
      ordered: true,
      capped: true,
    });
    const capped = args.limit === undefined || args.limit === null;
    const items = `coalesce(json_agg(${row}), '[]')`;
    const checked = capped
      ? `case when count(*) > ${maxRows} then ('${limitMarker} ' || count(*))::json else ${items} end`
      : items;
    return `(select ${checked} from (select ${selectList(pairs)} from ${rows} ${alias}) ${row})`;
  }

  /** The rows with the given keys as a JSON array, in the order of the keys. */
  keyed(table: Table, selected: Selected, keys: readonly RowKey[], path: readonly string[]): string {
    const columns = new Set<string>();
    const alias = this.statement.alias();
    const pairs = this.#object(table, this.#selection.children(selected).fields, alias, columns, path);
    const rows = keyedRows(this.statement, table, columns, keys);
    return `(select coalesce(json_agg(${row}), '[]') from (select ${selectList(pairs)} from ${rows} ${alias}) ${row})`;
  }

  /** A single row as a JSON object, or null; `filter` must leave at most one row. */
  one(table: Table, selected: Selected, path: readonly string[], filter: (alias: string) => string): string {
    const alias = this.statement.alias();
    const pairs = this.#object(table, this.#selection.children(selected).fields, alias, new Set(), path);
    return jsonObject(pairs, `${identifier(table.name)} ${alias} where ${filter(alias)}`);
  }

  byKey(table: Table, selected: Selected, key: RowKey, path: readonly string[]): string {
    return this.one(table, selected, path, (alias) => this.keyCondition(table, alias, key));
  }

  /** The columns of the primary key, in the order in which `byKey` adds their values as its last parameters. */
  keyColumns(table: Table): readonly Column[] {
    return table.columns.filter((column) => table.primaryKey.includes(column.name));
  }

  keyCondition(table: Table, alias: string, key: RowKey): string {
    return all(
      this.keyColumns(table).map(
        ({ name, sqlType }) => `${columnRef(alias, name)} = ${this.statement.parameter(key[name], sqlType)}`,
      ),
    );
  }

  /** `{ aggregate { ... } nodes { ... } }` over the rows selected by the arguments. */
  aggregate(
    table: Table,
    selected: Selected,
    args: ListArguments,
    path: readonly string[],
    relation?: From,
  ): string {
    const columns = new Set<string>();
    const alias = this.statement.alias();
    const { fields } = this.#selection.children(selected);
    const pairs = fields.map((child): Pair => {
      const key = keyOf(child);
      if (!child.field) return [key, typename(`${table.name}_aggregate`)];
      if (child.field.name === 'nodes') return [key, this.list(table, child, args, [...path, key], relation)];
      return [key, this.#aggregates(child, alias, columns)];
    });
    if (!fields.some((child) => child.field?.name === 'aggregate')) return `(select ${builtObject(pairs)})`;
    const rows = source(this.statement, table, columns, args, {
      filter: relation && filterOf(relation),
      ordered: false,
      capped: false,
    });
    return `(select ${builtObject(pairs)} from ${rows} ${alias})`;
  }

  /** `{ count sum { ... } ... }`: expressions over all rows of the alias. */
  #aggregates(selected: Selected, alias: string, columns: Set<string>): string {
    const { type, fields } = this.#selection.children(selected);
    const pairs = fields.map((child): Pair => {
      const key = keyOf(child);
      if (!child.field) return [key, typename(type.name)];
      if (child.field.name !== 'count') return [key, this.#values(child, child.field.name, alias, columns)];
      const { columns: counted, distinct } = this.#selection.arguments(child) as CountArguments;
      for (const column of counted ?? []) columns.add(column);
      return [key, countExpression(alias, counted ?? [], distinct ?? false)];
    });
    return builtObject(pairs);
  }

  #values(selected: Selected, aggregate: string, alias: string, columns: Set<string>): string {
    const { type, fields } = this.#selection.children(selected);
    const pairs = fields.map((child): Pair => {
      const { field } = child;
      if (!field) return [keyOf(child), typename(type.name)];
      columns.add(field.name);
      return [keyOf(child), `${aggregate}(${columnRef(alias, field.name)})`];
    });
    return builtObject(pairs);
  }

  /** Key and expression of each selected field of a row; adds the columns that they read to `columns`. */
  #object(
    table: Table,
    fields: readonly Selected[],
    alias: string,
    columns: Set<string>,
    path: readonly string[],
  ): Pair[] {
    return fields.map((selected) => {
      const key = keyOf(selected);
      return [key, this.#value(table, selected, alias, columns, [...path, key])];
    });
  }

  #value(
    table: Table,
    selected: Selected,
    alias: string,
    columns: Set<string>,
    path: readonly string[],
  ): string {
    const found = selected.field && meaningOf(selected.field);
    if (!found) return typename(table.name);
    switch (found.kind) {
      case 'column':
        if (found.masked) return 'null';
        columns.add(found.column.name);
        return columnRef(alias, found.column.name);
      case 'sql':
      case 'computed':
        return this.#extension(table, selected, found.field, alias, columns, path);
      case 'object':
      case 'array':
      case 'array_aggregate':
        for (const [mine] of found.relation.pairs) columns.add(mine);
        return this.#related(found.kind, { relation: found.relation, alias }, found.table, selected, path);
      default:
        throw new Error(`${found.kind} is not a field of a row`);
    }
  }

  #related(
    kind: 'object' | 'array' | 'array_aggregate',
    from: From,
    table: Table,
    selected: Selected,
    path: readonly string[],
  ): string {
    if (kind === 'object') return this.one(table, selected, path, filterOf(from));
    const args = this.#selection.arguments(selected) as ListArguments;
    if (kind === 'array') return this.list(table, selected, args, path, from);
    return this.aggregate(table, selected, args, path, from);
  }

  #extension(
    table: Table,
    selected: Selected,
    field: SqlField | ComputedField,
    alias: string,
    columns: Set<string>,
    path: readonly string[],
  ): string {
    for (const name of [...table.primaryKey, ...(field.needs ?? [])]) columns.add(name);
    if (table.hasTenant) columns.add('tenant_id');
    if (!isComputed(field)) return `(${field.sql(alias)})`;
    this.computed.push({ path, selected, field });
    return `(${field.facts(alias)})`;
  }
}

/** The row at which a relation starts. */
export interface From {
  readonly relation: Relation;
  readonly alias: string;
}

function filterOf(from: From): (alias: string) => string {
  return (alias) => joined(from.alias, alias, from.relation.pairs);
}

function typename(name: string): string {
  return `'${name}'::text`;
}

/** The key of a field in the answer. */
export function keyOf(selected: Selected): string {
  if (selected.key.length > maxKeyLength) {
    throw new Refused(
      refuse('value_too_long', {
        field: selected.key.slice(0, maxKeyLength),
        values: { maximum: maxKeyLength },
      }),
    );
  }
  return selected.key;
}

interface CountArguments {
  readonly columns?: readonly string[] | null;
  readonly distinct?: boolean | null;
}

/** The selected parts of a value computed by TypeScript, under the requested keys. */
export function shaped(selection: Selection, selected: Selected, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((item) => shaped(selection, selected, item));
  if (!selected.nodes.some((node) => node.selectionSet)) return value;
  const { type, fields } = selection.children(selected);
  return Object.fromEntries(
    fields.map((child) => [
      child.key,
      child.field
        ? shaped(selection, child, (value as Record<string, unknown>)[child.field.name])
        : type.name,
    ]),
  );
}
