import { z } from 'zod';
import { Refused, refuse } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { type JobHandlers, orderJob } from '../../../../platform/server/jobs/jobs.ts';
import { targets } from '../../../export-target/targets.ts';
import { type AskingParts, askTarget } from './ask-target.ts';
import { keepFound, lookedEntries, lookedRun } from './compared.ts';
import { resolveEntry } from './resolve-uncertain.ts';

/** The job that queries a target about a run (EXP-29). */
const lookJob = 'invoice_export_look';

const jobInput = z.object({ run_id: z.int() });

/**
 * Queues a query of the target about a run; `tx` acts as the person. Refuses like `lookedRun`, and for a file target.
 */
export async function orderLook(tx: Tx, context: Context, runId: number): Promise<number> {
  const { target } = await lookedRun(tx, context, runId);
  if (targets[target].isFile) throw new Refused(refuse('step_not_possible'));
  return await orderJob(tx.as('writer'), lookJob, { run_id: runId });
}

export function lookJobs(parts: AskingParts): JobHandlers {
  const { database } = parts;
  return {
    [lookJob]: async ({ context, input }) => {
      const { run_id: runId } = jobInput.parse(input);
      const { run, entries } = await database.inTenant(context, async (tx) => ({
        run: await lookedRun(tx, context, runId),
        entries: await lookedEntries(tx, runId),
      }));
      const found = await askTarget(parts, context, run, entries);
      const kept = { run, source: 'target', entries, found, resolve: resolveEntry } as const;
      return await database.inTenant(context, (tx) => keepFound(tx, context, kept));
    },
  };
}
