import type pg from 'pg';

/** What was sent over the connections of a pool. */
export interface Trips {
  readonly statements: number;
  readonly roundTrips: number;
  /** Begins to count anew. */
  reset(): void;
}

/** Counts from now on; statements that are sent while others are under way share their round trip. */
export function countTrips(pool: pg.Pool): Trips {
  const counted = { statements: 0, roundTrips: 0 };
  const seen = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (seen.has(client)) return;
    seen.add(client);
    let open = 0;
    const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>;
    const counting = (...all: unknown[]): Promise<unknown> => {
      counted.statements += 1;
      if (open === 0) counted.roundTrips += 1;
      open += 1;
      return query(...all).finally(() => {
        open -= 1;
      });
    };
    Object.assign(client, { query: counting });
  });
  return {
    get statements() {
      return counted.statements;
    },
    get roundTrips() {
      return counted.roundTrips;
    },
    reset: () => Object.assign(counted, { statements: 0, roundTrips: 0 }),
  };
}
