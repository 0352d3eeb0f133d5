import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { databaseLimits } from '../../src/platform/server/database/limits.ts';
import { freePort } from '../../src/platform/server/free-port.ts';
import { copyData, placeOfData, preparedData } from '../support/prepared-data.ts';
import {
  launchProduct,
  type ProductProcess,
  postgresHome,
  runningPostgres,
  temporaryDataDirectory,
  until,
} from '../support/product-process.ts';
import type { Chance } from './chance.ts';

/**
 * How the process dies: at any moment, while a transaction commits, together with PostgreSQL, or after being frozen
 * for a while.
 */
export const killings = ['any moment', 'during commit', 'with PostgreSQL', 'frozen before'] as const;
export type Killing = (typeof killings)[number];
type Killed = Killing | 'during start' | 'commit seen' | 'of several nodes';

/** How long a kill waits for a commit, in milliseconds. */
const longestWaitForCommit = 400;
/** A start may be killed, too, within that many milliseconds. */
const startOfStart = 1_500;

/** The real product on its own data directory, to be killed and restarted. */
export class Server {
  readonly url: string;
  readonly dataDirectory: string;
  readonly #data: ReturnType<typeof temporaryDataDirectory>;
  readonly #port: number;
  readonly environment: Readonly<Record<string, string>>;
  #process: ProductProcess | undefined;
  #output = '';
  /** The number of killed processes, by manner. */
  readonly kills = new Map<Killed, number>();

  private constructor(port: number, environment: Readonly<Record<string, string>>) {
    this.#data = temporaryDataDirectory();
    this.dataDirectory = this.#data.path;
    this.#port = port;
    this.environment = environment;
    this.url = `http://localhost:${port}`;
  }

  /** With the data of the demo; not running yet. */
  static async prepare(environment: Readonly<Record<string, string>>): Promise<Server> {
    const server = new Server(await freePort(), environment);
    const place = placeOfData();
    copyData(await preparedData(place.path, 'demo'), server.dataDirectory);
    place.remove();
    return server;
  }

  async start(): Promise<void> {
    await (await this.#launch()).ready();
  }

  /** Starts again after a kill; occasionally that start is killed as well. */
  async restart(chance: Chance): Promise<void> {
    while (chance.share(0.2)) {
      await this.#launch();
      await delay(chance.below(startOfStart));
      await this.#end('SIGKILL');
      this.count('during start');
    }
    await this.start();
  }

  async kill(how: Killing): Promise<void> {
    if (how === 'during commit' && (await this.#commitComesBy())) this.count('commit seen');
    if (how === 'frozen before') await this.#freeze();
    const postgres = how === 'with PostgreSQL' ? runningPostgres(this.dataDirectory) : undefined;
    if (postgres) process.kill(postgres, 'SIGQUIT');
    await this.#end('SIGKILL');
    if (postgres) await until(() => runningPostgres(this.dataDirectory) === undefined, 20_000);
    this.count(how);
  }

  /** Ends it regularly and returns the exit code. */
  async stop(): Promise<number | null | undefined> {
    return await this.#end('SIGTERM');
  }

  /** A superuser connection, with instants in UTC as written by the product. */
  async owner(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.ownerUrl('kontor'), options: '-c timezone=UTC' });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  ownerUrl(database: string): string {
    const notes = readFileSync(join(postgresHome(this.dataDirectory), 'cluster', 'postmaster.pid'), 'utf8');
    const password = readFileSync(join(this.dataDirectory, 'postgres-password'), 'utf8').trim();
    return `postgresql://postgres:${password}@127.0.0.1:${notes.split('\n')[3]}/${database}`;
  }

  /** The logs of all the processes. */
  output(): string {
    return this.#output + (this.#process?.output() ?? '');
  }

  /** Removes processes and files. */
  async remove(): Promise<void> {
    await this.#end('SIGKILL');
    const postgres = runningPostgres(this.dataDirectory);
    if (postgres) process.kill(postgres, 'SIGQUIT');
    await until(() => runningPostgres(this.dataDirectory) === undefined, 20_000);
    this.#data.remove();
  }

  async #launch(): Promise<ProductProcess> {
    this.#process = await launchProduct({
      dataDirectory: this.dataDirectory,
      port: this.#port,
      environment: this.environment,
    });
    return this.#process;
  }

  async #end(signal: NodeJS.Signals): Promise<number | null | undefined> {
    const ending = this.#process;
    this.#process = undefined;
    ending?.signal(signal);
    const code = await ending?.ended();
    this.#output += ending?.output() ?? '';
    return code;
  }

  async #commitComesBy(): Promise<boolean> {
    const owner = await this.owner();
    try {
      for (const deadline = Date.now() + longestWaitForCommit; Date.now() < deadline; ) {
        const { rowCount } = await owner.query(
          "select from pg_stat_activity where application_name = 'kontor' and state = 'active' and query = 'commit'",
        );
        if (rowCount) return true;
      }
      return false;
    } finally {
      await owner.end();
    }
  }

  /** Long enough for PostgreSQL to end its statements (TECH-21); then it continues briefly with outdated state. */
  async #freeze(): Promise<void> {
    this.#process?.signal('SIGSTOP');
    await delay(databaseLimits.idle + 1_000);
    this.#process?.signal('SIGCONT');
    await delay(2_000);
  }

  count(what: Killed): void {
    this.kills.set(what, (this.kills.get(what) ?? 0) + 1);
  }
}
