import { setTimeout as delay } from 'node:timers/promises';
import { longestSilence } from '../../src/platform/server/jobs/jobs-worker.ts';
import type { Server } from './server.ts';

/** The time for the worker to finish the remaining work, in milliseconds. */
const longestWork = 60_000;
/** In milliseconds: a job that waits for others on the same documents lets them finish first. */
const pause = 3000;

/**
 * After the last kill, advances the time until its jobs go to others (JOB-05); then starts it, runs the night job
 * that moves tasks of absent people to their substitutes (APPR-15), and waits until the worker is finished.
 */
export async function settle(server: Server, tenantId: number): Promise<void> {
  const owner = await server.owner();
  try {
    await owner.query(
      `update worker set heartbeat_at = heartbeat_at - interval '${longestSilence}' - interval '1 second'`,
    );
    await owner.query(
      `update graphile_worker._private_jobs set locked_at = locked_at - interval '${longestSilence}' - interval '1 second'
       where locked_at is not null`,
    );
    await owner.query("select set_config('app.tenant_id', $1, false)", [String(tenantId)]);
    await owner.query("select app.enqueue('settle_tasks', '{}')");
    await server.start();
    for (const deadline = Date.now() + longestWork; Date.now() < deadline; await delay(300)) {
      // Delayed work (a repetition, a collected mail) is not awaited for long.
      await owner.query(
        `update graphile_worker._private_jobs j set run_at = now()
         where locked_at is null and run_at > now() and attempts < max_attempts
           and updated_at < now() - interval '${pause} milliseconds'`,
      );
      const { rows } = await owner.query<{ open: number }>(
        'select count(*)::int as open from graphile_worker._private_jobs where attempts < max_attempts',
      );
      if (rows[0]?.open === 0) return;
    }
  } finally {
    await owner.end();
  }
}
