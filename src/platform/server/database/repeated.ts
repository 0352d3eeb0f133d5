import pg from 'pg';
import { type FetchedObjects, ObjectsNeeded, wholeObject } from '../files/store/fetched-objects.ts';
import type { ObjectStore } from '../files/store/object-store.ts';
import { partSpan } from '../telemetry/tracing.ts';

/** Number of repeats after serialization failures and deadlocks (API-43). */
const repeats = 2;

/** Runs a transaction that begins in this role, again after a serialization failure or a deadlock. */
export async function repeated<T>(role: string, attempt: () => Promise<T>): Promise<T> {
  return await partSpan(`transaction ${role}`, 'client', { 'db.system.name': 'postgresql' }, async () => {
    for (let repeat = 0; ; repeat += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (repeat < repeats && isRepeatable(error)) continue;
        throw error;
      }
    }
  });
}

/**
 * Runs a transaction that may need files of the object store: they are fetched while no transaction is open, and it
 * runs again with their bytes at hand (TECH-16).
 */
export async function withObjects<T>(
  store: ObjectStore | null,
  run: (fetched: FetchedObjects) => Promise<T>,
): Promise<T> {
  const fetched: FetchedObjects = new Map();
  for (;;) {
    try {
      return await run(fetched);
    } catch (error) {
      if (!(error instanceof ObjectsNeeded)) throw error;
      for (const object of error.objects) fetched.set(object.key, await wholeObject(store, object));
    }
  }
}

function isRepeatable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}
