import type { DocumentField, DocumentFields } from '../../src/document/fields.ts';
import { thisYear, today } from './today.ts';

/** What people type into fields while they play; records are chosen by their place in what a game knows. */

/** A field by its name, `lines.` before one of a line, and what may be typed into it. */
export type TypedField = readonly [name: string, values: readonly (string | null)[]];

/** Every field that the form offers, with what its sort allows unless the kind of document says what is worth typing. */
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

/** What stands in a field once that was typed or chosen there. */
export function inField(
  field: DocumentField | undefined,
  value: string | null,
  chosen: (table: string, place: number) => number | null,
): unknown {
  if (field?.sort === 'flag') return value === 'true';
  if (field?.sort !== 'reference' || value === null) return value;
  return chosen(field.references ?? '', Number(value));
}
