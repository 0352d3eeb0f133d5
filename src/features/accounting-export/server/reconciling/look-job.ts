import { z } from 'zod';
import { orRefuse, Refused, refuse } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import { type JobHandlers, orderJob } from '../../../../platform/server/jobs/jobs.ts';
import type { Found } from '../../reconciling/found.ts';
import { asWriter } from '../leave.ts';
import { loadCompany } from '../load-company.ts';
import type { LookedTransfer, OnlineWays } from '../online/way.ts';
import { keepFound, lookedEntries, lookedRun } from './compared.ts';

/** The job that asks a target what it holds of a run (EXP-29). */
export const lookJob = 'invoice_export_look';

const jobInput = z.object({ run_id: z.int() });

/** Queues a look at what the target holds of a run; `tx` acts as the person. Refused as `lookedRun`; a file has no target to ask. */
export async function orderLook(tx: Tx, context: Context, runId: number): Promise<number> {
  const { target } = await lookedRun(tx, context, runId);
  if (target === 'datev-csv') throw new Refused(refuse('step_not_possible'));
  return await orderJob(tx.as('writer'), lookJob, { run_id: runId });
}

export function lookJobs(parts: { readonly database: Database; readonly ways: OnlineWays }): JobHandlers {
  const { database, ways } = parts;
  return {
    [lookJob]: async ({ context, input }) => {
      const { run_id: runId } = jobInput.parse(input);
      const { run, entries } = await database.inTenant(context, async (tx) => ({
        run: await lookedRun(tx, context, runId),
        entries: await lookedEntries(tx, runId),
      }));
      if (run.target === 'datev-csv') throw new Refused(refuse('step_not_possible'));
      const { company, transfers } = await database.inTenant(
        context,
        async (tx) => ({
          company: await loadCompany(tx, run.client_id),
          transfers: await tx.fixed<LookedTransfer>(
            `select id, group_key as "groupKey", reference from invoice_export_transfer where invoice_export_run_id = $1`,
            [runId],
          ),
        }),
        asWriter,
      );
      const way = orRefuse(await ways[run.target].open({ context, run, company }));
      const found = new Map<number, Found>();
      for (const transfer of transfers) {
        const own = entries.filter(({ transfer_id }) => transfer_id === transfer.id);
        if (own.length === 0) continue;
        for (const [id, one] of await way.look(transfer, own)) found.set(id, one);
      }
      return await database.inTenant(context, (tx) => keepFound(tx, context, run, 'target', entries, found));
    },
  };
}
