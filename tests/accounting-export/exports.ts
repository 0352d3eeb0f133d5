import { addDays } from '../../src/base/day.ts';
import { unattendedLookJobs } from '../../src/features/accounting-export/server/automatic/look-job.ts';
import { notConnected } from '../../src/features/accounting-export/server/online/transport.ts';
import { lookJobs } from '../../src/features/accounting-export/server/reconciling/look-job.ts';
import { exportRunJobs } from '../../src/features/accounting-export/server/runs/run-job.ts';
import { withdrawalJobs } from '../../src/features/accounting-export/server/runs/withdraw.ts';
import type { ExportTransports } from '../../src/features/accounting-export/server/targets.ts';
import { datevFiles } from '../../src/features/accounting-export/targets/datev-csv/server/target.ts';
import type { ExportTarget } from '../../src/features/export-target/targets.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import { storeFile } from '../../src/platform/server/files/files.ts';
import { type JobHandlers, runJob } from '../../src/platform/server/jobs/jobs.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { openLog } from '../../src/platform/server/log.ts';
import { act, checkable, holderOf, type Invoice, invoiceFields, save } from '../invoice/invoices.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';

/** A demo that exports to DATEV files, without approvals. */
export interface ExportingDemo {
  readonly demo: DemoWeb;
  readonly accountant: WebCaller;
  readonly client: number;
  /** The id of the ledger account with this number. */
  account(number: string): Promise<number>;
  /** An invoice in its check. */
  checked(head?: object, lines?: readonly object[]): Promise<Invoice>;
  /** An invoice that waits for export. */
  waiting(head?: object, lines?: readonly object[]): Promise<Invoice>;
  /** Orders an export and processes it; returns the runs. */
  exported(order?: object): Promise<readonly Run[]>;
  order(order?: object): Promise<{ readonly status: number; readonly body: OrderAnswer }>;
  /** Processes a job; `more` are handlers of other jobs. */
  work(jobId: number, more?: JobHandlers): Promise<void>;
  /** Adds the same page to invoices as their original. */
  givePage(ids: readonly number[]): Promise<void>;
  /** The runs as the accountant sees them. */
  runs(ids: readonly number[]): Promise<readonly Run[]>;
  close(): Promise<void>;
}

export interface OrderAnswer {
  readonly job_id?: number;
  readonly run_ids?: readonly number[];
  readonly code?: string;
}

export interface Run {
  readonly id: number;
  readonly running_number: number;
  readonly state: string;
  readonly exported_count: number;
  readonly failed_count: number;
  readonly control_total: number;
  readonly entries: readonly {
    readonly state: string;
    readonly invoice_id: number;
    readonly problem: { readonly code: string } | null;
  }[];
  readonly files: readonly {
    readonly file: { readonly id: string; readonly name: string };
    readonly content: string;
  }[];
}

const runsText = `query ($ids: [bigint!]!) { invoice_export_run(where: { id: { _in: $ids } }, order_by: { id: asc }) {
  id running_number state exported_count failed_count control_total
  entries: invoice_export_entries(order_by: { id: asc }) { state invoice_id problem }
  files: invoice_export_files(order_by: { id: asc }) { content file { id name } } } }`;

/** The export of the demo: to files by default. */
export interface Exporting {
  readonly target?: ExportTarget;
  /** The connections to online targets. */
  readonly transports?: (demo: DemoWeb) => Partial<ExportTransports>;
  /** Replaces the demo's configuration. */
  readonly configuration?: Parameters<typeof demoWeb>[0];
}

/** The connections of an installation without registrations: files only. */
export const unconnected: ExportTransports = {
  datev: notConnected('datev'),
  'datev-csv': datevFiles,
  ms365: notConnected('ms365'),
};

