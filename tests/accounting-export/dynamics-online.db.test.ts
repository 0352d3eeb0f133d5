import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../src/base/day.ts';
import { standardSetup } from '../../src/features/accounting-export/sandbox/dynamics/server.ts';
import { act, type Invoice, invoiceFields } from '../invoice/invoices.ts';
import { type DynamicsDemo, dynamicsDemo, reasonsOf } from './dynamics.ts';

let fixture: DynamicsDemo;

beforeAll(async () => {
  fixture = await dynamicsDemo(standardSetup);
});
afterAll(() => fixture.close());
afterEach(() => fixture.sandbox.faults.clear());

let brought = 0;

/** An invoice that the sandbox accepts, except for the changes; each is distinct. */
async function waiting(head: object = {}) {
  brought += 1;
  const ledger_account_id = await fixture.account('600150');
  return await fixture.waiting({ ledger_account_id, invoice_date: addDays('2026-05-01', brought), ...head });
}

const leaving = (...invoices: readonly { readonly id: number }[]) =>
  fixture.exported({ invoice_ids: invoices.map(({ id }) => id) });

const statusOf = async (id: number) => {
  const [row] = await fixture.demo.web.sql<{ status: string; is_leaving: boolean }>(
    'select status, is_leaving from invoice where id = $1',
    [id],
  );
  return row;
};

const numberOf = async (id: number): Promise<string> => {
  const [row] = await fixture.demo.web.sql<{ number: string }>('select number from invoice where id = $1', [
    id,
  ]);
  return row?.number ?? '';
};

/** The vendor transactions of an invoice in the sandbox. */
const there = async ({ id }: { readonly id: number }) => {
  const number = await numberOf(id);
  return fixture.sandbox.state.invoices.filter(({ invoice }) => invoice === number);
};

const emptyJournals = () => {
  const { VendInvoiceJournalHeaders: heads, VendInvoiceJournalLines: lines } = fixture.sandbox.state.tables;
  return heads.filter(
    ({ values }) => !lines.some((line) => line.values.JournalBatchNumber === values.JournalBatchNumber),
  );
};

describe('EXP-14 invoices exported to a journal of Dynamics 365', () => {
  it('each becomes one vendor transaction of its gross amount with a balanced voucher', async () => {
    const invoice = await waiting();
    const credit = await waiting({ total_brutto: '-11.90', corrects_invoice_id: invoice.id });
    const [run] = await leaving(invoice, credit);
    expect(run).toMatchObject({ state: 'done', exported_count: 2, failed_count: 0, control_total: 107.1 });
    const { state } = fixture.sandbox;
    const common = { dataAreaId: 'demf', vendorAccount: 'US-101', from: 'journal' };
    expect(await there(invoice)).toMatchObject([{ ...common, amount: '119' }]);
    expect(await there(credit)).toMatchObject([{ ...common, amount: '-11.9' }]);
    expect(state.vouchers.map(({ isBalanced }) => isBalanced)).toEqual([true, true]);
    expect(state.tables.VendInvoiceJournalHeaders).toMatchObject([
      { values: { JournalName: 'APInvoice', SalesTaxIncluded: 'Yes' } },
    ]);
    for (const { id } of [invoice, credit])
      expect(await statusOf(id)).toEqual({ status: 'completed', is_leaving: false });
    const entries = await fixture.demo.web.sql(
      `select reference from invoice_export_entry where invoice_id = any ($1::bigint[]) and state = 'exported'`,
      [[invoice.id, credit.id]],
    );
    expect(entries).toEqual([{ reference: '00001' }, { reference: '00001' }]);
  });

  it('EXP-04 EXP-18 a refused one shows the reason, and the others are exported', async () => {
    const one = await waiting();
    const wrong = await waiting({ ledger_account_id: await fixture.account('999999') });
    const other = await waiting();
    const [run] = await leaving(one, wrong, other);
    expect(run?.entries.map(({ state }) => state)).toEqual(['exported', 'failed', 'exported']);
    expect(await reasonsOf(fixture, wrong.id)).toEqual([
      {
        code: 'export_d365_validation',
        reason: expect.stringContaining("'999999' in field 'AccountDisplayValue'"),
      },
    ]);
    expect(JSON.stringify(await reasonsOf(fixture, wrong.id))).not.toContain('UpdateProcessor');
    expect(await statusOf(wrong.id)).toEqual({ status: 'export', is_leaving: false });
    expect(await there(wrong)).toEqual([]);
    expect([await there(one), await there(other)].map((found) => found.length)).toEqual([1, 1]);
  });

  it('a journal without accepted lines is deleted', async () => {
    const wrong = await waiting({ ledger_account_id: await fixture.account('999999') });
    await leaving(wrong);
    expect(emptyJournals()).toEqual([]);
  });

  it.each([
    ['d365_legal_entity', 'export_d365_entity_missing'],
    ['d365_journal_name', 'export_d365_journal_missing'],
  ])('EXP-18 without %s nothing is sent', async (column, code) => {
    const invoice = await waiting();
    await fixture.set({ [column]: null });
    const [run] = await leaving(invoice);
    expect(run?.entries).toMatchObject([{ state: 'failed', problem: { code } }]);
    await fixture.set({ d365_legal_entity: 'demf', d365_journal_name: 'APInvoice' });
  });

  it('a supplier without a vendor account and an unknown dimension are refused', async () => {
    const invoice = await waiting();
    const sql = `update supplier_client set vendor_account = $1 where client_id = ${fixture.client}`;
    await fixture.demo.web.sql(sql, [null]);
    expect((await leaving(invoice))[0]?.entries).toMatchObject([
      { problem: { code: 'export_d365_vendor_missing' } },
    ]);
    await fixture.demo.web.sql(sql, ['US-101']);
    await fixture.demo.web.sql(
      `with made as (insert into financial_dimension (tenant_id, client_id, dimension_type, code, name)
         values ($1, $2, 'project', 'P-1', 'P') returning id)
       update invoice set d365_project_id = (select id from made) where id = $3`,
      [fixture.accountant.context.tenantId, fixture.client, invoice.id],
    );
    expect((await leaving(invoice))[0]?.entries).toMatchObject([
      { problem: { code: 'export_d365_dimension' } },
    ]);
  });

  it('a missing role of the application is reported with the person who can change it', async () => {
    const invoice = await waiting();
    fixture.sandbox.state.hasRole = false;
    const [run] = await leaving(invoice);
    fixture.sandbox.state.hasRole = true;
    expect(run?.entries).toMatchObject([{ state: 'failed', problem: { code: 'export_d365_no_role' } }]);
  });
});

