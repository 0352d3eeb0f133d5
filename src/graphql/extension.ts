import type { GraphQLOutputType } from 'graphql';
import type { z } from 'zod';
import type { ApiRole } from '../platform/context.ts';

/**
 * A field of a table's rows computed by the database. `needs` lists the columns that the expression reads besides the
 * key.
 */
export interface SqlField {
  readonly table: string;
  readonly name: string;
  readonly type: GraphQLOutputType;
  readonly needs?: readonly string[];
  /** Null for people without prices (ROLE-07). */
  readonly isAmount?: boolean;
  readonly sql: (alias: string) => string;
}

/**
 * A field of a table's rows computed by TypeScript from facts selected in the same statement, such as the offered
 * actions (API-40).
 */
export interface ComputedField {
  readonly table: string;
  readonly name: string;
  readonly type: GraphQLOutputType;
  readonly needs?: readonly string[];
  /** An SQL expression of type `json` over the row of the alias. */
  readonly facts: (alias: string) => string;
}

export function isComputed(field: SqlField | ComputedField): field is ComputedField {
  return 'facts' in field;
}

/** The schema's view of a command or query function. */
export interface OperationShape {
  readonly name: string;
  /** Its keys are the arguments of the field. */
  readonly input: z.ZodObject;
  readonly description?: string;
  /** Kinds of roles that have it in their schema; all by default. */
  readonly kinds?: readonly ApiRole['kind'][];
}

export interface CommandShape extends OperationShape {
  /** The table of the row that the command returns, selected as reader after it ran. */
  readonly result: string;
}

export interface QueryFunctionShape extends OperationShape {
  /** The type of its answer; `jsonb` by default. */
  readonly output?: GraphQLOutputType;
}
