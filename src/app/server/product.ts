import { setTimeout as delay } from 'node:timers/promises';
import { openNotary } from '../../features/audit/server/head-record.ts';
import { auditSealer } from '../../features/audit/server/seal.ts';
import { systemClock } from '../../platform/server/clock.ts';
import type { Configuration } from '../../platform/server/configuration.ts';
import {
  type EmbeddedPostgres,
  embeddedSettings,
  startEmbeddedPostgres,
} from '../../platform/server/database/embedded-postgres.ts';
import { holdInstanceLock } from '../../platform/server/database/instance-lock.ts';
import { limitedConnection } from '../../platform/server/database/limits.ts';
import { migrate, webRole } from '../../platform/server/database/migrate.ts';
import { PrimaryClient } from '../../platform/server/database/primary.ts';
import { type Database, openDatabase } from '../../platform/server/database.ts';
import { prepareQueue } from '../../platform/server/jobs/jobs-worker.ts';
import { type Log, openLog } from '../../platform/server/log.ts';
import {
  type HttpWatch,
  type MetricsParts,
  openMetrics,
  serveMetrics,
} from '../../platform/server/metrics.ts';
import { keepNode } from '../../platform/server/nodes.ts';
import { openReadiness } from '../../platform/server/readiness.ts';
import { warmCells } from '../../platform/server/reading-cell/reading-cell.ts';
import { deriveSecrets } from '../../platform/server/secrets.ts';
import { StartError } from '../../platform/server/start-error.ts';
import { openTelemetry } from '../../platform/server/telemetry/telemetry.ts';
import { demoPeople } from './demo-people.ts';
import { openHttp } from './http.ts';
import { type RunningSandboxes, startSandboxes } from './sandboxes.ts';
import { seedDemo } from './seed.ts';
import { tellsUs } from './tells-us.ts';
import { version } from './version.ts';
import { openWorker } from './worker.ts';

export interface Product {
  readonly hasDemo: boolean;
  /** The sandboxes that replace connected systems: which one each replaces, and where it shows what it received. */
  readonly sandboxes: RunningSandboxes['played'];
  /** Ends everything that was started, in reverse order, within 10 seconds after `DRAIN_SECONDS`. */
  stop(): Promise<void>;
}

/** Time limits for ending each part, in milliseconds; the rest is cut off. */
const patience = { roles: 4_000, figures: 2_500, pool: 500 };

export const databaseName = 'kontor';
/** Slightly longer than a predecessor may take to end, in milliseconds. */
const longestClaim = 15_000;

/**
 * Starts database, migrations, demo, web server and worker according to the configuration. A failure ends what was
 * already started.
 *
 * @param onFailure called if something essential breaks later
 */
