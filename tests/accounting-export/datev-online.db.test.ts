import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../src/base/day.ts';
import { storeFile } from '../../src/platform/server/files/files.ts';
import { systemContext } from '../../src/platform/server/jobs/jobs.ts';
import type { Invoice } from '../invoice/invoices.ts';
import { schemaFaults } from '../support/xsd.ts';
import { type DatevOnline, datevOnline } from './datev-online.ts';

let fixture: DatevOnline;

beforeAll(async () => {
  fixture = await datevOnline();
});
afterAll(() => fixture.close());
afterEach(() => fixture.sandbox.faults.clear());

/** The schemas, which are not part of the project. */
const schemas = join(import.meta.dirname, '../../../shared/data/datev/xsd/v060');

const statusOf = async ({ id }: Invoice) =>
  (
    await fixture.accountant.get<{ invoice_by_pk: { status: string; is_leaving: boolean } }>(
      'query ($id: bigint!) { invoice_by_pk(id: $id) { status is_leaving } }',
      { id },
    )
  ).invoice_by_pk;

let days = 0;

/** Exports a new invoice of the connected company; returns its outcome and remarks. */
async function tried(head: object = {}) {
  // On its own day, so that it is no duplicate.
  days += 1;
  const invoice = await fixture.waiting({ invoice_date: addDays('2026-08-01', days), ...head });
  const { body } = await fixture.order({ invoice_ids: [invoice.id] });
  const [run] = await fixture.workOff(body.job_id ?? 0);
  return { invoice, run, entry: run?.entries[0], remarks: await fixture.remarks(invoice.id) };
}

/** Adds received files to an invoice. */
async function withFiles(
  { id }: Invoice,
  files: readonly {
    readonly name: string;
    readonly mime: string;
    readonly text: string;
    readonly isCarried?: true;
  }[],
): Promise<void> {
  const { tenantId } = fixture.admin.context;
  for (const { name, mime, text, isCarried } of files) {
    const fileId = await fixture.demo.web.database.inTenant(
      systemContext(tenantId),
      (tx) =>
        storeFile(tx, {
          tenantId,
          name,
          mime,
          bytes: Buffer.from(text),
          receivedBy: isCarried ? 'carried' : 'upload',
          createdById: null,
        } as unknown as Parameters<typeof storeFile>[1]),
      { role: 'writer' },
    );
    await fixture.demo.web.sql(
      isCarried
        ? 'update file set invoice_id = $2 where id = $1'
        : 'update invoice set file_id = $1 where id = $2',
      [fileId, id],
    );
  }
}

const bookingsOf = (numbers: readonly string[]) =>
  fixture.sandbox.state.bookings
    .filter(({ invoiceNumber }) => numbers.includes(invoiceNumber))
    .toSorted((one, other) => (one.invoiceNumber < other.invoiceNumber ? -1 : 1));

