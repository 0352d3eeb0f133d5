import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { databaseName } from '../../src/app/server/product.ts';
import { accessTokenOf } from '../../src/features/session/server/sessions.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/server/database/embedded-postgres.ts';
import { openDatabase } from '../../src/platform/server/database.ts';
import { freePort } from '../../src/platform/server/free-port.ts';
import { findByEmail } from '../../src/platform/server/person.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { createTokens } from '../../src/platform/server/tokens.ts';
import { type Balancer, openBalancer } from '../support/balancer.ts';
import { launchProduct, type ProductProcess, temporaryDataDirectory } from '../support/product-process.ts';

/** Several nodes of the product on one database, behind a load balancer. */
export interface Cluster {
  readonly postgres: EmbeddedPostgres;
  readonly balancer: Balancer;
  /** The public address. */
  readonly url: string;
  readonly owner: pg.Pool;
  /** Starts another node and adds it to the balancer. */
  node(environment?: Readonly<Record<string, string>>): Promise<Node>;
  /** Sends connections to these nodes only. */
  direct(nodes: readonly Node[]): void;
  /** Sends connections to all nodes again. */
  directAll(): void;
  token(email: string, database?: string): Promise<string>;
  close(): Promise<void>;
}

export interface Node {
  readonly port: number;
  readonly dataDirectory: string;
  readonly process: ProductProcess;
}

export const secretKey = 'a-secret-key-that-all-nodes-of-the-test-share';

/** On data made by `prepare`, in a new directory. */
export async function openCluster(prepare: (path: string) => void | Promise<void>): Promise<Cluster> {
  const data = temporaryDataDirectory();
  await prepare(data.path);
  const postgres = await startEmbeddedPostgres(data.path, { settings: { fsync: 'off' } });
  const balancer = await openBalancer();
  const url = `http://localhost:${balancer.port}`;
  const owner = new pg.Pool({ connectionString: postgres.ownerUrl(databaseName), max: 3 });
  owner.on('error', () => {});
  const nodes: Node[] = [];
  return {
    postgres,
    balancer,
    url,
    owner,
    node: async (environment = {}) => {
      const node = await startNode(
        { postgres, url, dataDirectory: `${data.path}-node-${nodes.length}` },
        environment,
      );
      nodes.push(node);
      balancer.direct(nodes.map(({ port }) => port));
      return node;
    },
    direct: (chosen) => balancer.direct(chosen.map(({ port }) => port)),
    directAll: () => balancer.direct(nodes.map(({ port }) => port)),
    token: (email, database = databaseName) => tokenOf(postgres.ownerUrl(database), email),
    close: async () => {
      for (const { process } of nodes) process.signal('SIGTERM');
      await Promise.all(nodes.map(({ process }) => process.ended()));
      await balancer.close();
      await owner.end();
      await postgres.stop();
      data.remove();
    },
  };
}

async function startNode(
  place: { postgres: EmbeddedPostgres; url: string; dataDirectory: string },
  environment: Readonly<Record<string, string>>,
): Promise<Node> {
  const { postgres, url, dataDirectory } = place;
  const port = await freePort();
  const process = await launchProduct({
    dataDirectory,
    port,
    environment: {
      DATABASE_URL: postgres.ownerUrl(databaseName),
      SECRET_KEY: secretKey,
      PUBLIC_URL: url,
      ...environment,
    },
  });
  await process.ready();
  return { port, dataDirectory, process };
}

/** An access token as issued by the login. */
async function tokenOf(ownerUrl: string, email: string): Promise<string> {
  const database = openDatabase(ownerUrl, { size: 1 });
  try {
    const [person] = await database.atGate((tx) => findByEmail(tx, email, null));
    if (!person) throw new Error(`the demo has no ${email}`);
    return await accessTokenOf(createTokens(deriveSecrets(secretKey), systemClock), person, {
      actorId: person.id,
      means: 'link',
    });
  } finally {
    await database.close();
  }
}

/** A new draft; sent again with the same key, it is the same draft. */
export function draft(name: string): { key: string; query: string; variables: object } {
  const key = randomUUID();
  return {
    key,
    query: `mutation ($key: uuid!, $head: procurement_save_head_input) {
      document: procurement_save(idempotency_key: $key, head: $head) { id name } }`,
    variables: { key, head: { name } },
  };
}

/** One GraphQL request on its own connection; fails without an answer. */
export async function ask(
  origin: string,
  token: string,
  { query, variables }: { query: string; variables: object },
): Promise<{ data?: { document: { id: number; name: string } }; errors?: unknown }> {
  const response = await fetch(`${origin}/v1/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      connection: 'close',
    },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as { data?: { document: { id: number; name: string } } };
}
