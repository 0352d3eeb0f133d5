import type { FieldProblem, Refusal } from '../../base/refusal.ts';
import type { Context } from '../../platform/context.ts';
import type { NeededRows } from '../write-sql.ts';

/** A row as it will be: amounts as decimal strings, days and instants as ISO strings, ids as numbers. */
export type WrittenRow = Readonly<Record<string, unknown>>;

/** Decides whether rows may be as a generic mutation has left them (API-43). */
export type RowValidation = (rows: readonly WrittenRow[], context: Context) => Refusal | undefined;

export type RowValidations = ReadonlyMap<string, RowValidation>;

/**
 * Brings the values that a client sends into the form in which they are stored, such as an IBAN without blanks, or
 * says what is wrong with them: the database would round a third decimal away without a word.
 */
export type RowNormal = (values: WrittenRow) => WrittenRow | readonly FieldProblem[];

/** By table. */
export type RowNormals = ReadonlyMap<string, RowNormal>;

/** What new rows have to come with, by their table. */
export type RowNeeds = ReadonlyMap<string, readonly NeededRows[]>;
