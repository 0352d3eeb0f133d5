import type { GraphQLSchema } from 'graphql';
import { type Refusal, Refused, refuse } from '../../base/refusal.ts';
import { type ApiRole, apiRole, type Context } from '../../platform/context.ts';
import { wordOfDatabase } from '../../platform/server/database/refusals.ts';
import type { Database } from '../../platform/server/database.ts';
import { counted } from '../../platform/server/fairness/work.ts';
import { RefusedForNow } from '../../platform/server/refused-for-now.ts';
import type { Access } from '../access.ts';
import type { SqlField } from '../extension.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import type { Model } from '../model.ts';
import { buildSchema } from '../schema.ts';
import { RefusedAt } from '../unsent.ts';
import type { Models } from './catalog.ts';
import type { Command, QueryFunction } from './command.ts';
import type { ComputedBy } from './computed.ts';
import { Documents } from './documents.ts';
import { Batch, type ChangeQuestions, type CheckedRequest, type Engine, type Guard } from './engine.ts';
import { errorBody, type MessageOf, refusalOf } from './errors.ts';
import { execute } from './execute.ts';
import { Introspection } from './introspection.ts';
import type { RowNeeds, RowNormals, RowValidations } from './validation.ts';
import { measureVariables } from './variables.ts';

export interface GraphqlOptions {
  readonly models: Models;
  readonly access: Access;
  readonly database: Pick<Database, 'inTenant'>;
  readonly messageOf: MessageOf;
  readonly commands?: readonly Command[];
  readonly functions?: readonly QueryFunction[];
  readonly computed?: readonly (SqlField | ComputedBy)[];
  /** Validation of rows written by generic mutations (API-43), by table. */
  readonly validate?: RowValidations;
  /** Normalisation of values written by generic mutations, by table. */
  readonly normals?: RowNormals;
  /** Rows that new rows must come with, by table. */
  readonly needs?: RowNeeds;
  /** Encrypts secrets; without it none can be written (TECH-07). */
  readonly seal?: (secret: string) => Buffer;
  /** Condition for a tenant's direct reads and writes of tables. */
  readonly guard?: Guard;
  /** Restricts lists to the rows visible to the person; must never hide a visible one. */
  readonly narrow?: Engine['narrow'];
  /** Confirmations required for changes of tables. */
  readonly questions?: ChangeQuestions;
  /** A deferred constraint that delays visibility, so that the fields of a mutation see it updated. */
  readonly settling?: string;
  /** Receives unexpected errors, with the id shown to the person (ERR-15). */
  readonly logger: {
    error(details: object, message: string): void;
    warn?(details: object, message: string): void;
  };
  /** Called for every refusal before it is answered. */
  readonly onRefused?: (context: Context, refusal: Refusal, request: GraphqlRequest) => Promise<void>;
  readonly limits?: Partial<Limits>;
}

/** The body of a request, unchecked. */
export interface GraphqlRequest {
  readonly query?: unknown;
  readonly variables?: unknown;
  readonly operationName?: unknown;
}

/** Parts of a request besides its body. */
export interface RequestParts {
  /** Limits shared by several operations of one request. */
  readonly batch?: Batch;
  /** Identifies a repeated attempt, so that it writes once (SHEET-21); a UUID. */
  readonly key?: string | undefined;
  /** A save of the table view. */
  readonly isOfTable?: boolean;
}

export interface GraphqlAnswer {
  readonly body: string;
  /** Retry-After in seconds, for temporary refusals. */
  readonly retryAfterSeconds?: number;
}

export interface Graphql {
  /** Answers one request, or one operation of a batch; failures are answers too, nothing is thrown. */
  execute(context: Context, request: GraphqlRequest, parts?: RequestParts): Promise<GraphqlAnswer>;
  schema(role: ApiRole): GraphQLSchema;
}

