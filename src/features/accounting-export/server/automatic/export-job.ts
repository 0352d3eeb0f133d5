import { z } from 'zod';
import { Refused } from '../../../../base/refusal.ts';
import type { Context } from '../../../../platform/context.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import type { JobHandlers } from '../../../../platform/server/jobs/jobs.ts';
import { warnAdministrators } from '../../../../platform/server/mail/administrators.ts';
import { text } from '../../../../platform/server/texts.ts';
import { previewOf } from '../check/preview.ts';
import { beginExport } from '../runs/start.ts';
import { type Exporter, exporters, linkToExports, notifyExporters } from './exporters.ts';

export interface AutomaticExportParts {
  readonly database: Database;
  readonly publicUrl: string;
}

/** The maximum number of invoices in one run; the rest waits for the next one. */
const maxTogether = 2_000;

const jobInput = z.object({ client_id: z.int() });

/** The state of a company's automatic exports. */
interface Automatic {
  readonly client_id: number;
  readonly company: string;
  readonly set_by_id: number | null;
  readonly stopped_at: string | null;
  /** The number of successive runs without an export, and whether that reached the limit. */
  readonly futile: number;
  readonly is_futile: boolean;
}

/**
 * Exports the ready invoices of a company with automatic exports, as if a person had ordered it (EXP-27).
 * `app.enqueue_automatic_exports` determines when it is due.
 */
export function automaticExportJobs(parts: AutomaticExportParts): JobHandlers {
  return {
    automatic_export: async ({ context, input }) => {
      const clientId = jobInput.parse(input).client_id;
      const runIds = await asWriter(parts.database, context, async (tx) => {
        const automatic = await lockAutomatic(tx, clientId);
        if (automatic === undefined) return [];
        return automatic.is_futile ? null : await exportCompany(tx, context, automatic);
      });
      if (runIds === null) await stop(parts, context, clientId);
      return { run_ids: runIds ?? [] };
    },
  };
}

/** Stops the automatic exports of a company and reports it once: to those who export, else to administrators. */
async function stop(
  { database, publicUrl }: AutomaticExportParts,
  context: Context,
  clientId: number,
): Promise<void> {
  const people = await exporters(database, context.tenantId);
  await asWriter(database, context, async (tx) => {
    const automatic = await lockAutomatic(tx, clientId);
    if (automatic === undefined || automatic.stopped_at !== null) return;
    tx.send('update client_automatic_export set stopped_at = now() where client_id = $1', [clientId]);
    const seeing = people.filter(({ companies }) => companies.has(clientId));
    if (seeing.length > 0)
      return await notifyExporters(tx, publicUrl, seeing, ({ say }) => stoppedMail(automatic, say));
    // Somebody has to know: nobody who exports sees the company.
    await warnAdministrators(tx, publicUrl, context.tenantId, (language) => {
      const say: Exporter['say'] = (key, values) => text(language, key, values);
      const { subject, blocks } = stoppedMail(automatic, say);
      return { subject, blocks: [...blocks, linkToExports(say, publicUrl)] };
    });
  });
}

function stoppedMail({ company, futile }: Automatic, say: Exporter['say']) {
  return {
    subject: say('mail.export_stopped.subject', { company }),
    blocks: [
      say('mail.export_stopped.intro', { company, count: futile }),
      say('mail.export_stopped.onwards'),
    ],
  };
}

/** Waits for a simultaneous job of the same company. */
async function lockAutomatic(tx: Tx, clientId: number): Promise<Automatic | undefined> {
  const locked = await tx.maybeOne(
    'select client_id from client_automatic_export where client_id = $1 for update',
    [clientId],
  );
  if (locked === undefined) return;
  return await tx.maybeOne<Automatic>(
    `select a.client_id, c.name as company, a.set_by_id, a.stopped_at, app.futile_exports(a.tenant_id, a.client_id) as futile,
       app.are_exports_futile(a.tenant_id, a.client_id) as is_futile
     from client_automatic_export a join client c on c.id = a.client_id
     where a.client_id = $1 and c.active and c.automatic_export <> 'off'`,
    [clientId],
  );
}

/** Starts a run with the ready invoices; none where nothing is ready or another run of the company is active. */
async function exportCompany(
  tx: Tx,
  context: Context,
  { client_id, set_by_id }: Automatic,
): Promise<readonly number[]> {
  const waiting = await tx.fixed<{ id: number }>(
    'select id from app.waits_for_automatic_export(app.tenant_id(), $1) as id order by id limit $2',
    [client_id, maxTogether],
  );
  const previews = await previewOf(
    tx,
    context,
    waiting.map(({ id }) => id),
  );
  const ready = [...previews].flatMap(([id, { problem }]) => (problem === null ? [id] : []));
  let runIds: readonly number[] = [];
  try {
    const order = { client_id, invoice_ids: [...ready, ...(await discardedOf(tx, client_id))] };
    ({ runIds } = await beginExport(tx, context, order, { id: set_by_id, isAutomatic: true }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // It is due again as soon as that run has ended.
    if (error.refusal.code === 'export_running') return [];
    if (error.refusal.code !== 'nothing_to_export') throw error;
  }
  tx.send(
    `update client_automatic_export set stopped_at = null, last_day = app.day_of_tenant(tenant_id, now()) where client_id = $1`,
    [client_id],
  );
  return runIds;
}

/** Discarded invoices with an export to be reversed (EXP-24). */
async function discardedOf(tx: Tx, clientId: number): Promise<readonly number[]> {
  const rows = await tx.fixed<{ id: number }>(
    `select i.id from invoice i where i.client_id = $1 and i.status = 'declined-exported' and exists (
       select from invoice_export_entry e where e.invoice_id = i.id and e.awaits_reversal and e.state = 'exported')`,
    [clientId],
  );
  return rows.map(({ id }) => id);
}