export async function startProduct(
  configuration: Configuration,
  onFailure: (error: Error) => void,
): Promise<Product> {
  const running = new AsyncDisposableStack();
  try {
    const { ownerUrl, webUrl } = await openData(configuration, running, onFailure);
    await migrate({
      ownerUrl,
      webPassword: configuration.webPassword,
      version,
      onNewer: (newer) =>
        openLog(configuration.logLevel, configuration.logFormat).warn(
          { newer },
          'the database keeps the functions of a newer version',
        ),
    });
    await prepareQueue(ownerUrl);
    if (configuration.demo) await seedDemo(ownerUrl, deriveSecrets(configuration.secretKey));
    const database = openDatabase(webUrl, configuration);
    running.defer(() => within(patience.pool, database.close()));
    const isDemo = await hasDemo(ownerUrl);
    const sandboxes = await startSandboxes(configuration, isDemo, tellsUs(configuration, database));
    running.defer(() => sandboxes.stop());
    const connected = { ...configuration, ...sandboxes.settings };
    const roles = await startRoles(connected, ownerUrl, database, onFailure);
    running.defer(() => roles.stop());
    return { hasDemo: isDemo, sandboxes: sandboxes.played, stop: () => running.disposeAsync() };
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}

interface Addresses {
  readonly ownerUrl: string;
  readonly webUrl: string;
}

/** An external database may serve many nodes; the embedded one belongs to this process alone. */
async function openData(
  configuration: Configuration,
  running: AsyncDisposableStack,
  onFailure: (error: Error) => void,
): Promise<Addresses> {
  if (configuration.database) return configuration.database;
  const postgres = await claimEmbedded(configuration, running, onFailure);
  const ownerUrl = postgres.ownerUrl(databaseName);
  const webUrl = Object.assign(new URL(ownerUrl), { username: webRole, password: configuration.webPassword });
  return { ownerUrl, webUrl: webUrl.href };
}

/**
 * Starts or adopts the embedded server and claims it. A predecessor that is just ending stops the server, and the
 * next attempt starts a new one.
 */
async function claimEmbedded(
  configuration: Configuration,
  running: AsyncDisposableStack,
  onFailure: (error: Error) => void,
): Promise<EmbeddedPostgres> {
  for (const deadline = Date.now() + longestClaim; ; await delay(500)) {
    try {
      const postgres = await startEmbeddedPostgres(configuration.dataDirectory, {
        settings: embeddedSettings,
      });
      await postgres.ensureDatabase(databaseName);
      const label = `process ${process.pid}, ${configuration.publicUrl}`.slice(0, 63);
      const lock = await holdInstanceLock(postgres.ownerUrl(databaseName), label, () =>
        onFailure(new StartError(`The embedded PostgreSQL has stopped (${postgres.logFile}).`)),
      );
      // Only the holder of the lock stops the server: a refused second instance leaves it running.
      running.defer(() => {
        lock.expectEnd();
        return postgres.stop();
      });
      return postgres;
    } catch (error) {
      if (error instanceof StartError) throw error;
      if (Date.now() > deadline)
        throw new StartError(`The embedded PostgreSQL does not answer: ${error}`, { cause: error });
    }
  }
}

/** Whether the demo's people can log in here. */
async function hasDemo(ownerUrl: string): Promise<boolean> {
  const client = new PrimaryClient({ ...limitedConnection(), connectionString: ownerUrl });
  await client.connect();
  try {
    const found = await client.query('select from lb_user where email = $1', [demoPeople[0].email]);
    return found.rowCount === 1;
  } finally {
    await client.end();
  }
}

/** Web server and worker, depending on the roles of this process; both end concurrently. */
async function startRoles(
  configuration: Configuration,
  ownerUrl: string,
  database: Database,
  onFailure: (error: Error) => void,
): Promise<{ stop(): Promise<void> }> {
  const log = openLog(configuration.logLevel, configuration.logFormat);
  const dataDirectory = configuration.database === null ? configuration.dataDirectory : null;
  const readiness = openReadiness({ database, clock: systemClock, dataDirectory });
  const endings: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    await Promise.all(endings.map((end) => within(patience.roles, end())));
    await within(patience.figures, figures?.close() ?? Promise.resolve());
    await within(patience.figures, readiness.close());
  };
  let figures: Figures | null = null;
  try {
    figures = await startFigures(configuration, { database, log, version, readiness });
    const node = await keepNode({ database, log, roles: [...configuration.roles], version });
    endings.push(() => node.stop());
    warmCells(log);
    if (configuration.roles.has('worker')) {
      const sealAudit = openSealer(configuration, database, log);
      // The lock on the embedded data proves that every other worker is dead.
      const isAlone = configuration.database === null;
      const worker = await openWorker({
        configuration,
        ownerUrl,
        database,
        log,
        onFailure,
        isAlone,
        node: node.id,
        sealAudit,
      });
      endings.push(() => worker.stop());
    }
    if (configuration.roles.has('web')) {
      const web = await openHttp({
        configuration,
        database,
        log,
        readiness,
        ...(figures && { watch: figures.watch }),
        ...(dataDirectory !== null && { dataDirectory }),
      });
      endings.push(() => web.close());
      await web.listen({ host: configuration.host, port: configuration.port });
    }
    return {
      stop: async () => {
        readiness.drain();
        if (configuration.roles.has('web')) await delay(configuration.drainSeconds * 1000);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Figures {
  readonly watch: HttpWatch;
  close(): Promise<unknown>;
}

/** Metrics and traces, if anything reads them. */
async function startFigures(
  { metrics: address, telemetry: settings }: Configuration,
  parts: MetricsParts,
): Promise<Figures | null> {
  if (address === null && settings === null) return null;
  const metrics = openMetrics(parts);
  const served = address && (await serveMetrics(metrics, address));
  const telemetry = settings && (await openTelemetry(settings, { ...parts, families: metrics.families }));
  return {
    watch: metrics.watch,
    close: async () => {
      await Promise.all([served?.close(), telemetry?.close()]);
      metrics.close();
    },
  };
}

function openSealer(configuration: Configuration, database: Database, log: Log): () => Promise<void> {
  const { secretKey, auditKeyFile, auditHeadsFile } = configuration;
  const notary = openNotary(secretKey, auditKeyFile);
  return auditSealer({ database, log, notary, headsFile: auditHeadsFile });
}

/** Waits for the end, within a time limit. */
async function within(milliseconds: number, ending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((done) => {
    timer = setTimeout(done, milliseconds);
  });
  await Promise.race([ending, timeout]);
  clearTimeout(timer);
}
