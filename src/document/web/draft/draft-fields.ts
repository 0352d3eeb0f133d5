import { type Amount, amountOf, compareAmounts } from '../../../base/money.ts';
import { remembered } from '../../../base/remembered.ts';
import type { DocumentField, DocumentFields, StoredRow } from '../../fields.ts';
import { isRelated, type ReadRow, type ShownName, shownName } from '../../read-fields.ts';
import type { Reference } from './reference.ts';

type DraftValue<F> =
  F extends DocumentField<infer V, infer S, infer Filled>
    ? S extends 'text'
      ? string
      : S extends 'reference'
        ? F extends { readonly reads: readonly [string, ...string[]] }
          ? Reference | null
          : V | null
        : Filled extends true
          ? V
          : V | null
    : never;

type EmptyValue<F> = F extends { readonly reads: readonly [string, ...string[]] } ? null : DraftValue<F>;

/**
 * A row while it is typed: texts are never null, amounts are decimal text, and references are named like their
 * relation and contain their names.
 */
export type DraftRow<F extends DocumentFields> = {
  readonly [Name in keyof F & string as ShownName<F, Name>]: DraftValue<F[Name]>;
};

type EmptyRow<F extends DocumentFields> = {
  readonly [Name in keyof F & string as ShownName<F, Name>]: EmptyValue<F[Name]>;
};

/** The row of a new document, with proposed values. */
export function emptyRow<F extends DocumentFields>(fields: F): EmptyRow<F> {
  const values = Object.entries(fields).map(([name, field]) => {
    const nothing = field.sort === 'text' ? '' : null;
    return [shownName(name, field), field.initial ?? nothing];
  });
  return Object.fromEntries(values) as EmptyRow<F>;
}

/** An API row as a form shows it. Further fields of a reference are kept. */
export function draftRow<F extends DocumentFields>(fields: F, row: ReadRow<F>): DraftRow<F> {
  const read = new Map<string, unknown>(Object.entries(row));
  const values = Object.entries(fields).map(([name, field]) => {
    const shown = shownName(name, field);
    return [shown, typedValue(field, read.get(shown) ?? null)];
  });
  return Object.fromEntries(values) as DraftRow<F>;
}

function typedValue({ sort, usual }: DocumentField, value: unknown): unknown {
  if (sort === 'text') return value ?? '';
  if (sort !== 'amount' || value === null) return value;
  const typed = amountOf(value as number | Amount);
  return usual !== undefined && compareAmounts(typed, usual) === 0 ? null : typed;
}

/** A typed row as command input: normalised texts, null for empty, references as ids. */
export function rowInput<F extends DocumentFields>(fields: F, draft: DraftRow<F>): StoredRow<F> {
  return inputOf(draft, fields) as StoredRow<F>;
}

const inputOf = remembered((draft: object, fields: DocumentFields): object => {
  const typed = new Map<string, unknown>(Object.entries(draft));
  const values = Object.entries(fields).map(([name, field]) => {
    const value = typed.get(shownName(name, field)) ?? field.usual ?? null;
    if (isRelated(field)) return [name, (value as Reference | null)?.id ?? null];
    return [name, field.sort === 'text' ? field.kind.normal(value as string) : value];
  });
  return Object.fromEntries(values);
});
