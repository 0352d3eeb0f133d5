import { spawnSync } from 'node:child_process';
import { chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/server/database/embedded-postgres.ts';
import { type Balancer, openBalancer } from './balancer.ts';
import { postgresHome, runningPostgres } from './product-process.ts';
import { eventually } from './web.ts';

/** A server of a pair, with an address that outlives it. */
export interface PairedServer {
  readonly directory: string;
  readonly postgres: EmbeddedPostgres;
  /** The way to it: `breakAll` cuts it off. */
  readonly relay: Balancer;
  /** As the superuser. */
  sql<Row extends object>(text: string): Promise<Row[]>;
  /** SIGKILL, SIGSTOP or SIGCONT for the server with all its processes. */
  signal(signal: NodeJS.Signals): void;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** Puts a relay in front of a running server: a new one, or that of the server it replaces. */
export async function pairedServer(
  directory: string,
  postgres: EmbeddedPostgres,
  relay?: Balancer,
): Promise<PairedServer> {
  const own = relay ?? (await openBalancer());
  own.direct([postgres.port]);
  const sql = async <Row extends object>(text: string): Promise<Row[]> => {
    const client = new pg.Client({
      connectionString: postgres.ownerUrl('kontor'),
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  const signal = (name: NodeJS.Signals) => {
    const main = runningPostgres(directory);
    if (main === undefined) return;
    // The main process last, because it restarts the others.
    const all = name === 'SIGKILL' ? [main, ...childrenOf(main)] : [...childrenOf(main), main];
    for (const pid of all) signalIfThere(pid, name);
  };
  return {
    directory,
    postgres,
    relay: own,
    sql,
    signal,
    promote: async () => {
      await sql('select pg_promote(true, 30)');
    },
    stop: async () => {
      signal('SIGCONT');
      await own.close();
      await postgres.stop();
    },
  };
}

/**
 * Starts a standby on a copy of the primary's data, and makes its confirmation part of every COMMIT.
 *
 * @param relay of the server that it replaces
 */
export async function startStandby(
  directory: string,
  primary: PairedServer,
  relay?: Balancer,
): Promise<PairedServer> {
  const cluster = join(postgresHome(directory), 'cluster');
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  const signal = join(cluster, 'standby.signal');
  writeFileSync(signal, '');
  const { uid, gid } = statSync(cluster);
  chownSync(signal, uid, gid);
  const { username, password, port } = new URL(primary.postgres.ownerUrl('kontor'));
  const source = `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=standby`;
  const postgres = await startEmbeddedPostgres(directory, {
    settings: { fsync: 'off', primary_conninfo: source },
  });
  await primary.sql("alter system set synchronous_standby_names = '*'");
  await primary.sql('select pg_reload_conf()');
  await eventually(async () => {
    const rows = await primary.sql("select from pg_stat_replication where sync_state = 'sync'");
    return rows.length > 0 ? true : undefined;
  });
  return await pairedServer(directory, postgres, relay);
}

/** Copies the data of a running server into a new directory (low-level base backup). */
export async function cloneOf({ directory, postgres }: PairedServer, target: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.ownerUrl('kontor') });
  await client.connect();
  try {
    await client.query("select pg_backup_start('clone', true)");
    // Files that vanish or change meanwhile are restored from the log.
    spawnSync('cp', ['-a', directory, target]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    const cluster = join(postgresHome(target), 'cluster');
    const label = join(cluster, 'backup_label');
    writeFileSync(label, rows[0]?.labelfile ?? '');
    const { uid, gid } = statSync(cluster);
    chownSync(label, uid, gid);
    for (const name of ['postmaster.pid', 'postmaster.opts', 'standby.signal'])
      rmSync(join(cluster, name), { force: true });
  } finally {
    await client.end();
  }
}

/** The servers as one address of PostgreSQL's clients. */
export function addressOf(servers: readonly PairedServer[], database: string): string {
  const [first] = servers;
  if (!first) throw new Error('no server');
  const { username, password } = new URL(first.postgres.ownerUrl(database));
  const hosts = servers.map(({ relay }) => `127.0.0.1:${relay.port}`).join(',');
  return `postgresql://${username}:${password}@${hosts}/${database}?target_session_attrs=read-write`;
}

function childrenOf(pid: number): readonly number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').map(Number).filter(Boolean);
}

function signalIfThere(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
