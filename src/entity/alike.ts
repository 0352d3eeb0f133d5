import type { FieldProblem } from '../base/refusal.ts';
import { canonical } from '../base/search.ts';
import type { Entity, Row } from './entity.ts';

type Declared = Pick<Entity, 'alike'>;

/**
 * Warns where another row may be the same thing: both are active and have the same name, and no distinguishing field
 * is filled differently in both. The warning does not prevent saving (VAL-29).
 */
export function alikeWarning(
  { alike }: Declared,
  row: Row,
  others: readonly Row[],
): FieldProblem | undefined {
  const [name, ...place] = alike ?? [];
  if (name === undefined || !isCalled(row, name)) return undefined;
  const isTwin = others.some(
    (other) =>
      isCalled(other, name) &&
      plain(row, name) === plain(other, name) &&
      place.every((field) => isSamePlace(plain(row, field), plain(other, field))),
  );
  return isTwin ? { field: name, code: 'unique_violation', values: { rule: 'alike' } } : undefined;
}

/** Warns where another active row has the same value in an identifying field (SHEET-21). */
export function takenWarning(
  { fields }: Pick<Entity, 'fields'>,
  row: Row,
  others: readonly Row[],
): FieldProblem | undefined {
  const taken = Object.entries(fields).find(([field, { identifies }]) => {
    if (identifies === undefined || !isCalled(row, field)) return false;
    const names = [field, ...(identifies === true ? [] : identifies)];
    return others.some(
      (other) => isCalled(other, field) && names.every((name) => plain(row, name) === plain(other, name)),
    );
  });
  return taken && { field: taken[0], code: 'unique_violation', values: { rule: 'number_taken' } };
}

/** Whether any field identifies one row. */
export function isIdentifying({ fields }: Pick<Entity, 'fields'>): boolean {
  return Object.values(fields).some(({ identifies }) => identifies !== undefined);
}

/** An unknown place may be the same place. */
function isSamePlace(one: string, other: string): boolean {
  return one === '' || other === '' || one === other;
}

function isCalled(row: Row, name: string): boolean {
  return row.active !== false && plain(row, name) !== '';
}

/** Caches the texts: rows are immutable, and each keystroke compares thousands of them. */
const known = new WeakMap<Row, Map<string, string>>();

function plain(row: Row, field: string): string {
  const texts = known.get(row) ?? new Map<string, string>();
  known.set(row, texts);
  const text = texts.get(field) ?? canonical(String(row[field] ?? ''));
  texts.set(field, text);
  return text;
}
