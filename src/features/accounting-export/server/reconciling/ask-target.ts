import { orRefuse, type Refusal, Refused, refuse } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Database } from '../../../../platform/server/database.ts';
import { targets } from '../../../export-target/targets.ts';
import type { Found } from '../../reconciling/found.ts';
import { loadCompany } from '../content/load-company.ts';
import type { LookedTransfer } from '../online/transport.ts';
import type { ExportTransports } from '../targets.ts';
import type { LookedEntry, LookedRun } from './compared.ts';

export interface AskingParts {
  readonly database: Database;
  readonly transports: ExportTransports;
}

/**
 * Queries the target's state of some invoices of a run, by entry (EXP-29). Stores the time of the query and the
 * reason of a failure. Throws `Refused`, and `NotYet` where the target is unavailable.
 */
export async function askTarget(
  { database, transports }: AskingParts,
  context: Context,
  run: LookedRun,
  entries: readonly LookedEntry[],
): Promise<ReadonlyMap<number, Found>> {
  const target = transports[run.target];
  if (!('open' in target)) throw new Refused(refuse('step_not_possible'));
  const note = (problem: Refusal | null) =>
    asWriter(database, context, (tx) =>
      tx.query('update invoice_export_run set asked_at = now(), ask_problem = $2 where id = $1', [
        run.id,
        problem && JSON.stringify(problem),
      ]),
    );
  try {
    const { company, transfers } = await asWriter(database, context, async (tx) => ({
      company: await loadCompany(tx, run.client_id),
      transfers: await tx.fixed<LookedTransfer>(
        `select id, group_key as "groupKey", reference from invoice_export_transfer where invoice_export_run_id = $1`,
        [run.id],
      ),
    }));
    const transport = orRefuse(await target.open({ context, run, company }));
    const found = new Map<number, Found>();
    for (const transfer of transfers) {
      const own = entries.filter(({ transfer_id }) => transfer_id === transfer.id);
      if (own.length === 0) continue;
      for (const [id, one] of await transport.look(transfer, own)) found.set(id, one);
    }
    await note(null);
    return found;
  } catch (error) {
    await note(
      error instanceof Refused
        ? error.refusal
        : refuse('export_no_answer', { values: { target: targets[run.target].system } }),
    );
    throw error;
  }
}
