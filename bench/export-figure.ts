import { takeNumber } from '../src/document/server/numbers.ts';
import { notConnected } from '../src/features/accounting-export/server/online/transport.ts';
import { exportRunJobs } from '../src/features/accounting-export/server/runs/run-job.ts';
import { exportJob, startExport } from '../src/features/accounting-export/server/runs/start.ts';
import { datevFiles } from '../src/features/accounting-export/targets/datev-csv/server/target.ts';
import type { Context } from '../src/platform/context.ts';
import type { Tx } from '../src/platform/server/database.ts';
import { storeFile } from '../src/platform/server/files/files.ts';
import type { Figure, Side } from './figure.ts';
import { type Fixture, upTo } from './fixture.ts';

/** Invoices of one run; the rate for ten thousand is the same. */
const perRun = (fixture: Fixture): number => upTo(500, fixture);
const asWriter = { role: 'writer' } as const;

/** Ten thousand invoices in ten seconds equal a run of five hundred in half a second. */
export const exportFigure: Figure = {
  name: 'export_run',
  title:
    'export of invoices to DATEV as EXTF, a run of 500 where there are 100,000 documents: the order, each invoice with its checks and timeline, and the file',
  aimP95: 500,
  concurrencies: [1],
  sides: async (fixture) => {
    const invoices = await waitingForExport(fixture);
    const half = Math.floor(invoices.length / 2);
    return {
      product: exporting(fixture, invoices.slice(0, half), exportByProduct),
      hand: exporting(fixture, invoices.slice(half), exportByHand),
    };
  },
};

type Export = (fixture: Fixture, context: Context, ids: readonly number[]) => Promise<number>;

function exporting(fixture: Fixture, stock: readonly number[], exportThem: Export): Side {
  const { accountant } = fixture.people;
  const context = { ...accountant, roles: [...accountant.roles, 'user-export-invoice'] };
  const size = perRun(fixture);
  let taken = 0;
  return async () => {
    const ids = stock.slice(taken, taken + size);
    taken += size;
    if (ids.length < size) return null;
    const exported = await exportThem(fixture, context, ids);
    if (exported !== size) throw new Error(`${exported} of ${size} invoices were exported`);
    return String(exported);
  };
}

/** Order and job, as in the worker. */
async function exportByProduct(
  { database }: Fixture,
  context: Context,
  ids: readonly number[],
): Promise<number> {
  const { runIds } = await database.inTenant(context, (tx) =>
    startExport(tx, context, { invoice_ids: [...ids] }),
  );
  const transports = { datev: notConnected('datev'), 'datev-csv': datevFiles, ms365: notConnected('ms365') };
  const run = exportRunJobs({ database, transports }).handlers[exportJob];
  if (!run) throw new Error('no person exports');
  const input = { run_ids: [...runIds] };
  await run({ id: 0, kind: exportJob, context, input, progress: async () => {} });
  return await exportedIn(database, context, runIds);
}

/** The result of a run; for a failed one the problem of its first invoice. */
async function exportedIn(
  database: Fixture['database'],
  context: Context,
  runIds: readonly number[],
): Promise<number> {
  const { exported, problem } = await database.inTenant(
    context,
    (tx) =>
      tx.one<{ exported: number; problem: object | null }>(
        `select sum(exported_count)::int as exported, (select e.problem from invoice_export_entry e
           where e.invoice_export_run_id = any ($1) and e.problem is not null limit 1) as problem
         from invoice_export_run where id = any ($1)`,
        [runIds],
      ),
    asWriter,
  );
  if (problem !== null) throw new Error(`not exported: ${JSON.stringify(problem)}`);
  return exported;
}

/** The same rows and a file of the same size with a few statements for all invoices at once, without checks. */
async function exportByHand(
  { database }: Fixture,
  context: Context,
  ids: readonly number[],
): Promise<number> {
  return await database.inTenant(context, (tx) => exportAtOnce(tx, context, ids), asWriter);
}

async function exportAtOnce(tx: Tx, context: Context, ids: readonly number[]): Promise<number> {
  const { tenantId, userId } = context;
  const number = await takeNumber(tx, 'EX');
  const { id } = await tx.one<{ id: number }>(
    `insert into invoice_export_run (tenant_id, running_number, client_id, target, state, ended_at, started_by_id, exported_count)
     select $1, $2, client_id, 'datev-csv', 'done', now(), $3, $4 from invoice where id = $5 returning id`,
    [tenantId, number, userId, ids.length, ids[0]],
  );
  tx.send(moveInvoices, [ids, userId, tenantId]);
  const rows = await tx.query<{ row: string }>(writeEntries, [tenantId, id, ids]);
  const fileId = await storeFile(tx, {
    tenantId,
    name: `EXTF_Buchungsstapel_${number}.csv`,
    mime: 'text/csv',
    bytes: Buffer.from(rows.map(({ row }) => row).join('\r\n'), 'latin1'),
    receivedBy: 'export',
    createdById: userId,
    showsAmounts: true,
    retentionYears: 8,
  });
  await tx.query(
    `insert into invoice_export_file (tenant_id, invoice_export_run_id, file_id, content, from_day, to_day, booking_count)
     values ($1, $2, $3, 'bookings', current_date, current_date, $4)`,
    [tenantId, id, fileId, rows.length],
  );
  return rows.length;
}

