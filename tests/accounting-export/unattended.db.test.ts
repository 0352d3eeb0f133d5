import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { automaticExportJobs } from '../../src/features/accounting-export/server/automatic/export-job.ts';
import { exportSummaryJobs } from '../../src/features/accounting-export/server/automatic/summary-job.ts';
import { keepReadiness } from '../../src/features/accounting-export/server/check/keep-readiness.ts';
import { invoiceFilters } from '../../src/features/invoice/listed-filter.ts';
import { systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { act } from '../invoice/invoices.ts';
import { discard, type ExportingDemo, exportingDemo, read } from './exports.ts';

let fixture: ExportingDemo;
let tenantId: number;

beforeAll(async () => {
  fixture = await exportingDemo();
  ({ tenantId } = fixture.accountant.context);
});
afterAll(() => fixture.close());

const look = () => keepReadiness(fixture.demo.web.database, systemContext(tenantId));

/** The invoices in a list filtered by these readiness values. */
async function listed(...words: readonly string[]): Promise<readonly number[]> {
  const filter = invoiceFilters.find(({ key }) => key === 'readiness');
  const where = { _and: [{ kind: { _eq: 'invoice' } }, ...(filter?.whereOf(words, '2026-01-01') ?? [])] };
  const text = 'query ($where: document_bool_exp!) { document(where: $where) { id } }';
  const { document } = await fixture.accountant.get<{ document: { id: number }[] }>(text, { where });
  return document.map(({ id }) => id);
}

const queuedLooks = async (): Promise<number> => {
  await fixture.demo.web.sql('select app.enqueue_readiness()');
  const rows = await fixture.demo.web.sql(
    `delete from job where tenant_id = $1 and kind = 'export_readiness' returning id`,
    [tenantId],
  );
  return rows.length;
};

it('EXP-27 lists can be filtered by readiness, and by where a problem is solved', async () => {
  const ready = await fixture.waiting();
  const inAccounting = await act(fixture.accountant, 'to_accounting', await fixture.checked());
  const supplier = await fixture.demo.web.sql<{ id: string }>(
    `insert into supplier (tenant_id, name) values ($1, 'Ohne Konto GmbH') returning id`,
    [tenantId],
  );
  const refused = await fixture.waiting({ supplier_id: Number(supplier[0]?.id) });
  await look();
  const ids = [ready.id, inAccounting.id, refused.id];
  const among = async (...words: readonly string[]) =>
    (await listed(...words)).filter((id) => ids.includes(id)).toSorted((one, other) => one - other);
  expect(await among('ready')).toEqual([ready.id, inAccounting.id]);
  expect(await among('not_ready')).toEqual([refused.id]);
  expect(await among('supplier')).toEqual([refused.id]);
  expect(await among('client', 'datev', 'invoice')).toEqual([]);
  expect(await among('ready', 'supplier')).toEqual(ids);
});

it('EXP-27 readiness is updated after any write in the tenant, for the changes it causes', async () => {
  const invoice = await fixture.waiting();
  // Transactions in progress anywhere on the server count as unseen, which leads to a second check.
  await expect
    .poll(async () => {
      await look();
      return await queuedLooks();
    })
    .toBe(0);
  expect(await listed('client')).not.toContain(invoice.id);
  const admin = await fixture.demo.person('admin@demo.test');
  await admin.get(
    `mutation ($id: bigint!) { update_client_by_pk(pk_columns: { id: $id }, _set: { payables_ledger: false }) { id } }`,
    { id: fixture.client },
  );
  expect(await queuedLooks()).toBe(1);
  await look();
  expect(await listed('client')).toContain(invoice.id);
  await fixture.demo.web.sql('update client set payables_ledger = true where id = $1', [fixture.client]);
  await look();
  expect(await listed('ready')).toContain(invoice.id);
  await fixture.exported({ invoice_ids: [invoice.id] });
  await look();
  expect(await listed('ready', 'not_ready')).not.toContain(invoice.id);
});

const jobs = () => {
  const parts = { database: fixture.demo.web.database, publicUrl: 'https://kontor.test' };
  return { ...automaticExportJobs(parts), ...exportSummaryJobs(parts) };
};

/** Runs all due automatic exports; returns the runs that they started. */
async function unattended(): Promise<readonly { id: number; state: string; is_automatic: boolean }[]> {
  await fixture.demo.web.sql('select app.enqueue_automatic_exports()');
  const begun: number[] = [];
  for (const { id } of await fixture.demo.web.sql<{ id: string }>(
    `select id from job where tenant_id = $1 and kind = 'automatic_export' and state = 'queued'`,
    [tenantId],
  )) {
    await fixture.work(Number(id), jobs());
    const [row] = await fixture.demo.web.sql<{ result: { run_ids: number[] } }>(
      'select result, error from job where id = $1',
      [id],
    );
    expect(row).toMatchObject({ error: null, result: { run_ids: expect.any(Array) } });
    begun.push(...(row?.result.run_ids ?? []));
  }
  const runs = await fixture.demo.web.sql<{ id: string; job_id: string }>(
    'select id, job_id from invoice_export_run where id = any ($1::bigint[]) order by id',
    [begun],
  );
  for (const { job_id } of runs) await fixture.work(Number(job_id));
  return await fixture.demo.web.sql(
    'select id::int, state, is_automatic, exported_count, failed_count, started_by_id::int from invoice_export_run where id = any ($1::bigint[])',
    [begun],
  );
}

/** Sets the company to automatic exports; nothing else waits in it. */
async function setTo(mode: string): Promise<void> {
  await fixture.demo.web.sql(
    `update invoice set status = 'completed' where tenant_id = $1 and status = 'export'`,
    [tenantId],
  );
  const { context } = await fixture.demo.person('admin@demo.test');
  await fixture.demo.web.database.inTenant(
    context,
    (tx) =>
      tx.query(
        `with off as (update client_automatic_export set set_at = now(), last_day = null, told_until = now() where client_id = $1)
         update client set automatic_export = $2, automatic_export_hour = 0 where id = $1`,
        [fixture.client, mode],
      ),
    { role: 'writer' },
  );
}

const supplierWithoutAccount = async (name: string): Promise<number> => {
  const [row] = await fixture.demo.web.sql<{ id: string }>(
    'insert into supplier (tenant_id, name) values ($1, $2) returning id',
    [tenantId, name],
  );
  return Number(row?.id);
};

const entriesOf = (id: number) =>
  fixture.demo.web.sql<{ state: string; is_automatic: boolean }>(
    `select e.state, r.is_automatic from invoice_export_entry e join invoice_export_run r on r.id = e.invoice_export_run_id
     where e.invoice_id = $1 order by e.id`,
    [id],
  );

const mails = () =>
  fixture.demo.web.sql<{ subject: string; text: string; recipient: string }>(
    'delete from mail where tenant_id = $1 returning subject, text_body as text, recipient',
    [tenantId],
  );

/** The accountant's morning mail. */
async function summary(): Promise<{ readonly subject: string; readonly text: string } | undefined> {
  await mails();
  const [job] = await fixture.demo.web.sql<{ id: string }>(
    `insert into job (tenant_id, kind, input) values ($1, 'export_summary', '{}') returning id`,
    [tenantId],
  );
  await fixture.work(Number(job?.id), jobs());
  return (await mails()).find(({ recipient }) => recipient === 'accountant@demo.test');
}

/** The setting would wait for a second administrator (AUTH-37), which other tests cover; here it is already set. */
describe('EXP-27 automatic exports', () => {
  it('ready invoices are exported once a day in a run with the person who set it, and no others', async () => {
    await setTo('daily');
    const ready = await fixture.waiting();
    const refused = await fixture.waiting({ supplier_id: await supplierWithoutAccount('Nicht bereit GmbH') });
    expect(await unattended()).toMatchObject([
      {
        state: 'done',
        is_automatic: true,
        exported_count: 1,
        failed_count: 0,
        started_by_id: expect.any(Number),
      },
    ]);
    expect(await entriesOf(ready.id)).toEqual([{ state: 'exported', is_automatic: true }]);
    expect(await entriesOf(refused.id)).toEqual([]);
    await fixture.waiting();
    expect(await unattended()).toEqual([]);
  });

  it('in the morning people who export are informed once about exports and failures with their reasons', async () => {
    const payload = await summary();
    expect(payload?.subject).toBe('Rechnungsübergabe: 1 übergeben, 1 nicht');
    expect(payload?.text).toContain('automatisch übergeben: 1 (119,00 EUR)');
    expect(payload?.text).toMatch(/Nicht bereit: 1\nIN-\d+: .*Nicht bereit GmbH/);
    // Invoices that are not ready are reported every morning, exports once.
    expect((await summary())?.text).toContain('automatisch übergeben: 0');
  });

  it("PRICE-07 in the morning, foreign amounts are added up in the company's currency", async () => {
    await setTo('off');
    await setTo('daily');
    await fixture.waiting();
    await fixture.waiting({ currency: 'USD', exchange_rate: '0.9', total_brutto: '238.00' });
    expect(await unattended()).toMatchObject([{ exported_count: 2 }]);
    // 119.00 EUR and 238.00 USD at 0.90 EUR
    expect((await summary())?.text).toContain('automatisch übergeben: 2 (333,20 EUR)');
  });

  it('EXP-24 discarded invoices are reversed by the next automatic export', async () => {
    await setTo('off');
    await setTo('daily');
    const invoice = await fixture.waiting();
    await fixture.exported({ invoice_ids: [invoice.id] });
    await discard(fixture, await read(fixture, invoice.id));
    expect(await unattended()).toMatchObject([{ state: 'done', exported_count: 1, failed_count: 0 }]);
    expect(await entriesOf(invoice.id)).toEqual([
      { state: 'exported', is_automatic: false },
      { state: 'exported', is_automatic: true },
    ]);
  });

  it('a daily export waits for its hour in the time zone of the tenant', async () => {
    await setTo('off');
    await setTo('daily');
    await fixture.waiting();
    // A zone in which it is between 5 and 12 o'clock now.
    const [now] = await fixture.demo.web.sql<{ hour: number }>(
      `select extract(hour from now() at time zone 'UTC')::integer as hour`,
    );
    const west = Math.min(12, Number(now?.hour) - 5);
    await fixture.demo.web.sql(
      `insert into configuration (tenant_id, key, value) values ($1, 'timezone', $2)
       on conflict (tenant_id, key, client_id) do update set value = excluded.value`,
      [tenantId, `Etc/GMT${west < 0 ? '-' : '+'}${Math.abs(west)}`],
    );
    const at = (hour: number) =>
      fixture.demo.web.sql('update client set automatic_export_hour = $2 where id = $1', [
        fixture.client,
        hour,
      ]);
    await at(13);
    expect(await unattended()).toEqual([]);
    await at(5);
    expect(await unattended()).toMatchObject([{ exported_count: 1 }]);
    await fixture.demo.web.sql(`delete from configuration where tenant_id = $1 and key = 'timezone'`, [
      tenantId,
    ]);
  });

  it('on approval an invoice is exported as soon as it waits, and a failed one waits for the next day', async () => {
    await setTo('approval');
    expect(await unattended()).toEqual([]);
    const first = await fixture.waiting();
    await fixture.exported({ invoice_ids: [first.id] });
    await fixture.demo.web.sql(
      `with failed as (update invoice_export_entry set state = 'failed', problem = '{"code": "export_interrupted"}'
         where invoice_id = $1 returning invoice_export_run_id)
       update invoice_export_run r set is_automatic = true, exported_count = 0 from failed where r.id = failed.invoice_export_run_id`,
      [first.id],
    );
    await fixture.demo.web.sql(`update invoice set status = 'export' where id = $1`, [first.id]);
    expect(await unattended()).toEqual([]);
    const second = await fixture.waiting();
    expect(await unattended()).toMatchObject([{ exported_count: 1 }]);
    expect(await entriesOf(second.id)).toEqual([{ state: 'exported', is_automatic: true }]);
    expect(await entriesOf(first.id)).toEqual([{ state: 'failed', is_automatic: true }]);
  });

  const failThreeTimes = (after: number) =>
    fixture.demo.web.sql(
      `insert into invoice_export_run (tenant_id, running_number, client_id, target, state, ended_at, is_automatic, failed_count)
       select $1, $3 + n, $2, 'datev-csv', 'failed', now(), true, 1 from generate_series(1, 3) n`,
      [tenantId, fixture.client, after],
    );

  it('stops after three runs without an export and reports that once, until a run of a person succeeds', async () => {
    await setTo('approval');
    await mails();
    await failThreeTimes(9000);
    const invoice = await fixture.waiting();
    expect(await unattended()).toEqual([]);
    expect(await unattended()).toEqual([]);
    const payload = (await mails()).filter(({ recipient }) => recipient === 'accountant@demo.test');
    expect(payload.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Automatische Übergabe angehalten'),
    ]);
    expect(await entriesOf(invoice.id)).toEqual([]);
    await fixture.exported({ invoice_ids: [(await fixture.waiting()).id] });
    expect(await unattended()).toMatchObject([{ exported_count: 1 }]);
    expect(await entriesOf(invoice.id)).toEqual([{ state: 'exported', is_automatic: true }]);
    const { client_automatic_export } = await fixture.accountant.get<{ client_automatic_export: object[] }>(
      '{ client_automatic_export { stopped_at set_by { name } client { automatic_export } } }',
    );
    expect(client_automatic_export).toMatchObject([
      { stopped_at: null, set_by: { name: expect.any(String) }, client: { automatic_export: 'approval' } },
    ]);
  });

  it('MAIL-05 a stop is reported to administrators while nobody who exports gets mails', async () => {
    await setTo('approval');
    await failThreeTimes(9100);
    await fixture.waiting();
    await mails();
    const block = (blocked: boolean) =>
      fixture.demo.web.sql('update lb_user set blocked = $2 where id = $1', [
        fixture.accountant.context.userId,
        blocked,
      ]);
    await block(true);
    expect(await unattended()).toEqual([]);
    await block(false);
    expect(await mails()).toEqual([
      expect.objectContaining({
        recipient: 'admin@demo.test',
        subject: expect.stringContaining('Automatische Übergabe angehalten'),
      }),
    ]);
  });
});