describe('EXP-15 VAL-20 combinations of account, cost center and profit center', () => {
  it('are refused where the company does not allow them, and by Dynamics 365 itself', async () => {
    const [fits, none] = [await waiting(), await waiting()];
    const allow = (account: number) =>
      fixture.demo.web.sql(
        'insert into d365_allowed_combination (tenant_id, client_id, ledger_account_id) values ($1, $2, $3)',
        [fixture.accountant.context.tenantId, fixture.client, account],
      );
    await allow(await fixture.account('600150'));
    expect((await leaving(fits))[0]?.entries).toMatchObject([{ state: 'exported' }]);
    await fixture.demo.web.sql('delete from d365_allowed_combination where client_id = $1', [fixture.client]);
    await allow(await fixture.account('600160'));
    const [refused] = await leaving(none);
    expect(JSON.stringify(refused?.entries[0])).toContain('combination_not_allowed');
    expect(await there(none)).toEqual([]);
    await fixture.demo.web.sql('delete from d365_allowed_combination where client_id = $1', [fixture.client]);
    expect((await leaving(none))[0]?.entries).toMatchObject([{ state: 'exported' }]);
  });
});

describe('EXP-16 TASK-17 an invoice exported to Dynamics 365', () => {
  it('is exported again only after a clearing', async () => {
    const invoice = await waiting();
    await leaving(invoice);
    const [again] = await fixture.exported({ invoice_ids: [invoice.id], include_exported: true });
    expect(again?.entries).toMatchObject([{ state: 'failed', problem: { code: 'export_needs_clearing' } }]);
    expect(await there(invoice)).toHaveLength(1);
    const { accountant } = fixture;
    const { invoice_by_pk: exported } = await accountant.get<{ invoice_by_pk: Invoice }>(
      `query ($id: bigint!) { invoice_by_pk(id: $id) { ${invoiceFields} } }`,
      { id: invoice.id },
    );
    const cleared = await act(accountant, 'send_to_clearing', exported);
    await act(accountant, 'to_export', await act(accountant, 'to_accounting', cleared));
    // The corrected export is reversed with it (INV-30).
    expect((await leaving(invoice))[0]?.entries).toMatchObject([
      { state: 'exported' },
      { state: 'exported' },
    ]);
    expect((await there(invoice)).map(({ amount }) => amount)).toEqual(['119', '-119', '119']);
  });
});

