import { randomUUID } from 'node:crypto';
import { loadCompany } from '../../features/accounting-export/server/content/load-company.ts';
import { exportAsFiles } from '../../features/accounting-export/server/exporting/export-files.ts';
import type { Run } from '../../features/accounting-export/server/runs/runs.ts';
import { exportJob, startExport } from '../../features/accounting-export/server/runs/start.ts';
import { datevFiles } from '../../features/accounting-export/targets/datev-csv/server/target.ts';
import { exportTargets, targets } from '../../features/export-target/targets.ts';
import { invoiceCommands } from '../../features/invoice/server/commands.ts';
import { receiveInvoice } from '../../features/invoice/server/intake.ts';
import { learningJob } from '../../features/invoice/server/learning-job.ts';
import { recognitionJobs } from '../../features/invoice/server/recognition-job.ts';
import { recognitionJob } from '../../features/invoice/server/recognitions.ts';
import { type Paper, totalsOf } from '../../features/recognition/sandbox/paper.ts';
import { type WrittenPaper, writePaper } from '../../features/recognition/sandbox/written.ts';
import type { DemoInvoice, DemoInvoiceStep } from './demo/invoices.ts';
import { actAs, type DemoContext, doJob, endJobs, runCommand, versionOf } from './demo-context.ts';
import { paperOf } from './demo-paper.ts';
import { type KindOfPast, moveBack, withoutTriggers } from './demo-past.ts';
import { TableRows } from './table-rows.ts';

/** The accountant of the demo, who uploads all invoices. */
const accountant = 'accountant';

/** The export target before the accounting system was connected. */
const fileTarget = exportTargets.find((name) => targets[name].isFile);

interface Received {
  readonly id: number;
  readonly invoice: DemoInvoice;
  readonly paper: Paper;
  readonly written: WrittenPaper;
}

/**
 * Passes generated invoices through the product's own reading, commands and export, each step by its usual person;
 * then moves them back in time. Runs in the caller's transaction.
 */
export async function createInvoices(demo: DemoContext, invoices: readonly DemoInvoice[]): Promise<void> {
  const made: Received[] = [];
  for (const invoice of invoices) {
    const received = await receive(demo, invoice);
    for (const step of invoice.steps) await takeStep(demo, received, step);
    made.push(received);
  }
  for (const [daysAgo, some] of Map.groupBy(made, ({ invoice }) => invoice.exportedDaysAgo))
    if (daysAgo !== undefined) await exportAll(demo, some, daysAgo);
  // The checks correct no read values, so there is nothing to learn.
  await endJobs(demo, learningJob);
  const entries = ['invoice-export', 'exported'];
  const moved = made.map(({ id, invoice: { daysAgo, exportedDaysAgo } }) => ({
    ...{ id, daysAgo },
    sameDay: exportedDaysAgo === undefined ? null : { entries, daysAgo: exportedDaysAgo },
  }));
  await moveBack(demo, past, moved);
}

async function receive(demo: DemoContext, invoice: DemoInvoice): Promise<Received> {
  const paper = await paperOf(demo, invoice);
  const written = await writePaper(invoice.paper, paper);
  const { id } = await actAs(
    demo,
    accountant,
    async (tx, context) =>
      await receiveInvoice(tx, context, {
        file: written,
        clientId: null,
        key: randomUUID(),
        isDuplicateConfirmed: false,
        start: 'by_hand',
      }),
  );
  return { id, invoice, paper, written };
}

async function takeStep(demo: DemoContext, received: Received, step: DemoInvoiceStep): Promise<void> {
  const { id } = received;
  await runCommand(invoiceCommands, demo, step.by, `invoice_${step.action}`, {
    id,
    expected_version: await versionOf(demo, 'invoice', id),
    comment: step.comment,
    ...(step.action === 'save' && { head: await typedHead(demo, received) }),
  });
  if (step.action === 'start_recognition') await recognise(demo, received);
}

async function recognise(demo: DemoContext, { id, written }: Received): Promise<void> {
  const { rows } = await demo.client.query<{ job_id: string }>(
    'select job_id from invoice_recognition where tenant_id = $1 and invoice_id = $2',
    [demo.tenantId, id],
  );
  const jobId = Number(rows[0]?.job_id);
  await doJob(demo, accountant, recognitionJob, async (database, context) => {
    const { handlers } = recognitionJobs({
      database,
      read: async (_tenantId, _bytes, known) => written.read(known),
    });
    const job = { id: jobId, kind: recognitionJob, context, input: { invoice_id: id } };
    await handlers[recognitionJob]?.({ ...job, progress: async () => {} });
  });
}

