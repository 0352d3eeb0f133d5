import { type FieldProblem, type Refusal, refuse } from '../../base/refusal.ts';
import { plural } from '../../graphql/naming.ts';
import type {
  RowNeeds,
  RowNormal,
  RowNormals,
  RowValidation,
  RowValidations,
  WrittenRow,
} from '../../graphql/server/validation.ts';
import type { Children, Entity, Row } from '../entity.ts';
import type { Fields } from '../field.ts';
import { fieldProblems, normalRow, problemsOf } from '../problems.ts';

/** The declared rules for rows that generic mutations write, by table (API-43). */
export function rowValidations(entities: Iterable<Entity>): RowValidations {
  const all = [...entities];
  return new Map([
    ...all.flatMap((entity) => Object.values(entity.children).map(rowsOfChildren)),
    ...all.map((entity): [string, RowValidation] => [
      entity.table,
      (rows) => refusalOf(rows, (row) => (isMeant(entity, row) ? allProblems(entity, row) : [])),
    ]),
  ]);
}

/** Brings values from a client into their stored form and validates each on its own. */
export function rowNormals(entities: Iterable<Entity>): RowNormals {
  const declared = [...entities].flatMap((entity) => [entity, ...Object.values(entity.children)]);
  return new Map(declared.map(({ table, fields }) => [table, normalsOf(fields)]));
}

/** The same for the fields of a table that is not an entity. */
export function normalsOf(fields: Fields): RowNormal {
  return (values) => taken(fields, values as Row);
}

/** The children that a row of an entity requires (VAL-26). */
export function rowNeeds(entities: Iterable<Entity>): RowNeeds {
  const all = [...entities].map(({ table, children }) => {
    const needs = Object.values(children).flatMap(({ atLeast, owner, ...child }) =>
      atLeast ? [{ relation: plural(child.table), table: child.table, owner, count: atLeast }] : [],
    );
    return [table, needs] as const;
  });
  return new Map(all.filter(([, needs]) => needs.length > 0));
}

function taken(fields: Fields, values: Row): Row | readonly FieldProblem[] {
  const normal = normalRow(fields, values);
  const given = Object.fromEntries(Object.entries(fields).filter(([name]) => name in values));
  const problems = fieldProblems(given, normal);
  return problems.length > 0 ? problems : normal;
}

/** The same for rows with an owner, such as those of the whole installation. */
export function rowsOfChildren(children: Children): [string, RowValidation] {
  const { table, owner, fields, check } = children;
  return [
    table,
    (rows) =>
      refusalOf(rows, (row) => {
        const ofFields = fieldProblems(fields, row);
        if (ofFields.length > 0 || !check) return ofFields;
        const siblings = (rows as readonly Row[]).filter(
          (other) => other !== row && other[owner] === row[owner],
        );
        return check(row, siblings);
      }),
  ];
}

function allProblems(entity: Entity, row: Row): readonly FieldProblem[] {
  return [...problemsOf(entity, row), ...(entity.checkStored?.(row) ?? [])];
}

/** Several entities can share a table, such as persons and task groups; each validates its own rows. */
function isMeant({ constants }: Entity, row: Row): boolean {
  return Object.entries(constants).every(([name, value]) => row[name] === value);
}

/** Problems of one row are named by field, those of several rows by place and field, such as `2.email`. */
function refusalOf(
  rows: readonly WrittenRow[],
  judge: (row: Row) => readonly FieldProblem[],
): Refusal | undefined {
  const problems = rows.flatMap((row, place) => {
    const found = judge(row as Row);
    return rows.length === 1
      ? found
      : found.map((problem) => ({ ...problem, field: `${place}.${problem.field}` }));
  });
  if (problems.length === 0) return undefined;
  return refuse('validation_failed', { problems });
}