describe('EXP-14 failures on the way', () => {
  it('throttling is obeyed for the requested time', async () => {
    const invoice = await waiting();
    const before = fixture.pauses.length;
    fixture.sandbox.faults.plan({
      fault: { kind: 'status', status: 429, retryAfterSeconds: 7 },
      path: /batch/,
      times: 2,
    });
    expect((await leaving(invoice))[0]?.entries).toMatchObject([{ state: 'exported' }]);
    expect(fixture.pauses.slice(before)).toEqual([7000, 7000]);
    expect(await there(invoice)).toHaveLength(1);
  });

  it('an update conflict is retried, and a lost answer is checked', async () => {
    const invoice = await waiting();
    fixture.sandbox.faults.plan({ fault: { kind: 'answer_lost' }, path: /batch/ });
    fixture.sandbox.state.conflictsAhead = 2;
    expect((await leaving(invoice))[0]?.entries).toMatchObject([{ state: 'exported' }]);
    expect(await there(invoice)).toHaveLength(1);
  });

  it('a journal is found again after its number was lost', async () => {
    const invoice = await waiting();
    fixture.sandbox.faults.plan({ fault: { kind: 'answer_lost' }, method: 'POST', path: /Headers$/ });
    await leaving(invoice);
    expect(await there(invoice)).toHaveLength(1);
    expect(emptyJournals()).toEqual([]);
  });

  it('an expired token is renewed', async () => {
    const invoice = await waiting();
    fixture.spoilToken();
    expect((await leaving(invoice))[0]?.entries).toMatchObject([{ state: 'exported' }]);
  });

  it('an application that is not registered there counts as an inactive connection', async () => {
    const invoice = await waiting();
    fixture.sandbox.state.isAppEntered = false;
    const [run] = await leaving(invoice);
    fixture.sandbox.state.isAppEntered = true;
    expect(run?.entries).toMatchObject([{ problem: { code: 'export_connection_inactive' } }]);
    expect(await there(invoice)).toEqual([]);
  });
});

describe('EXP-05 an invoice that was given up while being sent', () => {
  it('waits for manual confirmation, and the next run deletes its empty journal', async () => {
    const invoice = await waiting();
    fixture.sandbox.faults.plan({ fault: { kind: 'status', status: 503 }, path: /batch/, times: 100 });
    const { body } = await fixture.order({ invoice_ids: [invoice.id] });
    const job = body.job_id ?? 0;
    await fixture.work(job);
    expect(await statusOf(invoice.id)).toEqual({ status: 'export', is_leaving: true });
    await fixture.demo.web.sql('update job set attempts = 99 where id = $1', [job]);
    await fixture.work(job);
    fixture.sandbox.faults.clear();
    expect(emptyJournals()).toHaveLength(1);
    expect(await reasonsOf(fixture, invoice.id)).toMatchObject([{ code: 'export_uncertain' }]);
    await leaving(await waiting());
    expect(emptyJournals()).toEqual([]);
  });
});

/** Queries Dynamics 365 about a run. */
async function look(runId: number): Promise<object> {
  const { json } = await fixture.accountant.send({
    method: 'POST',
    url: `/api/invoice/export/${runId}/look`,
  });
  const { job_id: job } = json<{ job_id: number }>();
  await fixture.work(job);
  const [row] = await fixture.demo.web.sql<{ result: object; error: object }>(
    'select result, error from job where id = $1',
    [job],
  );
  return row?.result ?? row?.error ?? {};
}

describe('EXP-29 the query of Dynamics 365 about a run', () => {
  it('reports invoices that arrived, were changed or were deleted there', async () => {
    const invoices = [await waiting(), await waiting(), await waiting()];
    const [run] = await leaving(...invoices);
    const runId = run?.id ?? 0;
    expect(await look(runId)).toMatchObject({ arrived: 3, changed: 0, missing: 0, unknown: 0 });
    const { VendInvoiceJournalLines: lines } = fixture.sandbox.state.tables;
    const [, changed, deleted] = await Promise.all(invoices.map(({ id }) => numberOf(id)));
    const voucher = lines.find(({ values }) => values.Invoice === changed)?.values.Voucher;
    for (const { values } of lines)
      if (values.Voucher === voucher) Object.assign(values, values.Debit ? { Debit: 100 } : { Credit: 100 });
    const gone = lines.find(({ values }) => values.Invoice === deleted)?.values.Voucher;
    const kept = lines.filter(({ values }) => values.Voucher !== gone);
    lines.splice(0, lines.length, ...kept);
    expect(await look(runId)).toMatchObject({ arrived: 1, changed: 1, missing: 1 });
    const [, entry] = await fixture.demo.web.sql<{ found: string; differences: object[] }>(
      'select found, differences from invoice_export_entry where invoice_export_run_id = $1 order by id',
      [runId],
    );
    expect(entry).toMatchObject({
      found: 'changed',
      differences: [
        { account: 'US-101', ours: '-119', theirs: '-100' },
        { ours: '119', theirs: '100' },
      ],
    });
  });

  it('EXP-08 settles doubts about invoices that exist, and leaves missing ones to people', async () => {
    const [there, absent] = [await waiting(), await waiting()];
    fixture.sandbox.faults.plan({ fault: { kind: 'answer_lost' }, path: /batch/, method: 'POST' });
    fixture.sandbox.faults.plan({
      fault: { kind: 'status', status: 503 },
      path: /Lines/,
      method: 'GET',
      times: 200,
    });
    const { body } = await fixture.order({ invoice_ids: [there.id, absent.id] });
    const job = body.job_id ?? 0;
    await fixture.work(job);
    await fixture.demo.web.sql('update job set attempts = 99 where id = $1', [job]);
    await fixture.work(job);
    fixture.sandbox.faults.clear();
    const runId = body.run_ids?.[0] ?? 0;
    expect((await fixture.runs([runId]))[0]?.entries.map(({ state }) => state)).toEqual([
      'uncertain',
      'uncertain',
    ]);
    expect(await look(runId)).toMatchObject({ arrived: 1, missing: 1, settled: 1 });
    expect(await statusOf(there.id)).toEqual({ status: 'completed', is_leaving: false });
    expect(await statusOf(absent.id)).toEqual({ status: 'export', is_leaving: true });
    expect(fixture.sandbox.state.invoices.filter(({ invoice }) => invoice === '')).toEqual([]);
  });
});

