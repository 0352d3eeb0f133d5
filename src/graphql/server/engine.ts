import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { type RefusalCode, Refused } from '../../base/refusal.ts';
import type { ApiRole, Context } from '../../platform/context.ts';
import type { Database, TransactionOptions } from '../../platform/server/database.ts';
import type { Access } from '../access.ts';
import { costlyTimeLimitMs } from '../costly.ts';
import { exceeded, type Limits } from '../limits.ts';
import type { Model } from '../model.ts';
import type { Narrowing } from '../sql.ts';
import type { Command, QueryFunction } from './command.ts';
import type { Documents } from './documents.ts';
import type { Introspection } from './introspection.ts';
import type { RowNeeds, RowNormals, RowValidations } from './validation.ts';

/** Everything that one API role's requests are run with. */
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
  /** Encrypts what a person writes into a secret column (TECH-07). */
  readonly seal: (secret: string) => Buffer;
  readonly limits: Limits;
  /** What has to hold before rows of these tables are asked for or written directly. */
  readonly guard: Guard;
  /** What whoever changes rows of these tables is asked before the changes are kept. */
  readonly questions: ChangeQuestions;
  /** The deferred constraint that what a person sees waits with. */
  readonly settling: string | null;
  /** What narrows the lists of a person to the rows that he can see at all. */
  readonly narrow: (context: Context) => Narrowing | undefined;
}

/**
 * An SQL condition over no row that is true, or fails with what the person is told; undefined where everybody may ask. It
 * is for the root fields of requests; what relations lead to is not asked for by itself.
 */
export type Guard = (tables: readonly string[]) => string | undefined;

/** By table. */
export type ChangeQuestions = ReadonlyMap<string, ChangeQuestion>;

/** What is asked at the end of a mutation, by whatever field of it rows of the table came to be changed (API-41). */
export interface ChangeQuestion {
  readonly code: RefusalCode;
  /** Answers a row with `values`, which the person may see, and `subject`, what is confirmed in all; no row where nothing is asked. */
  readonly sql: string;
  /** The table view has asked it before a save, with its counts. */
  readonly isAskedInTable?: true;
}

/** Which part of the request is being worked on, for the `path` of an error (API-04). */
export interface Progress {
  path: string;
}

/** A request whose parts have the right types. */
export interface CheckedRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
  /** Names a repeated attempt, so that its writes happen once (SHEET-21). */
  readonly key: string | undefined;
  /** Whether its variables compare with a costly pattern. */
  readonly isCostly: boolean;
  readonly batch: Batch;
  /** A save of the table view, before which it has asked with the counts of its rows (SHEET-16). */
  readonly isOfTable: boolean;
}

/** What the operations of one request take together. */
export class Batch {
  #introspections = 0;

  /** Notes a question about the schema; throws `limit_exceeded` for one too many (API-48). */
  takeIntrospection({ introspections }: Limits): void {
    this.#introspections += 1;
    if (this.#introspections > introspections) throw new Refused(exceeded('introspections', introspections));
  }
}

export function rootType(type: GraphQLObjectType | null | undefined): GraphQLObjectType {
  if (!type) throw new Error('the schema lacks a root type');
  return type;
}

/**
 * Transactions begin as the person's reader; across tenants they begin as operator. Whoever compares with costly
 * patterns has less time.
 */
export function requestOptions(
  role: ApiRole,
  isCostly: boolean,
): Pick<TransactionOptions, 'role' | 'timeLimitMs'> {
  return {
    ...(role.kind === 'operator' && { role: 'operator' }),
    ...(isCostly && { timeLimitMs: costlyTimeLimitMs }),
  };
}