export async function exportingDemo({
  target = 'datev-csv',
  transports: through,
  configuration,
}: Exporting = {}): Promise<ExportingDemo> {
  const demo = await demoWeb(configuration);
  const transports = { ...unconnected, ...through?.(demo) };
  await prepareQueue(demo.web.ownerUrl);
  const accountant = await demo.person('accountant@demo.test');
  const { tenantId } = accountant.context;
  const [{ client_id, supplier_id } = {}] = await demo.web.sql<Record<string, string>>(
    `select c.id as client_id, (select id from supplier where tenant_id = $1 order by id limit 1) as supplier_id
     from client c where c.tenant_id = $1 order by c.id limit 1`,
    [tenantId],
  );
  const client = Number(client_id);
  await demo.web.sql(
    `delete from configuration where tenant_id = $1 and key in ('invoice_export_target', 'invoice_approval')`,
    [tenantId],
  );
  await demo.web.sql(
    `insert into configuration (tenant_id, key, value)
     values ($1, 'invoice_export_target', $2), ($1, 'invoice_approval', 'never')`,
    [tenantId, target],
  );
  await demo.web.sql(
    `update client set consultant_number = '29098', client_number = '55003', payables_ledger = true, ledger_account_length = 4
     where id = $1`,
    [client],
  );
  await demo.web.sql(`update supplier set external_id = '70001' where id = $1`, [supplier_id]);
  // Budgets would require a cost center on each invoice (BUD-03).
  await demo.web.sql('delete from budget where tenant_id = $1', [tenantId]);
  const account = async (number: string): Promise<number> => {
    const [found] = await demo.web.sql<{ id: string }>(
      `with known as (select id from ledger_account where tenant_id = $1 and number = $2), made as (
         insert into ledger_account (tenant_id, number, name) select $1, $2, $2 where not exists (select from known) returning id)
       select id from known union all select id from made`,
      [tenantId, number],
    );
    return Number(found?.id);
  };
  let brought = 0;
  const checked = async (head: object = {}, lines?: readonly object[]): Promise<Invoice> => {
    brought += 1;
    return await save(accountant, {
      head: {
        supplier_id: Number(supplier_id),
        client_id: client,
        tax: '19',
        currency: 'EUR',
        number_printed: `RE-${brought}`,
        ...checkable,
        invoice_date: addDays('2026-10-10', brought),
        ledger_account_id: await account('4980'),
        total_brutto: '119.00',
        ...head,
      },
      ...(lines && { lines }),
    });
  };
  const waiting = async (head?: object, lines?: readonly object[]): Promise<Invoice> => {
    const invoice = await checked(head, lines);
    return await act(accountant, 'to_export', await act(accountant, 'to_accounting', invoice));
  };
  const { database } = demo.web;
  const exportJobs = exportRunJobs({ database, transports });
  const jobs = {
    database,
    clock: systemClock,
    log: openLog('silent'),
    ...exportJobs,
    handlers: {
      ...exportJobs.handlers,
      ...withdrawalJobs({ database }),
      ...lookJobs({ database, transports }),
      ...unattendedLookJobs({ database, transports, publicUrl: 'https://kontor.test' }),
    },
  };
  const work = (jobId: number, more: JobHandlers = {}): Promise<void> =>
    runJob({ ...jobs, handlers: { ...jobs.handlers, ...more } }, tenantId, jobId);
  const order = async (wanted: object = {}) => {
    const { status, json } = await accountant.send({
      method: 'POST',
      url: '/api/invoice/export',
      payload: wanted,
    });
    return { status, body: json<OrderAnswer>() };
  };
  const runs = async (ids: readonly number[] = []): Promise<readonly Run[]> =>
    (await accountant.get<{ invoice_export_run: Run[] }>(runsText, { ids })).invoice_export_run;
  return {
    demo,
    accountant,
    client,
    runs,
    account,
    checked,
    waiting,
    order,
    work,
    exported: async (wanted) => {
      const { body } = await order(wanted);
      if (body.job_id === undefined) throw new Error(`not exported: ${JSON.stringify(body)}`);
      await work(body.job_id);
      return await runs(body.run_ids);
    },
    givePage: async (ids) => {
      const file = await demo.web.database.inTenant(
        accountant.context,
        (tx) =>
          storeFile(tx, {
            tenantId,
            name: 'page.pdf',
            mime: 'application/pdf',
            bytes: Buffer.from('%PDF-1.7 page'),
            receivedBy: 'upload',
            createdById: accountant.context.userId,
          }),
        { role: 'writer' },
      );
      await demo.web.sql('update invoice set file_id = $2 where id = any ($1::bigint[])', [ids, file]);
    },
    close: () => demo.close(),
  };
}

/** The bytes of a file downloaded by the person. */
export async function downloaded(who: WebCaller, id: string): Promise<Buffer> {
  const { status, body } = await who.send({ method: 'GET', url: `/api/file/${id}` });
  if (status !== 200) throw new Error(`no file: ${status}`);
  return body;
}

/** An invoice as the accountant sees it. */
export async function read(of: ExportingDemo, id: number): Promise<Invoice> {
  const text = `query ($id: bigint!) { invoice_by_pk(id: $id) { ${invoiceFields} } }`;
  return (await of.accountant.get<{ invoice_by_pk: Invoice }>(text, { id })).invoice_by_pk;
}

/** Sends an invoice to clearing and discards it there. */
export async function discard(of: ExportingDemo, { id }: { readonly id: number }): Promise<Invoice> {
  const comment = 'Doppelt berechnet';
  const clearing = await act(of.accountant, 'send_to_clearing', await read(of, id), { comment });
  return await act(await holderOf(of.demo, clearing), 'discard', clearing);
}