describe('EXP-08 invoices exported to DATEV online', () => {
  it('each is booked once and completed; a failed one shows the reason, and the others are exported', async () => {
    await fixture.connect(1);
    const one = await fixture.waiting({ number_printed: 'ON-1' });
    const credit = await fixture.waiting({
      number_printed: 'ON-2',
      total_brutto: '-11.90',
      corrects_invoice_id: one.id,
    });
    const wrong = await fixture.waiting({ number_printed: 'ON-3', tax: '20' });
    const november = await fixture.waiting({ number_printed: 'ON-4', invoice_date: '2026-11-02' });
    const [run] = await fixture.exported({ client_id: fixture.client });
    expect(run).toMatchObject({ state: 'done', exported_count: 3, failed_count: 1, control_total: 226.1 });
    expect(run?.entries.map(({ state, problem }) => [state, problem?.code])).toEqual([
      ['exported', undefined],
      ['exported', undefined],
      ['failed', 'export_tax_key_missing'],
      ['exported', undefined],
    ]);
    for (const invoice of [one, credit, november])
      expect(await statusOf(invoice)).toEqual({ status: 'completed', is_leaving: false });
    expect(await statusOf(wrong)).toEqual({ status: 'export', is_leaving: false });
    const bookings = bookingsOf(['ON-1', 'ON-2', 'ON-3', 'ON-4']);
    expect(
      bookings.map(({ invoiceNumber, amount, month, folder }) => [invoiceNumber, amount, month, folder]),
    ).toEqual([
      ['ON-1', '119.00', '2026-10', 'Eingangsrechnungen'],
      ['ON-2', '-11.90', '2026-10', 'Eingangsrechnungen'],
      ['ON-4', '119.00', '2026-11', 'Eingangsrechnungen'],
    ]);
    expect(bookings[0]?.parts).toMatchObject([
      { amount: '119.00', accountNo: '4980', buCode: '9', bpAccountNo: '70001', currencyCode: 'EUR' },
    ]);
    expect(fixture.sandbox.state.doubles).toEqual([]);
  });

  it("EXP-23 stores DATEV's protocol of a job, and the job of each exported invoice", async () => {
    await fixture.connect(11);
    const { entry } = await tried();
    expect(entry).toMatchObject({ state: 'exported' });
    const [kept] = await fixture.demo.web.sql<{
      protocol: { status: number; entries: object[] };
      reference: string;
    }>(
      `select t.protocol, e.reference from invoice_export_entry e
       join invoice_export_transfer t on t.id = e.invoice_export_transfer_id
       where e.invoice_id = $1`,
      [entry?.invoice_id],
    );
    expect(kept?.protocol).toMatchObject({
      status: 2,
      entries: expect.arrayContaining([expect.objectContaining({ type: 'warning' })]),
    });
    expect(fixture.sandbox.state.jobs.has(kept?.reference ?? '')).toBe(true);
  });

  it('DISC-05 includes discounts, and describes them as text where DATEV accepts none', async () => {
    await fixture.connect(1);
    const discounts = {
      invoice_date: '2026-10-01',
      due_date: '2026-11-30',
      discount_1_percentage: '3',
      discount_1_days: 10,
      discount_1_date: '2026-10-11',
      discount_1_amount: '3.57',
    };
    await tried({ number_printed: 'SK-1', ...discounts });
    await fixture.demo.web.sql(`update client set datev_closed_until = '2026-10-31' where id = $1`, [
      fixture.client,
    ]);
    const other = { invoice_date: '2026-10-02', discount_1_date: '2026-10-12' };
    await tried({ number_printed: 'SK-2', ...discounts, ...other });
    await fixture.demo.web.sql('update client set datev_closed_until = null where id = $1', [fixture.client]);
    const [taken, payload] = bookingsOf(['SK-1', 'SK-2']).map(({ parts }) => parts[0]);
    expect(taken).toMatchObject({
      discountAmount: '3.57',
      discountPercentage: '3.00',
      discountPaymentDate: '2026-10-11',
    });
    expect(payload).toMatchObject({
      information: 'Skonto 3 % bis 12.10.2026 · Rechnung vom 02.10.2026',
    });
    expect(payload?.discountAmount).toBeUndefined();
  });

  it('EXP-19 sends the originals with their booking as one document, valid against the schemas', async () => {
    await fixture.connect(1);
    const invoice = await fixture.waiting({ number_printed: 'DOC-1' });
    await withFiles(invoice, [
      { name: 'Rechnung Müller.pdf', mime: 'application/pdf', text: '%PDF-1.7\n' },
      { name: 'factur-x.xml', mime: 'application/xml', text: '<Invoice/>', isCarried: true },
    ]);
    await fixture.exported({ invoice_ids: [invoice.id] });
    const [booking] = bookingsOf(['DOC-1']);
    const document = fixture.sandbox.state.documents.find(({ guid }) => guid === booking?.guid);
    expect(document?.files.map(({ name }) => name.replace(/^\d+-/, ''))).toEqual([
      'Rechnung Müller.pdf',
      'factur-x.xml',
    ]);
    if (!existsSync(schemas)) return;
    const files = fixture.sandbox.state.jobs.get(booking?.jobId ?? '')?.files ?? [];
    const text = (end: string) =>
      files.find(({ name }) => name.endsWith(end))?.content.toString('utf8') ?? '';
    expect(
      await schemaFaults({ 'document.xml': text('document.xml') }, schemas, 'Document_v060.xsd'),
    ).toEqual([]);
    expect(
      await schemaFaults(
        { 'data.xml': text('-data.xml') },
        schemas,
        'Belegverwaltung_online_ledger_import_v060.xsd',
      ),
    ).toEqual([]);
  });

  it('a file that DATEV refuses fails its invoice, and the others are exported', async () => {
    await fixture.connect(1);
    const good = await fixture.waiting({ number_printed: 'TYP-1' });
    const wrong = await fixture.waiting({ number_printed: 'TYP-2' });
    await withFiles(wrong, [{ name: 'brief.docx', mime: 'application/octet-stream', text: 'PK' }]);
    const [run] = await fixture.exported({ invoice_ids: [good.id, wrong.id] });
    expect(run?.entries.map(({ state, problem }) => [state, problem?.code])).toEqual([
      ['exported', undefined],
      ['failed', 'export_document_refused'],
    ]);
    expect(bookingsOf(['TYP-1', 'TYP-2'])).toHaveLength(1);
  });

  it("EXP-21 uses the month of the booking where the invoice's period is closed", async () => {
    await fixture.connect(1);
    await fixture.demo.web.sql(`update client set datev_closed_until = '2026-10-31' where id = $1`, [
      fixture.client,
    ]);
    await tried({ number_printed: 'ZU-1', invoice_date: '2026-10-20', total_brutto: '113.05' });
    await fixture.demo.web.sql('update client set datev_closed_until = null where id = $1', [fixture.client]);
    expect(bookingsOf(['ZU-1'])).toMatchObject([
      { month: '2026-11', date: '2026-11-01', parts: [{ information: 'Rechnung vom 20.10.2026' }] },
    ]);
  });

  it('EXP-11 uses the account length of DATEV', async () => {
    await fixture.connect(19);
    await tried({ number_printed: 'LEN-1' });
    expect(bookingsOf(['LEN-1'])[0]?.parts).toMatchObject([
      { accountNo: '49800000', bpAccountNo: '700010000' },
    ]);
  });

  it('EXP-09 accepts booleans written as texts', async () => {
    await fixture.connect(2);
    expect((await tried()).entry).toMatchObject({ state: 'exported' });
  });
});

