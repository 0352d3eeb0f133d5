import type { FieldProblem, Refusal } from '../../base/refusal.ts';
import type { Context } from '../../platform/context.ts';
import type { NeededRows } from '../write-sql.ts';

/** A row after the write: amounts as decimal strings, days and instants as ISO strings, ids as numbers. */
export type WrittenRow = Readonly<Record<string, unknown>>;

/** Validates rows as written by a generic mutation (API-43). */
export type RowValidation = (rows: readonly WrittenRow[], context: Context) => Refusal | undefined;

export type RowValidations = ReadonlyMap<string, RowValidation>;

/**
 * Normalises values sent by a client for storage, such as an IBAN without blanks, or returns their problems: the
 * database would silently round a third decimal.
 */
export type RowNormal = (values: WrittenRow) => WrittenRow | readonly FieldProblem[];

/** By table. */
export type RowNormals = ReadonlyMap<string, RowNormal>;

/** Rows that new rows must come with, by their table. */
export type RowNeeds = ReadonlyMap<string, readonly NeededRows[]>;
