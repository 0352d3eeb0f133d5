import type { Refusal } from '../../base/refusal.ts';
import type { Context } from '../../platform/context.ts';

/** A row as it will be: amounts as decimal strings, days and instants as ISO strings, ids as numbers. */
export type WrittenRow = Readonly<Record<string, unknown>>;

/** Decides whether rows may be as a generic mutation has left them (API-43). */
export type RowValidation = (rows: readonly WrittenRow[], context: Context) => Refusal | undefined;

export type RowValidations = ReadonlyMap<string, RowValidation>;
