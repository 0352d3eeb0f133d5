import pg from 'pg';
import { openGraphql } from '../src/app/server/graphql.ts';
import type { Graphql } from '../src/graphql/server/graphql.ts';
import type { Context } from '../src/platform/context.ts';
import { type Database, openDatabase } from '../src/platform/server/database.ts';
import { openLog } from '../src/platform/server/log.ts';
import type { Cluster } from './cluster.ts';
import type { LoadedTenant } from './load.ts';

/** How many departments and people a tenant has: see `data/00-words.sql`. */
export const perTenant = { department: 12, person: 60 } as const;

/** So many of a material whose figure has `most` of it: less in a smaller tenant, never more in a larger one. */
export function upTo(most: number, { tenant }: Pick<World, 'tenant'>): number {
  return Math.ceil(most * Math.min(tenant.documents / 100_000, 1));
}

const dashboard = ['user-price', 'user-dashboard'];

/** People of the large tenant by what they see. */
export interface People {
  /** Sees all requests and contracts. */
  readonly buyer: Context;
  /** Sees what concerns him. */
  readonly employee: Context;
  /** Approves any amount: every seventh document waits for him. */
  readonly approver: Context;
  /** Sees what concerns him, which is every fourth document, though he created none. */
  readonly involved: Context;
  /** Sees what concerns him, which is nothing yet. */
  readonly newcomer: Context;
  /** Brings supplier invoices. */
  readonly accountant: Context;
  /** Approves them, and sees those that concern him. */
  readonly invoiceApprover: Context;
  /** Sees the dashboard, of all documents. */
  readonly controller: Context;
  /** Sees the dashboard, of what concerns him, which is every fourth order. */
  readonly head: Context;
}

/** Asks the product, in the name of a person; answers the body. */
export type Ask = (
  context: Context,
  query: string,
  variables: Readonly<Record<string, unknown>>,
) => Promise<string>;

/** What the figures run on: the product as it is assembled, in this process, and one pool for both sides. */
export interface World {
  /** As superuser, for what the product does as owner of the database. */
  readonly owner: pg.Client;
  readonly ownerUrl: string;
  readonly database: Database;
  readonly graphql: Graphql;
  readonly ask: Ask;
  readonly tenant: LoadedTenant;
  readonly people: People;
  /** Documents whose current step is the last approval, by the approver. */
  readonly waitingForApproval: readonly number[];
  /** Invoices that the accountant checks. */
  readonly waitingForCheck: readonly number[];
  /** What a figure has started ends with the world, the last one first. */
  atEnd(end: () => Promise<unknown>): void;
  close(): Promise<void>;
}

export async function openWorld(
  { ownerUrl, webUrl }: Pick<Cluster, 'ownerUrl' | 'webUrl'>,
  tenant: LoadedTenant,
): Promise<World> {
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
