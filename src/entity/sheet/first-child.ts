import { plural } from '../../graphql/naming.ts';
import type { Children, Entity, FirstChild, Row } from '../entity.ts';

/** The first child with the declaration of its rows. */
interface Declared extends FirstChild {
  readonly declared: Children;
}

function firstChildOf({ firstChild, children }: Entity): Declared | undefined {
  const declared = firstChild && children[firstChild.children];
  return declared && { ...firstChild, declared };
}

/**
 * The entity as the table view and CSV have it: a new row includes the first row of its children, in columns that are
 * set once (VAL-26). Stored children are edited in the form.
 */
export function sheetEntity(entity: Entity): Entity {
  const first = firstChildOf(entity);
  if (first === undefined) return entity;
  const fields = Object.entries(first.columns).flatMap(([column, name]) => {
    const field = first.declared.fields[name];
    return field ? [[column, { ...field, fixed: true }] as const] : [];
  });
  return {
    ...entity,
    fields: { ...entity.fields, ...Object.fromEntries(fields) },
    sheet: [...entity.sheet, ...fields.map(([column]) => column)],
  };
}

/** The GraphQL selection of these columns; the columns of the first child are nested. */
export function sheetSelection(entity: Entity, columns: readonly string[]): string {
  const first = firstChildOf(entity);
  if (first === undefined) return columns.join(' ');
  const own = columns.filter((column) => !(column in first.columns));
  const order = Object.keys(first.constants).map((name) => `{ ${name}: desc }`);
  const names = Object.values(first.columns).join(' ');
  const child = `${plural(first.declared.table)}(order_by: [${[...order, '{ id: asc }'].join(', ')}], limit: 1) { ${names} }`;
  return [...own, child].join(' ');
}

/** An answer to `sheetSelection` with all columns in one row. */
export function flatRow(entity: Entity, row: Readonly<Record<string, unknown>>): Row {
  const first = firstChildOf(entity);
  if (first === undefined) return row as Row;
  const { [plural(first.declared.table)]: children, ...own } = row;
  const [child = {}] = (children ?? []) as readonly Row[];
  const columns = Object.entries(first.columns).map(([column, name]) => [column, child[name] ?? null]);
  return { ...own, ...Object.fromEntries(columns) };
}

/** A child row to be created together with its owner. */
export interface NewChild {
  readonly declared: Children;
  readonly row: Row;
}

/** The row itself, and the first child of a new one. */
export function takenApart(
  entity: Entity,
  row: Row,
): { readonly own: Row; readonly child: NewChild | undefined } {
  const first = firstChildOf(entity);
  if (first === undefined) return { own: row, child: undefined };
  const { columns, constants, declared } = first;
  const given = Object.entries(row).filter(([name]) => name in columns);
  const own = Object.fromEntries(Object.entries(row).filter(([name]) => !(name in columns)));
  if (given.length === 0) return { own, child: undefined };
  const values = given.map(([name, value]) => [columns[name] ?? name, value] as const);
  return { own, child: { declared, row: { ...Object.fromEntries(values), ...constants } } };
}

/** The object that a save sends for a row, with the nested child (SHEET-15). */
export function sentObject(entity: Entity, row: Row): Readonly<Record<string, unknown>> {
  const { own, child } = takenApart(entity, row);
  return child === undefined ? own : { ...own, [plural(child.declared.table)]: { data: [child.row] } };
}
