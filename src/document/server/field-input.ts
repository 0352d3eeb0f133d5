import { z } from 'zod';
import type { DocumentField, DocumentFields } from '../fields.ts';
import { key } from './inputs.ts';

/** Undefined keeps the field; null clears it. */
type FieldInput<F> = F extends DocumentField<infer V> ? z.ZodOptional<z.ZodNullable<z.ZodType<V>>> : never;

/** The fields as command input, for the `z.object` of a head or a line. */
export function fieldInputs<F extends DocumentFields>(
  fields: F,
): { readonly [Name in keyof F]: FieldInput<F[Name]> } {
  const inputs = Object.entries(fields).map(([name, field]) => [name, inputOf(field).nullish()]);
  return Object.fromEntries(inputs) as { readonly [Name in keyof F]: FieldInput<F[Name]> };
}

const formats = { link: /^https?:\/\//, currency: /^[A-Z]{3}$/ };

/** A decimal number as text; the rules limit its decimals. */
const decimal = /^-?\d{1,12}(\.\d{1,8})?$/;

function inputOf(field: DocumentField): z.ZodType {
  switch (field.sort) {
    case 'text':
      return textOf(field);
    case 'choice':
      return field.format ? z.string().regex(formats[field.format]) : z.enum([...(field.choices ?? [])]);
    case 'flag':
      return z.boolean();
    case 'amount':
      return z.string().regex(decimal).meta({ scalar: 'numeric' });
    case 'day':
      return z.string().meta({ scalar: 'date' });
    case 'reference':
      return key();
  }
}

function textOf({ kind, longest, format }: DocumentField): z.ZodType {
  const typed = z.string().overwrite((given) => String(kind.normal(given) ?? ''));
  const text = longest === undefined ? typed : typed.max(longest);
  return format ? text.regex(formats[format]) : text;
}
