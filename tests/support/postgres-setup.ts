import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/platform/server/database/embedded-postgres.ts';
import { migrate } from '../../src/platform/server/database/migrate.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { plantedDatabase } from '../faults/plant.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestPostgres;
  }
}

/** Connection data of the server shared by the test files of a project. */
export interface TestPostgres {
  /** The superuser's address of the maintenance database. */
  readonly adminUrl: string;
  /** The migrated database that every test file clones. */
  readonly template: string;
  readonly webPassword: string;
}

const template = 'kontor_template';
const webPassword = 'only-for-tests';
const prefix = 'kontor-test-';

/** Vitest's globalSetup: starts a non-durable PostgreSQL, and migrates the template once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = fastestDirectory();
  sweep(parent);
  const directory = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  chmodSync(directory, 0o711);
  const server = await startEmbeddedPostgres(directory, {
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      max_prepared_transactions: '4',
    },
  });
  const stop = async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
    rmSync(`${directory}-db`, { recursive: true, force: true });
  };
  try {
    const adminUrl = server.ownerUrl('postgres');
    await administer(adminUrl, `create database ${template}`);
    const planted = plantedDatabase(`${directory}-db`);
    await migrate({
      ownerUrl: server.ownerUrl(template),
      webPassword,
      ...(planted && { directory: planted }),
    });
    await prepareQueue(server.ownerUrl(template));
    await administer(adminUrl, `alter database ${template} with is_template true allow_connections false`);
    project.provide('postgres', { adminUrl, template, webPassword });
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function administer(adminUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Memory where there is enough, else the folder for temporary files. */
function fastestDirectory(): string {
  const memory = '/dev/shm';
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 2 * 1024 ** 3 ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Removes folders of killed test runs; their servers end when their files are gone. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(name.match(new RegExp(`^${prefix}(\\d+)-`))?.[1]);
    if (pid && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
