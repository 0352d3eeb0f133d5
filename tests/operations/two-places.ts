import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openGraphql } from '../../src/app/server/graphql.ts';
import { demoTenants, seedDemo } from '../../src/app/server/seed.ts';
import type { Place } from '../../src/app/server/tenant-move/place.ts';
import type { Graphql } from '../../src/graphql/server/graphql.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/server/database/embedded-postgres.ts';
import { migrate, webRole } from '../../src/platform/server/database/migrate.ts';
import { type Database, openDatabase } from '../../src/platform/server/database.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { deriveSecrets, type Secrets } from '../../src/platform/server/secrets.ts';
import { type Caller, callerOf } from '../support/demo-api.ts';
import { inDepth } from '../support/depth.ts';
import { keys } from './place-keys.ts';

/** An installation of a test: its own database in one server, with its own key. */
export interface TestPlace extends Place {
  readonly name: string;
  readonly key: string;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly graphql: Graphql;
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  person(email: string): Promise<Caller>;
}

export interface TwoPlaces {
  readonly postgres: EmbeddedPostgres;
  readonly old: TestPlace;
  readonly new: TestPlace;
  close(): Promise<void>;
}

const webPassword = 'only-for-tests';

/** Reading the invoices of the demo takes longest. */
const tenants = inDepth(
  demoTenants.map((tenant) => ({ ...tenant, invoices: [] })),
  [...demoTenants],
);

/** The demo at the old place, nothing at the new one; the server streams, as a move needs it. */
export async function twoPlaces(): Promise<TwoPlaces> {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-places-'));
  const postgres = await startEmbeddedPostgres(directory, {
    settings: { wal_level: 'logical', fsync: 'off', synchronous_commit: 'off', max_connections: '60' },
  });
  await postgres.ensureDatabase('empty');
  await migrate({ ownerUrl: postgres.ownerUrl('empty'), webPassword });
  await prepareQueue(postgres.ownerUrl('empty'));
  for (const name of ['old', 'new']) await createEmpty(postgres, name);
  await seedDemo(postgres.ownerUrl('old'), deriveSecrets(keys.old), tenants);
  const places = [await openTestPlace(postgres, 'old'), await openTestPlace(postgres, 'new')] as const;
  return {
    postgres,
    old: places[0].place,
    new: places[1].place,
    close: async () => {
      for (const { close } of places) await close();
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Another database without tenants in the same server. */
export async function createEmpty(postgres: EmbeddedPostgres, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: postgres.ownerUrl('postgres') });
  await admin.connect();
  await admin.query(`create database ${name} template empty`);
  await admin.end();
}

async function openTestPlace(
  postgres: EmbeddedPostgres,
  name: keyof typeof keys,
): Promise<{ place: TestPlace; close: () => Promise<void> }> {
  const ownerUrl = postgres.ownerUrl(name);
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2, options: '-c timezone=UTC' });
  // The server ends connections when a place dies.
  owner.on('error', () => {});
  const login = { username: webRole, password: webPassword };
  const database = openDatabase(Object.assign(new URL(ownerUrl), login).href);
  const secrets = deriveSecrets(keys[name]);
  const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await owner.query<Row>(text, values)).rows;
  const log = { error: (...details: unknown[]) => console.error(...details) };
  const graphql = await openGraphql(database, log, secrets);
  const place = {
    name,
    key: keys[name],
    ownerUrl,
    origin: `https://${name}.kontor.example`,
    secrets,
    database,
    graphql,
    sql,
    person: (email: string) => callerOf({ sql }, graphql, email),
  };
  return {
    place,
    close: async () => {
      await database.close();
      await owner.end();
    },
  };
}