/** The API over one database (API-01 to API-05). Schemas are built on first use, one per API role. */
export function createGraphql(options: GraphqlOptions): Graphql {
  const engines = new Map<string, Engine>();
  const engineFor = (role: ApiRole): Engine => {
    const key = `${role.kind}${role.price ? '+price' : ''}${role.bank ? '+bank' : ''}`;
    const known = engines.get(key);
    if (known) return known;
    const engine = createEngine(role, options);
    engines.set(key, engine);
    return engine;
  };
  return {
    execute: (context, request, { batch = new Batch(), key, isOfTable = false } = {}) =>
      answer(engineFor(apiRole(context)), context, { ...request, batch, key, isOfTable }, options),
    schema: (role) => engineFor(role).schema,
  };
}

function createEngine(role: ApiRole, options: GraphqlOptions): Engine {
  const model = modelFor(role, options.models);
  const commands = options.commands ?? [];
  const functions = options.functions ?? [];
  const fields = (options.computed ?? []).filter((field) => model.tables.has(field.table));
  const { access, questions = new Map() } = options;
  const schema = buildSchema(role, { model, access, fields, commands, functions, questions });
  const limits = { ...defaultLimits, ...options.limits };
  return {
    role,
    model,
    schema,
    access: options.access,
    database: options.database,
    documents: new Documents(schema, limits),
    introspection: new Introspection(schema),
    commands: new Map(commands.map((command) => [command.name, command])),
    functions: new Map(functions.map((definition) => [definition.name, definition])),
    validations: options.validate ?? new Map(),
    normals: options.normals ?? new Map(),
    needs: options.needs ?? new Map(),
    seal: options.seal ?? noKey,
    limits,
    guard: role.kind === 'operator' ? unguarded : (options.guard ?? unguarded),
    questions,
    settling: options.settling ?? null,
    narrow: role.kind === 'operator' ? unguarded : (options.narrow ?? unguarded),
  };
}

function unguarded(): undefined {}

function noKey(): never {
  throw new Error('there is no key to encrypt secrets');
}

function modelFor(role: ApiRole, models: Models): Model {
  return role.kind === 'operator' ? models.operator : models.tenant;
}

async function answer(
  engine: Engine,
  context: Context,
  request: GraphqlRequest & Pick<CheckedRequest, 'batch' | 'key' | 'isOfTable'>,
  options: GraphqlOptions,
): Promise<GraphqlAnswer> {
  const progress = { path: '$' };
  try {
    return { body: await execute(engine, context, await checked(request, engine.limits), progress) };
  } catch (error) {
    const refusal = counted(() => refusalOf(error, engine.model));
    const { requestId, language } = context;
    if (!refusal) options.logger.error({ err: error, request_id: requestId }, 'graphql request failed');
    const reported = refusal ?? refuse('unexpected');
    const word = wordOfDatabase(reported);
    if (word !== null) options.logger.warn?.({ err: error, request_id: requestId }, word);
    await options.onRefused?.(context, reported, request);
    const id = refusal ? undefined : requestId;
    const path = error instanceof RefusedAt ? error.path : progress.path;
    const body = counted(() => JSON.stringify(errorBody(reported, path, id, language, options.messageOf)));
    return error instanceof RefusedForNow ? { body, retryAfterSeconds: error.retryAfterSeconds } : { body };
  }
}

async function checked(
  request: GraphqlRequest & Pick<CheckedRequest, 'batch' | 'key' | 'isOfTable'>,
  limits: Limits,
): Promise<CheckedRequest> {
  const { query, variables = null, operationName = null, batch, key, isOfTable } = request;
  if (typeof query !== 'string')
    throw new Refused(refuse('specific_field_required', { field: 'query', values: { field: 'query' } }));
  if (typeof variables !== 'object' || Array.isArray(variables)) {
    throw new Refused(refuse('invalid_type', { field: 'variables', values: { type: 'object' } }));
  }
  if (operationName !== null && typeof operationName !== 'string') {
    throw new Refused(refuse('invalid_type', { field: 'operationName', values: { type: 'String' } }));
  }
  const { refusal, isCostly } = await measureVariables(variables, limits);
  if (refusal) throw new Refused(refusal);
  return {
    query,
    variables: (variables ?? {}) as Record<string, unknown>,
    operationName: operationName || undefined,
    isCostly,
    batch,
    isOfTable,
    key,
  };
}