const moveInvoices = `
  with done as (
    update timeline_entry set status = 'approved', text_type = 'past', completed_at = now()
    where invoice_id = any ($1) and entry_no = 5
  ), told as (
    insert into timeline_entry (tenant_id, timeline_id, invoice_id, entry_no, type, status, text_type, message_code,
        message_values, created_by_id)
      select $3, timeline_id, id, 6, 'comment', 'system', 'past', 'exported', '{"run": "EX"}', $2 from invoice where id = any ($1)
  ), moved as (
    update timeline set current_entry_no = 7, content_version = content_version + 1, changed_by_id = $2
    where id in (select timeline_id from invoice where id = any ($1))
  )
  update invoice set status = 'completed', exported_at = now() where id = any ($1)`;

const writeEntries = `
  with booked as (
    select i.id, i.invoice_date, i.total_brutto, i.currency, i.number, i.guid, i.due_date, a.number as account, s.external_id, s.name
    from invoice i join supplier s on s.tenant_id = i.tenant_id and s.id = i.supplier_id
    join ledger_account a on a.tenant_id = i.tenant_id and a.id = i.ledger_account_id
    where i.id = any ($3)
  ), entries as (
    insert into invoice_export_entry (tenant_id, invoice_export_run_id, invoice_id, state, ended_at, booked_on, gross, currency,
        control_amount, bookings)
      select $1, $2, id, 'exported', now(), invoice_date, total_brutto, currency, total_brutto, to_jsonb(booked) from booked
  )
  select concat_ws(';', replace(total_brutto::text, '.', ','), 'H', currency, '', '', '', external_id, account, '9',
    to_char(invoice_date, 'DDMM'), number, to_char(due_date, 'DDMMYY'), '', name, '', '', '', '', '', 'BEDI ' || guid)
    || repeat(';', 105) as row
  from booked`;

/**
 * Invoices of one company that wait for their export, enough for a few runs: exported ones are reset without
 * triggers.
 */
async function waitingForExport(fixture: Fixture): Promise<readonly number[]> {
  const { owner, tenant, people } = fixture;
  await owner.query(
    `insert into configuration (tenant_id, key, value) values ($1, 'invoice_export_target', 'datev-csv') on conflict do nothing`,
    [tenant.tenantId],
  );
  await owner.query(
    `update client set consultant_number = '29098', client_number = '55003', payables_ledger = true where tenant_id = $1`,
    [tenant.tenantId],
  );
  await owner.query(
    `update supplier set external_id = (70000 + id % 9999)::text where tenant_id = $1 and external_id is null`,
    [tenant.tenantId],
  );
  await owner.query("set session_replication_role = 'replica'");
  const { rows } = await owner.query<{ id: string }>(waitAgain, [
    tenant.tenantId,
    runsOfBothSides * perRun(fixture),
    people.accountant.userId,
  ]);
  await owner.query("set session_replication_role = 'origin'");
  const ids = rows.map(({ id }) => Number(id));
  await owner.query(`select app.keep_documents($1, 'invoice', $2)`, [tenant.tenantId, ids]);
  // They were loaded without an approval in the product.
  await owner.query('select app.keep_former_approvals($1)', [tenant.tenantId]);
  return ids;
}

/** More than either side can process in the time. */
const runsOfBothSides = 30;

const waitAgain = `
  with waiting as (
    select id, timeline_id from invoice
    where tenant_id = $1 and status = 'completed' and client_id = (select min(id) from client where tenant_id = $1)
    order by id limit $2
  ), steps as (
    update timeline_entry e set status = null, text_type = 'present', completed_at = null, lb_user_id = $3
    from waiting w where e.tenant_id = $1 and e.timeline_id = w.timeline_id and e.entry_no = 5
  ), timelines as (
    update timeline t set current_entry_no = 5 from waiting w where t.tenant_id = $1 and t.id = w.timeline_id
  )
  update invoice i set status = 'export', exported_at = null, paid = false, paid_on = null, discount_1_date = null,
    discount_1_days = null, discount_1_percentage = null, discount_1_amount = null from waiting w
  where i.tenant_id = $1 and i.id = w.id returning i.id`;
