import pg from 'pg';
import { openGraphql } from '../src/app/server/graphql.ts';
import type { Graphql } from '../src/graphql/server/graphql.ts';
import type { Context } from '../src/platform/context.ts';
import { type Database, openDatabase } from '../src/platform/server/database.ts';
import { openLog } from '../src/platform/server/log.ts';
import type { Cluster } from './cluster.ts';
import type { LoadedTenant } from './load.ts';

/** The number of departments and people per tenant: see `data/00-words.sql`. */
export const perTenant = { department: 12, person: 60 } as const;

/** The amount of data for a figure with at most `max`: fewer in a smaller tenant, never more in a larger one. */
export function upTo(max: number, { tenant }: Pick<Fixture, 'tenant'>): number {
  return Math.ceil(max * Math.min(tenant.documents / 100_000, 1));
}

const dashboard = ['user-price', 'user-dashboard'];

/** People of the large tenant by visibility. */
export interface People {
  /** Sees all requests and contracts. */
  readonly buyer: Context;
  /** Sees only own documents. */
  readonly employee: Context;
  /** Approves any amount: every seventh document waits for this person. */
  readonly approver: Context;
  /** Sees only own documents, a fourth of all, without having created any. */
  readonly involved: Context;
  /** Sees only own documents, which are none yet. */
  readonly newcomer: Context;
  /** Enters supplier invoices. */
  readonly accountant: Context;
  /** Approves them, and sees only own ones. */
  readonly invoiceApprover: Context;
  /** Sees the dashboard of all documents. */
  readonly controller: Context;
  /** Sees the dashboard of own documents, a fourth of the orders. */
  readonly head: Context;
}

/** Sends a request in the name of a person; returns the body. */
export type Ask = (
  context: Context,
  query: string,
  variables: Readonly<Record<string, unknown>>,
) => Promise<string>;

/** The environment of the figures: the assembled product, in this process, and one pool for both sides. */
export interface Fixture {
  /** As superuser, for work of the product as database owner. */
  readonly owner: pg.Client;
  readonly ownerUrl: string;
  readonly database: Database;
  readonly graphql: Graphql;
  readonly ask: Ask;
  readonly tenant: LoadedTenant;
  readonly people: People;
  /** Documents whose current step is the last approval, by the approver. */
  readonly waitingForApproval: readonly number[];
  /** Invoices in the accountant's check. */
  readonly waitingForCheck: readonly number[];
  /** Registers the end of a resource; the last one ends first. */
  atEnd(end: () => Promise<unknown>): void;
  close(): Promise<void>;
}

export async function openFixture(
  { ownerUrl, webUrl }: Pick<Cluster, 'ownerUrl' | 'webUrl'>,
  tenant: LoadedTenant,
): Promise<Fixture> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'kontor bench' });
  await owner.connect();
  const database = openDatabase(webUrl);
  const graphql = await openGraphql(database, openLog('error'));
  const person = (number: number, roles: readonly string[]): Context => ({
    tenantId: tenant.tenantId,
    userId: number,
    actorId: number,
    means: 'link',
    tokenVersion: 1,
    roles,
    asOperator: false,
    language: 'de',
    requestId: 'bench',
  });
  const people: People = {
    buyer: person(2, ['user-price', 'user-see-all-orders', 'user-see-contracts']),
    employee: person(20, ['user-price', 'user-see-own-orders-and-involved']),
    approver: person(4, ['user-price', 'user-see-all-orders-belonging-to-own-department']),
    involved: person(6, ['user-price', 'user-see-own-orders-and-involved']),
    newcomer: person(60, ['user-price', 'user-see-own-orders-and-involved']),
    invoiceApprover: person(4, ['user-price', 'user-see-own-invoices-and-involved']),
    controller: person(7, [
      ...dashboard,
      'user-see-all-orders',
      'user-see-all-invoices',
      'user-see-contracts',
    ]),
    head: person(8, [...dashboard, 'user-see-own-orders-and-involved', 'user-see-own-invoices-and-involved']),
    accountant: person(3, ['user-price', 'user-see-all-invoices', 'user-can-change-invoices']),
  };
  const waiting = async (table: 'procurement' | 'invoice'): Promise<readonly number[]> => {
    const { rows } = await owner.query<{ id: string }>(
      `select id from ${table} where tenant_id = $1 and status = 'approval' order by md5(id::text)`,
      [tenant.tenantId],
    );
    return rows.map(({ id }) => Number(id));
  };
  const waitingForApproval = await waiting('procurement');
  const waitingForCheck = await waiting('invoice');
  const ask: Ask = async (context, query, variables) => {
    const { body } = await graphql.execute(context, { query, variables });
    return body;
  };
  const endings: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of endings) await end();
    await owner.end();
    await database.close();
  };
  return {
    owner,
    ownerUrl,
    database,
    graphql,
    ask,
    tenant,
    people,
    waitingForApproval,
    waitingForCheck,
    atEnd: (end) => endings.unshift(end),
    close,
  };
}
