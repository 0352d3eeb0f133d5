import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  embeddedSettings,
  startEmbeddedPostgres,
} from '../src/platform/server/database/embedded-postgres.ts';
import { migrate, webRole } from '../src/platform/server/database/migrate.ts';
import { prepareQueue } from '../src/platform/server/jobs/jobs-worker.ts';

export interface Cluster extends AsyncDisposable {
  /** As superuser, for loading. */
  readonly owner: pg.Client;
  readonly ownerUrl: string;
  /** The login of the web server. */
  readonly webUrl: string;
}

const webPassword = 'only-for-the-bench';

/** The settings of `npm start`; the others are for loading and do not affect the figures. */
const settings = {
  ...embeddedSettings,
  max_wal_size: '4GB',
  maintenance_work_mem: '512MB',
};

/** Counts planning and execution of every statement, including those inside of functions. */
const counting = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.track_planning': 'on',
};

/** A separate PostgreSQL with an empty, migrated database, on disk and with fsync; removed at the end. */
export async function startCluster(isProfiled: boolean): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bench-'));
  chmodSync(directory, 0o711);
  const removed = () => rmSync(directory, { recursive: true, force: true });
  const server = await startEmbeddedPostgres(directory, {
    settings: isProfiled ? { ...settings, ...counting } : settings,
  }).catch((error: unknown) => {
    removed();
    throw error;
  });
  const ownerUrl = server.ownerUrl('bench');
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'kontor bench' });
  const webUrl = Object.assign(new URL(ownerUrl), { username: webRole, password: webPassword }).href;
  const stop = async () => {
    // The cluster is stopped next.
    await owner.end().catch(() => {});
    await server.stop();
    removed();
  };
  try {
    await server.ensureDatabase('bench');
    await migrate({ ownerUrl, webPassword });
    // Commands queue jobs, which are not processed here.
    await prepareQueue(ownerUrl);
    await owner.connect();
    if (isProfiled) await owner.query('create extension pg_stat_statements');
    return { owner, ownerUrl, webUrl, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
