import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { type RefusalCode, Refused } from '../../base/refusal.ts';
import type { ApiRole, Context } from '../../platform/context.ts';
import type { TransactionOptions } from '../../platform/server/database/entrance.ts';
import type { Database } from '../../platform/server/database.ts';
import type { Access } from '../access.ts';
import { costlyTimeLimitMs } from '../costly.ts';
import { exceeded, type Limits } from '../limits.ts';
import type { Model } from '../model.ts';
import type { Narrowing } from '../sql.ts';
import type { Command, QueryFunction } from './command.ts';
import type { Documents } from './documents.ts';
import type { Introspection } from './introspection.ts';
import type { RowNeeds, RowNormals, RowValidations } from './validation.ts';

/** Everything needed to run the requests of one API role. */
export interface Engine {
  readonly role: ApiRole;
  readonly model: Model;
  readonly schema: GraphQLSchema;
  readonly access: Access;
  readonly database: Pick<Database, 'inTenant'>;
  readonly documents: Documents;
  readonly introspection: Introspection;
  readonly commands: ReadonlyMap<string, Command>;
  readonly functions: ReadonlyMap<string, QueryFunction>;
  readonly validations: RowValidations;
  readonly normals: RowNormals;
  readonly needs: RowNeeds;
  /** Encrypts values of secret columns (TECH-07). */
  readonly seal: (secret: string) => Buffer;
  readonly limits: Limits;
  /** Condition for direct reads and writes of these tables. */
  readonly guard: Guard;
  /** Confirmations required for changes of these tables. */
  readonly questions: ChangeQuestions;
  /** The deferred constraint that delays changes of a person's visibility. */
  readonly settling: string | null;
  /** Restricts lists to the rows visible to the person. */
  readonly narrow: (context: Context) => Narrowing | undefined;
}

/**
 * An SQL condition without a row that is true, or fails with a refusal; undefined if everyone has access. Applies to
 * root fields of requests, not to relations.
 */
export type Guard = (tables: readonly string[]) => string | undefined;

/** By table. */
export type ChangeQuestions = ReadonlyMap<string, ChangeQuestion>;

/** A confirmation required at the end of a mutation that changed rows of the table, by any field (API-41). */
export interface ChangeQuestion {
  readonly code: RefusalCode;
  /**
   * Returns a row with `values`, visible to the person, and `subject`, everything to confirm; no row if there is
   * nothing to confirm.
   */
  readonly sql: string;
  /** The table view has asked it before a save, with the counts of its rows. */
  readonly isAskedInTable?: true;
}

/** The part of the request in progress, for the `path` of an error (API-04). */
export interface Progress {
  path: string;
}

/** A request with parts of the right types. */
export interface CheckedRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
  /** Identifies a repeated attempt, so that it writes once (SHEET-21). */
  readonly key: string | undefined;
  /** Whether its variables use a costly operator. */
  readonly isCostly: boolean;
  readonly batch: Batch;
  /** A save of the table view, before which it has asked with the counts of its rows (SHEET-16). */
  readonly isOfTable: boolean;
}

/** Shared limits of the operations of one request. */
export class Batch {
  #introspections = 0;

  /** Counts a question about the schema; throws `limit_exceeded` above the limit (API-48). */
  takeIntrospection({ introspections }: Limits): void {
    this.#introspections += 1;
    if (this.#introspections > introspections) throw new Refused(exceeded('introspections', introspections));
  }
}

export function rootType(type: GraphQLObjectType | null | undefined): GraphQLObjectType {
  if (!type) throw new Error('the schema lacks a root type');
  return type;
}

/** Begins as the person's reader, or as operator across tenants. Requests with costly operators have less time. */
export function requestOptions(
  role: ApiRole,
  isCostly: boolean,
): Pick<TransactionOptions, 'role' | 'timeLimitMs'> {
  return {
    ...(role.kind === 'operator' && { role: 'operator' }),
    ...(isCostly && { timeLimitMs: costlyTimeLimitMs }),
  };
}
