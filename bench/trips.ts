import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/** The statements sent over the connections of a pool. */
export interface Trips {
  readonly statements: number;
  readonly roundTrips: number;
  /** Those with an answer. */
  readonly answered: number;
  /** Transactions that were rolled back. */
  readonly rollbacks: number;
}

type Counted = { -readonly [Name in keyof Trips]: number };

const nothing: Trips = { statements: 0, roundTrips: 0, answered: 0, rollbacks: 0 };

/** The counter of the current asynchronous context. */
const counter = new AsyncLocalStorage<Counted>();
const watched = new WeakSet<pg.Pool>();

/**
 * Counts the statements that `run` sends over the pool. Answers are held back until all statements in flight are
 * answered, as over a slow network: later statements had to wait for one of them, and make the next round trip.
 */
export async function countTrips<T>(
  pool: pg.Pool,
  run: () => Promise<T>,
): Promise<{ readonly answer: T; readonly trips: Trips }> {
  if (!watched.has(pool)) watch(pool);
  watched.add(pool);
  const counted = { ...nothing };
  const answer = await counter.run(counted, run);
  return { answer, trips: { ...counted } };
}

function watch(pool: pg.Pool): void {
  const seen = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (seen.has(client)) return;
    seen.add(client);
    const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown> | undefined;
    let open = 0;
    let answered = Promise.withResolvers<void>();
    const counting = async (...all: unknown[]): Promise<unknown> => {
      const counted = counter.getStore() ?? { ...nothing };
      if (open === 0) {
        answered = Promise.withResolvers();
        counted.roundTrips += 1;
      }
      open += 1;
      counted.statements += 1;
      if (all[0] === 'rollback') counted.rollbacks += 1;
      const { promise, resolve } = answered;
      const sent = query(...all);
      if (!(sent instanceof Promise)) {
        // Callback style returns no promise, and is not held back.
        open -= 1;
        counted.answered += 1;
        if (open === 0) resolve();
        return sent;
      }
      return await sent.finally(() => {
        open -= 1;
        if (open === 0) {
          counted.answered += 1;
          resolve();
        }
        return promise;
      });
    };
    Object.assign(client, { query: counting });
  });
}
