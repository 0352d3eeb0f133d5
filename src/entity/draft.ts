import type { FieldProblem } from '../base/refusal.ts';
import type { Children, CompanyFacts, Entity, Row } from './entity.ts';
import type { Field, Fields } from './field.ts';
import { fieldProblems, normalRow, problemsOf, warningsOf } from './problems.ts';

/** A child row being edited. */
export interface ChildDraft {
  /** Stays the same while the row is edited. */
  readonly key: string;
  /** Null until it is saved. */
  readonly id: number | null;
  /** `updated_at` as it was read. */
  readonly stamp: string | null;
  readonly values: Row;
}

/** A record with its children and links. */
export interface Draft {
  readonly values: Row;
  readonly children: Readonly<Record<string, readonly ChildDraft[]>>;
  /** The ids of the linked rows. */
  readonly links: Readonly<Record<string, readonly number[]>>;
}

/** A record as it is stored. */
export interface StoredRecord extends Draft {
  readonly id: number;
  readonly stamp: string;
}

/** Rows of one table that a change deactivates, or that open documents depend on. */
export interface RetiredRows {
  readonly table: string;
  readonly ids: readonly number[];
  /** Limits the rows to these companies; without it all companies are affected. */
  readonly clients?: readonly number[];
  /** The changed columns; without them the whole row. */
  readonly columns?: readonly string[];
}

/** The rows that a change deactivates: the record and its children. */
export function retiredRows(entity: Entity, before: StoredRecord, after: Draft): readonly RetiredRows[] {
  const isRetired = (was: Row, becomes: Row | undefined): boolean =>
    was.active === true && becomes?.active === false;
  const own = isRetired(before.values, after.values) ? [{ table: entity.table, ids: [before.id] }] : [];
  const ofChildren = Object.entries(entity.children).flatMap(([name, { table }]) => {
    const now = new Map((after.children[name] ?? []).map(({ id, values }) => [id, values]));
    const retired = (before.children[name] ?? []).filter(({ id, values }) => isRetired(values, now.get(id)));
    const ids = retired.map(({ id }) => id).filter((id) => id !== null);
    return ids.length > 0 ? [{ table, ids }] : [];
  });
  return [...own, ...ofChildren];
}

export function newValues(fields: Fields): Row {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { initial = null }]: [string, Field]) => [name, initial]),
  );
}

export function newDraft(entity: Entity): Draft {
  return {
    values: newValues(entity.fields),
    children: Object.fromEntries(Object.keys(entity.children).map((name) => [name, []])),
    links: Object.fromEntries(Object.keys(entity.links).map((name) => [name, []])),
  };
}

/** The draft with stored forms of all values and without new rows that were left blank. */
export function normalDraft(entity: Entity, draft: Draft): Draft {
  const children = Object.entries(entity.children).map(([name, { fields }]) => {
    const rows = (draft.children[name] ?? []).filter((row) => !isBlank(fields, row));
    return [name, rows.map((row) => ({ ...row, values: normalRow(fields, row.values) }))] as const;
  });
  return {
    values: normalRow(entity.fields, draft.values),
    children: Object.fromEntries(children),
    links: draft.links,
  };
}

/** Whether a new child row is unchanged since it was added. */
function isBlank(fields: Fields, { id, values }: ChildDraft): boolean {
  return id === null && sameValue(normalRow(fields, values), newValues(fields));
}

/**
 * All problems of a normal draft: fields of the record by name, fields of children as `<children>.<key>.<field>`, and
 * missing children by the name of the children (VAL-26, VAL-45).
 */
export function draftProblems(entity: Entity, draft: Draft): readonly FieldProblem[] {
  const ofChildren = Object.entries(entity.children).flatMap(([name, children]) =>
    childrenProblems(name, children, draft.children[name] ?? []),
  );
  return [...problemsOf(entity, draft.values), ...ofChildren];
}

/** The warnings of a draft, under the same paths as its problems. */
export function draftWarnings(entity: Entity, draft: Draft, facts: CompanyFacts): readonly FieldProblem[] {
  const ofChildren = Object.entries(entity.children).flatMap(([name, children]) =>
    (draft.children[name] ?? []).flatMap(({ key, values }) =>
      warningsOf(children, values, facts).map((warning) => ({
        ...warning,
        field: `${name}.${key}.${warning.field}`,
      })),
    ),
  );
  return [...warningsOf(entity, draft.values, facts), ...ofChildren];
}

