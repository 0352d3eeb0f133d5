import type { GraphQLOutputType } from 'graphql';
import type { z } from 'zod';
import type { ApiRole } from '../platform/context.ts';

/**
 * A field of a table's rows that the database computes.
 * `needs` names the columns of the row that the expression reads beside its key.
 */
export interface SqlField {
  readonly table: string;
  readonly name: string;
  readonly type: GraphQLOutputType;
  readonly needs?: readonly string[];
  /** Who does not see prices reads null (ROLE-07). */
  readonly isAmount?: boolean;
  readonly sql: (alias: string) => string;
}

/**
 * A field of a table's rows that TypeScript computes from facts which the same statement selects,
 * such as the actions on offer (API-40).
 */
export interface ComputedField {
  readonly table: string;
  readonly name: string;
  readonly type: GraphQLOutputType;
  readonly needs?: readonly string[];
  /** An SQL expression of type `json` over the row of that alias. */
  readonly facts: (alias: string) => string;
}

export function isComputed(field: SqlField | ComputedField): field is ComputedField {
  return 'facts' in field;
}

/** What the schema needs to know of a command or query function. */
export interface OperationShape {
  readonly name: string;
  /** Its keys are the arguments of the field. */
  readonly input: z.ZodObject;
  readonly description?: string;
  /** Who finds it in his schema; everybody without it. */
  readonly kinds?: readonly ApiRole['kind'][];
}

export interface CommandShape extends OperationShape {
  /** The table whose row the command answers, selected as reader after it ran. */
  readonly result: string;
}

export interface QueryFunctionShape extends OperationShape {
  /** The type of its answer; `jsonb` without it. */
  readonly output?: GraphQLOutputType;
}
