import type { FieldProblem } from '../base/refusal.ts';
import type { CompanyFacts, Doubts, Entity, Row } from './entity.ts';
import type { Field, Fields } from './field.ts';
import type { Finding, Value } from './kind.ts';

/** All problems of a row, by field and as a whole (VAL-45); the same in form, table view, CSV and API. */
export function problemsOf(entity: Pick<Entity, 'fields' | 'check'>, row: Row): readonly FieldProblem[] {
  const ofFields = fieldProblems(entity.fields, row);
  const known = new Set(ofFields.map(({ field }) => field));
  return [...ofFields, ...entity.check(row).filter(({ field }) => !known.has(field))];
}

/** The warnings of a row; they do not prevent saving (VAL-29). */
export function warningsOf(
  { fields, doubts }: { readonly fields: Fields; readonly doubts?: Doubts },
  row: Row,
  facts: CompanyFacts,
): readonly FieldProblem[] {
  const ofFields = Object.entries(fields).flatMap(([name, field]) => {
    const value = row[name] ?? null;
    const finding = value === null ? undefined : field.kind.warning?.(value);
    return finding ? [{ field: name, ...finding }] : [];
  });
  return [...ofFields, ...(doubts?.(row, facts) ?? [])];
}

/** The row with every value in its stored form. */
export function normalRow<R extends Row>(fields: Fields, row: R): R {
  const values = Object.entries(row).map(([name, value]) => {
    const field = fields[name];
    return [name, field && value !== null ? field.kind.normal(value) : value] as const;
  });
  return Object.fromEntries(values) as R;
}

export function fieldProblems(fields: Fields, row: Row): readonly FieldProblem[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const finding = findingOf(field, row[name] ?? null);
    return finding ? [{ field: name, ...finding }] : [];
  });
}

function findingOf(field: Field, value: Value): Finding | undefined {
  if (field.computed) return undefined;
  const normal = value === null ? null : field.kind.normal(value);
  if (normal !== null) return field.kind.problem(normal);
  return field.required ? { code: 'field_required' } : undefined;
}