function childrenProblems(
  name: string,
  { fields, check, owner, atLeast = 0 }: Children,
  rows: readonly ChildDraft[],
): readonly FieldProblem[] {
  const problems = rows.flatMap((row) => {
    const siblings = rows.filter((other) => other !== row).map(({ values }) => values);
    const ofFields = [...fieldProblems(fields, row.values), ...repeated(fields, owner, row.values, siblings)];
    const found = ofFields.length > 0 ? ofFields : (check?.(row.values, siblings) ?? []);
    return found.map((problem) => ({ ...problem, field: `${name}.${row.key}.${problem.field}` }));
  });
  if (rows.length >= atLeast) return problems;
  return [
    { field: name, code: 'validation_failed', values: { rule: 'rows_required', count: atLeast } },
    ...problems,
  ];
}

/** The unique fields that repeat a value of a sibling. */
function repeated(
  fields: Fields,
  owner: string,
  values: Row,
  siblings: readonly Row[],
): readonly FieldProblem[] {
  return Object.entries(fields).flatMap(([name, { unique }]) => {
    if (!Array.isArray(unique) || !unique.includes(owner) || values[name] === null) return [];
    const isThere = siblings.some((other) => other[name] === values[name]);
    return isThere ? [{ field: name, code: 'unique_violation' } as const] : [];
  });
}

export function sameValue(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** The fields of the record that differ from the stored ones. */
export function changedFields(entity: Entity, before: Draft, after: Draft): readonly string[] {
  return Object.keys(entity.fields).filter(
    (name) => !sameValue(before.values[name] ?? null, after.values[name] ?? null),
  );
}

/** The fields of children that differ, as `table.field`; an added or removed row counts with all its fields. */
export function changedInChildren(entity: Entity, before: Draft, after: Draft): readonly string[] {
  const changed = Object.entries(entity.children).flatMap(([name, { table, fields }]) => {
    const [was, is] = [before.children[name] ?? [], after.children[name] ?? []];
    const gone = was.filter(({ id }) => !is.some((row) => row.id === id));
    const differing = is.flatMap((row) => {
      const stored = row.id === null ? undefined : was.find(({ id }) => id === row.id);
      return Object.keys(fields).filter(
        (field) =>
          stored === undefined || !sameValue(stored.values[field] ?? null, row.values[field] ?? null),
      );
    });
    return [...(gone.length > 0 ? Object.keys(fields) : []), ...differing].map(
      (field) => `${table}.${field}`,
    );
  });
  return [...new Set(changed)];
}

/**
 * The companies of the children that differ in these fields, named as by `changedInChildren`; null where the fields
 * belong to the record itself or to children without a company.
 */
export function companiesOfChanges(
  { children }: Entity,
  names: readonly string[],
  before: Draft,
  after: Draft,
): readonly number[] | null {
  const changed = Object.entries(children).flatMap(([name, { table, fields }]) => {
    const own = Object.keys(fields).filter((field) => names.includes(`${table}.${field}`));
    return own.length === 0 ? [] : [{ name, own, isOfCompany: 'client_id' in fields }];
  });
  const isOfRecord = names.some((name) => !name.includes('.'));
  if (isOfRecord || !changed.every(({ isOfCompany }) => isOfCompany)) return null;
  const companies = changed.flatMap(({ name, own }) => {
    const [was, is] = [before.children[name] ?? [], after.children[name] ?? []].map(
      (rows) => new Map(rows.map(({ id, key, values }) => [id ?? key, values])),
    );
    return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].flatMap((key) => {
      const both = [was?.get(key), is?.get(key)];
      const isChanged = own.some((field) => !sameValue(both[0]?.[field] ?? null, both[1]?.[field] ?? null));
      return isChanged ? both.map((values) => Number(values?.client_id ?? 0)) : [];
    });
  });
  return [...new Set(companies)].filter((id) => id > 0);
}

/** The number of fields, children and links that differ from the stored ones. */
export function changeCount(entity: Entity, before: Draft, after: Draft): number {
  const parts = (kind: 'children' | 'links') =>
    Object.keys(entity[kind]).filter((name) => !sameValue(before[kind][name], after[kind][name]));
  return changedFields(entity, before, after).length + parts('children').length + parts('links').length;
}
