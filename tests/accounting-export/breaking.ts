import type { Context } from '../../src/platform/context.ts';
import type { TransactionOptions } from '../../src/platform/server/database/entrance.ts';
import type { Database, Tx } from '../../src/platform/server/database.ts';
import type { Chance } from '../torture/chance.ts';

/** The number of steps at which a worker could have died, and of those at which it did. */
export interface Breaks {
  steps: number;
  breaks: number;
}

class Broken extends Error {}

/** A database whose worker dies before, at the end of or after a transaction, in the given share of cases. */
export function breaking(database: Database, chance: Chance, share: () => number, counted: Breaks): Database {
  const step = (): void => {
    counted.steps += 1;
    if (!chance.share(share())) return;
    counted.breaks += 1;
    throw new Broken('the worker died here');
  };
  return {
    ...database,
    inTenant: async <T>(context: Context, run: (tx: Tx) => Promise<T>, options?: TransactionOptions) => {
      step();
      const dying = async (tx: Tx): Promise<T> => {
        const result = await run(tx);
        step();
        return result;
      };
      const result = await database.inTenant(context, options?.isOneStatement ? run : dying, options);
      step();
      return result;
    },
  };
}

/** Counts each value. */
export function countOf(values: readonly string[]): Map<string, number> {
  return new Map([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]));
}
