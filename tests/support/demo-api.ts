import { randomUUID } from 'node:crypto';
import { openGraphql } from '../../src/app/server/graphql.ts';
import { demoTenants, seedDemo } from '../../src/app/server/seed.ts';
import type { Language } from '../../src/base/language.ts';
import type { Graphql } from '../../src/graphql/server/graphql.ts';
import type { Context, SessionMeans } from '../../src/platform/context.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { madeTemplate, type TestDatabase, testDatabase } from './database.ts';

/** The error of an answer in the format of API-04. */
export interface ApiError {
  readonly message: string;
  readonly extensions: {
    readonly code: string;
    /** The place in the request (API-04). */
    readonly path?: string;
    readonly field?: string;
    readonly name?: string;
    readonly values?: Readonly<Record<string, unknown>>;
    readonly problems?: readonly { readonly field: string; readonly code: string }[];
    readonly confirm?: {
      readonly code: string;
      readonly hash: string;
      readonly further?: readonly { readonly code: string; readonly hash: string }[];
    };
  };
}

export interface Answer<Data> {
  readonly data?: Data;
  readonly errors?: readonly ApiError[];
}

/** One person of the demo calling the API. */
export interface Caller {
  readonly context: Context;
  ask<Data>(query: string, variables?: Record<string, unknown>): Promise<Answer<Data>>;
  /** The data of an answer; fails on a refusal. */
  get<Data>(query: string, variables?: Record<string, unknown>): Promise<Data>;
  /** The first error of an answer; fails without one. */
  refusal(query: string, variables?: Record<string, unknown>): Promise<ApiError['extensions']>;
}

/** The installation's secrets in the demo below. */
export const demoSecrets = deriveSecrets('a secret key that only the tests know');

/** The demo tenants on their own database, behind the real API. */
export interface DemoApi {
  readonly db: TestDatabase;
  readonly graphql: Graphql;
  person(email: string): Promise<Caller>;
  close(): Promise<void>;
}

/** The demo without its invoices: tests create their own, starting with number one. */
const tenants = demoTenants.map((tenant) => ({ ...tenant, invoices: [] }));

/** Seeded once for all test files that use it. */
export const demoTemplate = () =>
  madeTemplate('kontor_demo', (ownerUrl) => seedDemo(ownerUrl, demoSecrets, tenants));

/** Opens the API over a separate demo; call `close` in `afterAll`. */
export async function demoApi(): Promise<DemoApi> {
  const db = await testDatabase(await demoTemplate());
  const log = { error: (...details: unknown[]) => console.error(...details) };
  const graphql = await openGraphql(db.database, log, demoSecrets);
  return { db, graphql, person: (email) => callerOf(db, graphql, email), close: () => db.drop() };
}

/** The person with that address as a caller of an API. */
export async function callerOf(
  db: Pick<TestDatabase, 'sql'>,
  graphql: Graphql,
  email: string,
  means: SessionMeans = 'link',
): Promise<Caller> {
  const [row] = await db.sql<{
    tenant_id: string;
    id: string;
    token_version: number;
    roles: string[];
    lang: Language;
  }>(
    `select u.tenant_id, u.id, u.token_version, u.lang,
       array(select unnest(u.roles) union select unnest(g.roles) from task_group_user m
             join lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.active
             where m.tenant_id = u.tenant_id and m.lb_user_id = u.id) as roles
     from lb_user u where u.email = $1`,
    [email],
  );
  if (!row) throw new Error(`the demo has no ${email}`);
  const context: Context = {
    tenantId: Number(row.tenant_id),
    userId: Number(row.id),
    actorId: Number(row.id),
    means,
    tokenVersion: row.token_version,
    roles: row.roles,
    asOperator: false,
    language: row.lang,
    requestId: randomUUID(),
  };
  return callerIn(graphql, context);
}

/** The person of the context as a caller of an API. */
export function callerIn(graphql: Graphql, context: Context): Caller {
  const ask = async <Data>(query: string, variables: Record<string, unknown> = {}) => {
    const { body } = await graphql.execute(context, { query, variables });
    return JSON.parse(body) as Answer<Data>;
  };
  return {
    context,
    ask,
    get: async <Data>(query: string, variables?: Record<string, unknown>) => {
      const { data, errors } = await ask<Data>(query, variables);
      if (!data) throw new Error(`refused: ${JSON.stringify(errors)}`);
      return data;
    },
    refusal: async (query, variables) => {
      const [error] = (await ask(query, variables)).errors ?? [];
      if (!error) throw new Error('the call was not refused');
      return error.extensions;
    },
  };
}

/** The administrator acting as another person, or using a token made for that person (AUTH-29, AUTH-30). */
export function inPlaceOf(
  { graphql }: Pick<DemoApi, 'graphql'>,
  admin: Caller,
  other: Caller,
  means: 'link' | 'token' = 'link',
): Caller {
  return callerIn(graphql, { ...other.context, actorId: admin.context.userId, means });
}