describe('EXP-18 ROLE-18 ERR-11 the invoice shows what failed at DATEV', () => {
  it.each([
    [3, 'failed', 'export_connection_inactive'],
    [4, 'failed', 'export_no_access_data'],
    [5, 'failed', 'export_no_permission'],
    [6, 'failed', 'export_no_permission'],
    [7, 'failed', 'export_no_permission'],
    [8, 'failed', 'export_year_unknown'],
    [9, 'failed', 'export_payables_missing'],
    [10, 'uncertain', 'export_protocol'],
    [12, 'failed', 'export_protocol'],
    [13, 'uncertain', 'export_protocol'],
    [14, 'uncertain', 'export_uncertain'],
    [15, 'failed', 'export_interrupted'],
    [16, 'failed', 'export_refused_by_datev'],
    [17, 'failed', 'export_interrupted'],
  ])('company %i: %s, %s', async (number, state, code) => {
    await fixture.connect(number);
    const { invoice, entry, remarks } = await tried();
    expect(entry).toMatchObject({ state, problem: { code } });
    expect(remarks).toMatchObject([{ code }]);
    expect(await statusOf(invoice)).toEqual({ status: 'export', is_leaving: state === 'uncertain' });
    expect(fixture.sandbox.state.doubles).toEqual([]);
  });

  it('EXP-07 a connection that DATEV no longer accepts becomes inactive', async () => {
    await fixture.connect(1);
    fixture.sandbox.state.oauth.revokeEverything();
    expect((await tried()).remarks).toMatchObject([{ code: 'export_connection_inactive' }]);
    const [row] = await fixture.demo.web.sql(
      'select state, problem, refresh_token from accounting_connection',
    );
    expect(row).toEqual({ state: 'inactive', problem: 'export_connection_inactive', refresh_token: null });
  });

  it('EXP-29 a query of the job settles a doubt once DATEV reports the invoice as accepted', async () => {
    await fixture.connect(1);
    days += 1;
    const invoice = await fixture.waiting({ invoice_date: addDays('2026-08-01', days) });
    const { body } = await fixture.order({ invoice_ids: [invoice.id] });
    const job = body.job_id ?? 0;
    fixture.sandbox.faults.plan({
      fault: { kind: 'status', status: 503 },
      path: /dxso-jobs\/[^/]+$/,
      method: 'GET',
      times: 200,
    });
    await fixture.work(job);
    await fixture.demo.web.sql('update job set attempts = 99 where id = $1', [job]);
    await fixture.work(job);
    fixture.sandbox.faults.clear();
    expect(await statusOf(invoice)).toEqual({ status: 'export', is_leaving: true });
    const look = async (): Promise<object | null> => {
      const url = `/api/invoice/export/${body.run_ids?.[0]}/look`;
      const answer = await fixture.accountant.send({ method: 'POST', url });
      const { job_id: id } = answer.json<{ job_id: number }>();
      await fixture.work(id);
      const [row] = await fixture.demo.web.sql<{ result: object }>('select result from job where id = $1', [
        id,
      ]);
      return row?.result ?? null;
    };
    // DATEV still processes the job, so the invoice remains uncertain.
    expect(await look()).toMatchObject({ arrived: 0, unknown: 1, settled: 0 });
    await expect.poll(look).toMatchObject({ arrived: 1, settled: 1 });
    expect(await statusOf(invoice)).toEqual({ status: 'completed', is_leaving: false });
  });

  it('a slow company is no failure', async () => {
    await fixture.connect(18);
    expect((await tried()).entry).toMatchObject({ state: 'exported' });
  });
});
