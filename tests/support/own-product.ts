import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach } from 'vitest';
import {
  launchProduct,
  type ProductOptions,
  type ProductProcess,
  postgresHome,
  runningPostgres,
  temporaryDataDirectory,
  until,
} from './product-process.ts';
import { takeData } from './shared-data.ts';

/** A product that each test of a file starts on its own data; remaining processes end after the test. */
export interface OwnProduct {
  /** Its data directory, which does not exist before the first start. */
  readonly path: string;
  /** Without the demo by default, because filling it takes much longer than everything else. */
  launch(options?: Partial<ProductOptions>): Promise<ProductProcess>;
  /** Launched, and ready. */
  started(options?: Partial<ProductOptions>): Promise<ProductProcess>;
  /** Starts it again on existing data. */
  startedAgain(): Promise<ProductProcess>;
  /** Ends it like a person does; returns the exit code. */
  end(product: ProductProcess): Promise<number | null>;
  superuserUrl(database: string): string;
  /** The rows of a statement as superuser. */
  superuser(statement: string): Promise<readonly unknown[]>;
}

export function useOwnProduct(): OwnProduct {
  let data: ReturnType<typeof temporaryDataDirectory>;
  let launched: ProductProcess[];

  beforeEach(() => {
    data = temporaryDataDirectory();
    launched = [];
  });
  afterEach(async () => {
    for (const product of launched) product.signal('SIGTERM');
    await Promise.all(launched.map((product) => product.ended()));
    const postgres = runningPostgres(data.path);
    if (postgres) process.kill(postgres, 'SIGQUIT');
    await until(() => runningPostgres(data.path) === undefined);
    data.remove();
  });

  const launch: OwnProduct['launch'] = async ({ environment, ...options } = {}) => {
    const product = await launchProduct({
      dataDirectory: data.path,
      ...options,
      environment: { DEMO: 'false', ...environment },
    });
    launched.push(product);
    return product;
  };
  const started: OwnProduct['started'] = async (options) => {
    const product = await launch(options);
    await product.ready();
    return product;
  };
  const superuserUrl = (database: string) => {
    const notes = readFileSync(join(postgresHome(data.path), 'cluster', 'postmaster.pid'), 'utf8');
    const password = readFileSync(join(data.path, 'postgres-password'), 'utf8').trim();
    return `postgresql://postgres:${password}@127.0.0.1:${notes.split('\n')[3]}/${database}`;
  };
  return {
    get path() {
      return data.path;
    },
    launch,
    started,
    startedAgain: async () => {
      await takeData(data.path, 'no tenant');
      return await started();
    },
    end: async (product) => {
      product.signal('SIGTERM');
      return await product.ended();
    },
    superuserUrl,
    superuser: async (statement) => {
      const client = new pg.Client(superuserUrl('kontor'));
      await client.connect();
      const { rows } = await client.query(statement);
      await client.end();
      return rows;
    },
  };
}