describe('EXP-14 invoices exported as pending vendor invoices', () => {
  it('arrive once, with their lines, the totals of the document and the original', async () => {
    const invoice = await waiting();
    const credit = await waiting({ total_brutto: '-11.90', corrects_invoice_id: invoice.id });
    await fixture.givePage([invoice.id]);
    await fixture.set({ d365_document: 'pending', d365_procurement_category: null });
    expect((await leaving(invoice))[0]?.entries).toMatchObject([
      { problem: { code: 'export_d365_category_missing' } },
    ]);
    await fixture.set({ d365_procurement_category: 'Office' });
    fixture.sandbox.faults.plan({ fault: { kind: 'answer_lost' }, path: /Attachments$/, method: 'POST' });
    const [run] = await leaving(invoice, credit);
    expect(run?.entries.map(({ state }) => state)).toEqual(['exported', 'exported']);
    expect(await there(invoice)).toMatchObject([{ from: 'pending', vendorAccount: 'US-101', amount: '119' }]);
    expect(await there(credit)).toMatchObject([{ amount: '-11.9' }]);
    const { VendorInvoiceLines, VendorInvoiceDocumentAttachments: files } = fixture.sandbox.state.tables;
    expect(VendorInvoiceLines).toHaveLength(2);
    expect(files.map(({ values }) => [values.FileName, values.FileType, values.TypeId])).toEqual([
      ['page', 'pdf', 'File'],
    ]);
    expect(Buffer.from(String(files[0]?.values.FileContents), 'base64').toString()).toBe('%PDF-1.7 page');
  });

  it('EXP-29 are each reported as pending, posted, posted with changes or deleted', async () => {
    await fixture.set({ d365_document: 'pending', d365_procurement_category: 'Office' });
    const invoices = [await waiting(), await waiting(), await waiting(), await waiting()];
    const [run] = await leaving(...invoices);
    const runId = run?.id ?? 0;
    const [, posted, changed, deleted] = await Promise.all(invoices.map(({ id }) => numberOf(id)));
    const { state } = fixture.sandbox;
    state.postPending({ InvoiceNumber: posted ?? '' });
    state.change('VendorInvoiceHeaders', { InvoiceNumber: changed ?? '' }, () => ({ ImportedAmount: 100 }));
    state.postPending({ InvoiceNumber: changed ?? '' });
    const { VendorInvoiceHeaders: headers } = state.tables;
    headers.splice(0, headers.length, ...headers.filter(({ values }) => values.InvoiceNumber !== deleted));
    expect(await look(runId)).toMatchObject({ arrived: 2, changed: 1, missing: 1, unknown: 0 });
    const found = await fixture.demo.web.sql<{ found: string; differences: object[] }>(
      'select found, differences from invoice_export_entry where invoice_export_run_id = $1 order by id',
      [runId],
    );
    expect(found.map((entry) => entry.found)).toEqual(['arrived', 'arrived', 'changed', 'missing']);
    expect(found[2]?.differences).toMatchObject([{ ours: '119', theirs: '100' }]);
  });

  it('are removed where their lines are refused', async () => {
    const wrong = await waiting({ ledger_account_id: await fixture.account('999999') });
    const [run] = await leaving(wrong);
    expect(run?.entries).toMatchObject([{ state: 'failed', problem: { code: 'export_d365_validation' } }]);
    expect(await there(wrong)).toEqual([]);
  });
});
