import type { Entity, Row } from '../../src/entity/entity.ts';
import type { Field } from '../../src/entity/field.ts';
import type { Caller } from '../support/demo-api.ts';
import { validChildren, validRows } from '../support/entity-cases.ts';

/** The rows as input of a mutation, with their mandatory companions. */
export function wholeRows(table: string, rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => ({ ...row, ...validChildren[table] }));
}

/** Adds rows, and returns their ids. */
export async function insertedRows(
  who: Pick<Caller, 'get'>,
  table: string,
  rows: readonly Row[],
): Promise<readonly number[]> {
  const { saved } = await who.get<{ saved: { returning: readonly { id: number }[] } }>(
    `mutation ($objects: [${table}_insert_input!]!) { saved: insert_${table}(objects: $objects) { returning { id } } }`,
    { objects: wholeRows(table, rows) },
  );
  return saved.returning.map(({ id }) => id);
}

/**
 * A valid row with unique values; with this name where names may repeat. `rowOf` returns a row of a referenced table.
 */
export function namedRow(
  entity: Entity,
  name: string,
  place: number,
  rowOf: (table: string) => number | null,
): Row {
  const namedBy = 'name' in entity.fields ? 'name' : 'code';
  const unique = Object.entries(entity.fields).flatMap(([field, declared]) =>
    declared.unique
      ? [[field, field === namedBy ? `${name} ${place}` : distinct(declared, place)] as const]
      : [],
  );
  const needed = Object.entries(entity.fields).flatMap(([field, { required, references }]) =>
    required && references !== undefined ? [[field, rowOf(references)] as const] : [],
  );
  const own = 'name' in entity.fields ? { name } : {};
  return { ...validRows[entity.table], ...own, ...Object.fromEntries([...needed, ...unique]) };
}

/** A unique text in a form accepted by the field. */
export function distinct(field: Field, place: number): string {
  const forms = [`${970 + place}`, `H ${place}`, `h${place}@hostile.test`];
  return forms.find((form) => field.kind.problem(form) === undefined) ?? '';
}
