import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Server, serversOf } from './address.ts';
import { limitedConnection, shortLimits } from './limits.ts';

/** No server of the address accepts writes. */
export class NoPrimary extends Error {
  readonly code = 'ENOPRIMARY';

  constructor(cause?: unknown) {
    super('no server of the database accepts writes', { cause });
  }
}

/** How long a server that answers later than the first primary is waited for, in milliseconds. */
const grace = 250;

const readOnlySettings: ReadonlySet<string> = new Set(['in_hot_standby', 'default_transaction_read_only']);

/** The next connections look for the primary again. */
export function forgetPrimaries(): void {
  lastPrimary.clear();
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** The primary found last, by the address of a database. */
const lastPrimary = new Map<string, Server>();

/**
 * A connection to the server of an address that accepts writes (TECH-15). Connecting throws `NoPrimary` if there is
 * none, such as during a fail-over.
 *
 * @see docs/topics/waits-and-health.md
 */
export class PrimaryClient extends pg.Client {
  readonly #url: string;
  /** The settings that make the server or the session read-only. */
  readonly #readOnly = new Set<string>();

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.#url = (typeof config === 'string' ? config : config?.connectionString) ?? '';
    // Reported by the server while connecting, and when it changes.
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (!readOnlySettings.has(parameterName)) return;
      if (parameterValue === 'on') this.#readOnly.add(parameterName);
      else this.#readOnly.delete(parameterName);
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const connecting = this.#connect();
    if (!callback) return connecting;
    const call = callback as (error: Error | null, client?: pg.Client) => void;
    connecting.then((client) => call(null, client), call);
    return undefined;
  }

  async #connect(): Promise<pg.Client> {
    await this.#choose();
    try {
      await super.connect();
    } catch (error) {
      lastPrimary.delete(this.#url);
      throw error;
    }
    if (this.#readOnly.size === 0) return this;
    lastPrimary.delete(this.#url);
    // The caller learns that this is no primary; how its connection ends does not matter.
    void this.end().catch(() => {});
    throw new NoPrimary();
  }

  async #choose(): Promise<void> {
    const servers = serversOf(this.#url);
    if (servers.length < 2) return;
    try {
      const server = lastPrimary.get(this.#url) ?? (await primaryAmong(servers, this.#url));
      lastPrimary.set(this.#url, server);
      this.host = server.host;
      this.port = server.port;
    } catch (error) {
      // It never connects, so nothing else would close it.
      this.connection.stream.destroy();
      throw error;
    }
  }
}

/**
 * The server that accepts writes. If several do, the one with the newest timeline: the others have been frozen or cut
 * off since before a standby was promoted.
 */
async function primaryAmong(servers: readonly Server[], url: string): Promise<Server> {
  const asked = servers.map(async (server) => ({ server, timeline: await timelineOf(server, url) }));
  await Promise.any(asked).catch((error: AggregateError) => {
    throw new NoPrimary(error.errors[0]);
  });
  const late = delay(grace, null, { ref: false });
  const answers = await Promise.all(asked.map((answer) => Promise.race([answer.catch(() => null), late])));
  const [newest] = answers
    .filter((answer) => answer !== null)
    .toSorted((left, right) => (left.timeline < right.timeline ? 1 : -1));
  if (!newest) throw new NoPrimary();
  return newest.server;
}

const timelineQuery = `
  select case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
    then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`;

/** The timeline of a server that accepts writes, as eight hexadecimal digits; throws for any other. */
async function timelineOf({ host, port }: Server, connectionString: string): Promise<string> {
  const client = shortConnection(pg.Client, connectionString, 'kontor probe');
  Object.assign(client, { host, port });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: string | null }>(timelineQuery);
    const timeline = rows[0]?.timeline;
    if (!timeline) throw new NoPrimary();
    return timeline;
  } finally {
    // Do not wait for a connection that may not answer.
    void client.end().catch(() => {});
  }
}

/** A client whose connect timeout, in milliseconds, is shorter than the wait for a place in its pool. */
export function impatient(Base: typeof pg.Client, connectionTimeoutMillis: number): typeof pg.Client {
  return class extends Base {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis });
    }
  };
}

/** A connection outside the pool, not yet connected, for queries with an immediate answer. */
export function shortConnection(
  Base: typeof pg.Client,
  connectionString: string,
  applicationName: string,
): pg.Client {
  return new Base({
    ...limitedConnection(shortLimits),
    connectionString,
    application_name: applicationName,
  });
}
