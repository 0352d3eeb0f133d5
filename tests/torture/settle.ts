import { setTimeout as delay } from 'node:timers/promises';
import { longestSilence } from '../../src/platform/server/jobs/jobs-worker.ts';
import type { Server } from './server.ts';

/** How long the worker gets to work off what is left, in milliseconds. */
const longestWork = 60_000;
/** In milliseconds: a job that is repeated for others work on the same documents lets them come to an end. */
const pause = 3000;

/**
 * Once the process is killed a last time, lets the time pass after which its jobs go to others (JOB-05); then starts
 * it, lets the night come in which what somebody brought while he is away goes to his substitute (APPR-15), and
 * waits until the worker has worked off everything.
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
      // What waits for its hour (a repetition, a collected mail) need not wait here for long.
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