/** The input of the check: the posting, the rate of a foreign currency, and everything that was not read. */
async function typedHead(demo: DemoContext, { invoice, paper }: Received): Promise<object> {
  return {
    name: invoice.lines?.[0]?.description ?? invoice.order,
    department_id: demo.department(invoice.department),
    cost_center_id: demo.costCenter(invoice.cost_center),
    ledger_account_id: demo.account(invoice.account),
    ...(invoice.corrects && { corrects_invoice_id: await idOf(demo, invoice.corrects) }),
    ...(invoice.foreign && { exchange_rate: invoice.foreign.rate, rate_date: paper.issued }),
    ...(invoice.paper === 'scan' && {
      number_printed: paper.number,
      supplier_id: demo.supplier(invoice.supplier),
      client_id: demo.company(invoice.company),
      invoice_date: paper.issued,
      delivery_date: paper.delivered,
      due_date: paper.due,
      total_brutto: totalsOf(paper).gross,
      tax: paper.tax,
      iban: paper.seller.iban,
      bic: paper.seller.bic,
      payment_method: 'BANK_TRANSFER',
    }),
  };
}

async function idOf({ client, tenantId }: DemoContext, printed: string): Promise<number | undefined> {
  const { rows } = await client.query<{ id: string }>(
    'select id from invoice where tenant_id = $1 and number_printed = $2',
    [tenantId, printed],
  );
  return rows[0] && Number(rows[0].id);
}

/** Exports invoices to booking files, as before the accounting system was connected. */
async function exportAll(demo: DemoContext, some: readonly Received[], daysAgo: number): Promise<void> {
  const { client, tenantId } = demo;
  const rows = new TableRows(client, tenantId);
  await rows.link('configuration', [{ key: 'invoice_export_target', model: 'string', value: fileTarget }]);
  const { runIds } = await actAs(
    demo,
    accountant,
    async (tx, context) => await startExport(tx, context, { invoice_ids: some.map(({ id }) => id) }),
  );
  await doJob(demo, accountant, exportJob, async (database, context) => {
    for (const runId of runIds) {
      const { run, company } = await database.inTenant(context, async (tx) => {
        const found = await tx
          .as('writer')
          .one<Run>(
            `select id, running_number, client_id, target, closed_period, includes_exported from invoice_export_run where id = $1`,
            [runId],
          );
        return { run: found, company: await loadCompany(tx.as('writer'), found.client_id) };
      });
      await exportAsFiles({ database, context, run, company, progress: async () => {} }, datevFiles);
    }
  });
  await client.query("delete from configuration where tenant_id = $1 and key = 'invoice_export_target'", [
    tenantId,
  ]);
  await withoutTriggers(
    client,
    async () => void (await client.query(runsMovedBack, [tenantId, daysAgo, demo.timeZone, runIds])),
  );
}

/** Dates the runs in the evening of a working day, like the export steps of their invoices. */
const runsMovedBack = `
  with day as (
    select (now() at time zone $3)::date - $2::int as day
  ), moment as (
    select (day - greatest(extract(isodow from day)::int - 5, 0) + time '18:40') at time zone $3 as at from day
  ), entries as (
    update invoice_export_entry set ended_at = at + interval '20 minutes' from moment where tenant_id = $1 and invoice_export_run_id = any ($4)
  ), files as (
    update file f set created_at = at from moment, invoice_export_file e
    where f.tenant_id = $1 and e.tenant_id = $1 and e.file_id = f.id and e.invoice_export_run_id = any ($4)
  )
  update invoice_export_run set started_at = at, alive_at = at, ended_at = at + interval '20 minutes' from moment
  where tenant_id = $1 and id = any ($4)`;

/** The dates of an invoice: receipt, reading, approval and export. */
const past: KindOfPast = {
  kind: 'invoice',
  related: {
    originals: 'update file set created_at = span.first from span where tenant_id = $1 and invoice_id = $2',
    readings: `
      update invoice_recognition set created_at = span.first, ended_at = span.first + interval '4 seconds'
      from span where tenant_id = $1 and invoice_id = $2`,
    approvals:
      'update approval_record set made_at = span.last from span where tenant_id = $1 and invoice_id = $2',
  },
  head: "exported_at = (select max(at) from entry where type = 'invoice-export')",
  maxDays: 12,
};
