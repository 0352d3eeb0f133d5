import { z } from 'zod';
import { Refused } from '../../../../base/refusal.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { type JobHandlers, NotYet } from '../../../../platform/server/jobs/jobs.ts';
import { targets } from '../../../export-target/targets.ts';
import type { Finding } from '../../reconciling/found.ts';
import { type AskingParts, askTarget } from '../reconciling/ask-target.ts';
import { allLookedEntries, endedRun, keepFound, type LookedRun } from '../reconciling/compared.ts';
import { resolveFound } from '../reconciling/resolve-uncertain.ts';
import { numberOfRun } from '../runs/runs.ts';
import { type Exporter, exporters, notifyExporters } from './exporters.ts';

const jobInput = z.object({ run_id: z.int(), is_last: z.boolean() });

/** The number of unconfirmed invoices of a run that a mail lists. */
const maxNamed = 30;

interface NotConfirmed {
  readonly number: string | null;
  readonly found: Exclude<Finding, 'arrived'>;
}

/**
 * Queries the target of a run without a person (EXP-29); `app.enqueue_export_looks` determines when it is due.
 * Missing and changed invoices are reported once to all people who export, and after the last query also the
 * unconfirmed ones.
 */
export function unattendedLookJobs(parts: AskingParts & { readonly publicUrl: string }): JobHandlers {
  const { database, publicUrl } = parts;
  return {
    export_look: async ({ context, input }) => {
      const { run_id: runId, is_last: isLast } = jobInput.parse(input);
      const { run, entries } = await asWriter(database, context, async (tx) => ({
        run: await endedRun(tx, runId),
        entries: await allLookedEntries(tx, runId),
      }));
      try {
        const found = await askTarget(parts, context, run, entries);
        const kept = { run, source: 'target', entries, found, resolve: resolveFound } as const;
        await asWriter(database, context, (tx) => keepFound(tx, context, kept));
      } catch (error) {
        // The next query follows on the next day, and the page shows why there is no answer.
        if (!(error instanceof Refused || error instanceof NotYet)) throw error;
      }
      const people = await exporters(database, context.tenantId);
      const reported = await asWriter(database, context, (tx) =>
        notifyOnce(tx, publicUrl, people, run, isLast),
      );
      return { reported };
    },
  };
}

/** Reports invoices not found as exported, unless the run was reported before; returns their number. */
async function notifyOnce(
  tx: Tx,
  publicUrl: string,
  people: readonly Exporter[],
  run: LookedRun,
  isLast: boolean,
): Promise<number> {
  const reported = await tx.maybeOne<{ company: string }>(
    `select c.name as company from invoice_export_run r join client c on c.id = r.client_id
     where r.id = $1 and r.missing_told_at is null for update of r`,
    [run.id],
  );
  const open = await tx.query<NotConfirmed>(
    `select i.invoice_number_formatted as number, coalesce(e.found, 'unknown') as found
     from invoice_export_entry e join invoice i on i.id = e.invoice_id
     where e.invoice_export_run_id = $1 and e.state in ('exported', 'uncertain') and (e.found in ('missing', 'changed')
       or $2 and coalesce(e.found, 'unknown') = 'unknown')
     order by e.id`,
    [run.id, isLast],
  );
  if (reported === undefined || open.length === 0) return 0;
  const { company } = reported;
  const values = { run: numberOfRun(run), company, target: targets[run.target].system, count: open.length };
  const seeing = people.filter(({ companies }) => companies.has(run.client_id));
  await notifyExporters(tx, publicUrl, seeing, ({ say }) => ({
    subject: say('mail.export_missing.subject', values),
    blocks: [
      say('mail.export_missing.intro', values),
      open
        .slice(0, maxNamed)
        .map(({ number, found }) => `${number ?? '–'}: ${say(`mail.export_missing.found.${found}`)}`)
        .join('\n'),
      say('mail.export_missing.onwards', values),
    ],
  }));
  tx.send('update invoice_export_run set missing_told_at = now() where id = $1', [run.id]);
  return open.length;
}
