import type { DocumentField, DocumentFields } from '../../src/document/fields.ts';
import { thisYear, today } from './today.ts';

/** Random input into fields during play; records are chosen by their index in the game's data. */

/** A field by its name, prefixed with `lines.` for lines, and the values that may be typed. */
export type TypedField = readonly [name: string, values: readonly (string | null)[]];

/** Every field of the form with the values of its type, unless the kind of document defines its own. */
export function everyField(
  head: DocumentFields,
  lines: DocumentFields,
  typed: Readonly<Record<string, readonly (string | null)[]>>,
): readonly TypedField[] {
  const of = (fields: DocumentFields, before: string) =>
    Object.entries(fields).map(
      ([name, field]) => [`${before}${name}`, typed[`${before}${name}`] ?? bySort(field)] as const,
    );
  return [...of(head, ''), ...of(lines, 'lines.')];
}

function bySort(field: DocumentField): readonly (string | null)[] {
  if (field.sort === 'choice') return [...(field.choices ?? []), null];
  if (field.sort === 'flag') return ['true', 'false'];
  if (field.sort === 'reference') return ['0', '1', null];
  if (field.sort === 'day') return [today(), `${thisYear() + 1}-12-31`, null];
  return field.sort === 'amount' ? ['0', '2', '1000', null] : ['Text', null];
}

/** The content of a field after typing or choosing. */
export function inField(
  field: DocumentField | undefined,
  value: string | null,
  chosen: (table: string, place: number) => number | null,
): unknown {
  if (field?.sort === 'flag') return value === 'true';
  if (field?.sort !== 'reference' || value === null) return value;
  return chosen(field.references ?? '', Number(value));
}
