import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DataCall,
  dynamicsCaller,
  ledgerLine,
  newJournal,
  tokenAtMicrosoft,
  vendorLine,
} from '../../../../../tests/support/dynamics-caller.ts';
import { type DynamicsSandbox, startDynamicsSandbox } from './server.ts';

describe('EXP-14 invoice journals of Dynamics 365', () => {
  let sandbox: DynamicsSandbox;
  let call: DataCall;
  beforeAll(async () => {
    sandbox = await startDynamicsSandbox();
    call = await dynamicsCaller(sandbox);
  });
  afterAll(() => sandbox.close());

  const addLine = (journal: string, values: object) =>
    call('POST', 'VendInvoiceJournalLines', { dataAreaId: 'demf', JournalBatchNumber: journal, ...values });
  const header = (journal: string) =>
    `VendInvoiceJournalHeaders(dataAreaId='demf',JournalBatchNumber='${journal}')`;

  test('EXP-14 a vendor line and its offset line form one transaction and a balanced voucher', async () => {
    const journal = await newJournal(call);
    const first = await addLine(journal, { LineNumber: 1, ...vendorLine });
    expect(first).toMatchObject({
      status: 201,
      body: { InvoiceDate: '2026-05-02T12:00:00Z', DueDate: '1900-01-01T12:00:00Z', ExchRate: 100 },
    });
    const unbalanced = () =>
      sandbox.state.vouchers.filter(
        (voucher) => voucher.journalBatchNumber === journal && !voucher.isBalanced,
      );
    expect(unbalanced()).toHaveLength(1);
    const second = await addLine(journal, { LineNumber: 2, ...ledgerLine });
    expect(second.body.Voucher).toBe(first.body.Voucher);
    expect(unbalanced()).toEqual([]);
    expect((await addLine(journal, { LineNumber: 3, ...vendorLine, Invoice: 'R-2' })).body.Voucher).not.toBe(
      first.body.Voucher,
    );
    expect(sandbox.state.invoices.filter(({ reference }) => reference === journal)).toEqual([
      {
        dataAreaId: 'demf',
        vendorAccount: 'US-101',
        invoice: 'R-1',
        amount: '119',
        from: 'journal',
        reference: journal,
      },
      expect.objectContaining({ invoice: 'R-2' }),
    ]);
    expect((await call('GET', `${header(journal)}?cross-company=true`)).body).toMatchObject({
      JournalTotalDebit: 119,
      JournalTotalCredit: 238,
    });
  });

  test('EXP-14 a repeated line already exists in its journal, and is a duplicate in another one', async () => {
    const journal = await newJournal(call);
    const line = { LineNumber: 1, ...vendorLine, Invoice: 'TWICE' };
    await addLine(journal, line);
    const again = await addLine(journal, line);
    expect(again.status).toBe(500);
    expect(again.body).toMatchObject({ error: { message: 'An error has occurred.' } });
    expect(again.reason).toContain('The record already exists');
    expect(sandbox.state.doubles).toEqual([]);
    await addLine(await newJournal(call), line);
    expect(sandbox.state.doubles.map(([first]) => first?.invoice)).toEqual(['TWICE']);
  });

  test.each([
    ['an unescaped dash', { AccountDisplayValue: 'US-101' }, 400, /'US-101'.*not found.*Vendors/],
    ['an unknown vendor', { AccountDisplayValue: '99999' }, 400, /not found.*Vendors/],
    ['a closed period', { Date: '2020-06-30' }, 500, /period.*closed/],
    ['no posting day', { Date: null }, 400, /Date must be filled in/],
    ['an amount on both sides', { Debit: 1 }, 400, /one side/],
    ['a third decimal', { Credit: 1.005 }, 400, /one side/],
    ['a separate voucher', { Voucher: 'X' }, 400, /Voucher.*does not allow editing/],
    ['a field that does not exist', { Amount: 1 }, 400, /'Amount' does not exist/],
    ['a number as text', { Credit: '119' }, 400, /Cannot convert/],
    ['a long invoice number', { Invoice: 'x'.repeat(21) }, 400, /longer than 20/],
    ['a missing journal', { JournalBatchNumber: '99999' }, 400, /Ledger journals/],
  ])('EXP-14 %s is refused', async (_, values, status, reason) => {
    const answer = await addLine(await newJournal(call), { ...vendorLine, ...values });
    expect(answer.status).toBe(status);
    expect(answer.reason).toMatch(reason);
  });

  test.each([
    ['an extra segment', '600150-----', /must have 4 segments/],
    ['an unknown main account', '999999---', /Main accounts/],
    ['a forbidden combination', '600160--007-', /combination/],
  ])('EXP-15 %s is refused', async (_, AccountDisplayValue, reason) => {
    const answer = await addLine(await newJournal(call), { ...ledgerLine, AccountDisplayValue });
    expect(answer.reason).toMatch(reason);
  });

  test('EXP-14 an unknown journal name and an unknown company are refused', async () => {
    const create = (values: object) => call('POST', 'VendInvoiceJournalHeaders', values);
    expect((await create({ dataAreaId: 'demf', JournalName: 'Nope' })).reason).toContain('Journal names');
    expect((await create({ dataAreaId: 'xx', JournalName: 'APInvoice' })).reason).toContain('Legal entities');
  });

  test('EXP-14 a journal is found and deleted across companies only with cross-company', async () => {
    const journal = await newJournal(call);
    await addLine(journal, { ...vendorLine, Invoice: "O'Hara" });
    const found = async (query: string) =>
      (
        await call(
          'GET',
          `VendInvoiceJournalLines?${new URLSearchParams({ $filter: query })}&cross-company=true`,
        )
      ).body.value;
    expect(await found(`dataAreaId eq 'DEMF' and Invoice eq 'O''Hara'`)).toMatchObject([{ LineNumber: 1 }]);
    expect(
      await found(
        `AccountType eq Microsoft.Dynamics.DataEntities.LedgerJournalACType'Vend' and (JournalBatchNumber eq '${journal}' or Invoice eq 'none')`,
      ),
    ).toHaveLength(1);
    expect((await call('GET', `VendInvoiceJournalLines?$filter=Invoice in ('a')`)).reason).toContain("'in'");
    expect((await call('GET', 'VendInvoiceJournalLines?$filter=Unknown eq 1')).reason).toContain("'Unknown'");
    expect((await call('GET', 'VendInvoiceJournalLines')).body.value).toEqual([]);
    expect((await call('DELETE', header(journal))).status).toBe(404);
    expect((await call('DELETE', `${header(journal)}?cross-company=true`)).status).toBe(204);
    expect(sandbox.state.invoices.filter(({ invoice }) => invoice === "O'Hara")).toEqual([]);
  });

  test('EXP-14 a posted journal cannot be changed', async () => {
    const journal = await newJournal(call);
    sandbox.state.post('demf', journal);
    expect((await addLine(journal, vendorLine)).reason).toContain('is posted');
    expect((await call('DELETE', `${header(journal)}?cross-company=true`)).reason).toContain('is posted');
  });

  test('EXP-14 a change needs the current version of the record', async () => {
    const journal = await newJournal(call);
    const address = `${header(journal)}?cross-company=true`;
    const seen = String((await call('GET', address)).body['@odata.etag']);
    const change = { Description: 'May' };
    expect(await call('PATCH', address, change, { 'if-match': seen })).toMatchObject({
      status: 204,
      text: '',
    });
    expect((await call('PATCH', address, change, { 'if-match': seen })).status).toBe(412);
    sandbox.state.conflictsAhead = 1;
    expect((await call('PATCH', address, change)).reason).toContain('RecVersion');
    expect((await call('PATCH', address, change)).status).toBe(204);
  });

  test('EXP-14 lists are paged', async () => {
    const own = await startDynamicsSandbox({ setup: { pageSize: 2, defaultCompany: 'demf' } });
    const callOwn = await dynamicsCaller(own);
    for (let count = 0; count < 3; count += 1) await newJournal(callOwn);
    const page = await callOwn('GET', 'VendInvoiceJournalHeaders?$select=JournalBatchNumber');
    expect(page.body.value).toHaveLength(2);
    const next = String(page.body['@odata.nextLink']).split('/data/')[1] ?? '';
    const last = await callOwn('GET', next);
    expect(last.body.value).toHaveLength(1);
    expect(last.body).not.toHaveProperty('@odata.nextLink');
    await own.close();
  });

  test('EXP-14 a token is valid for one organisation, and not sufficient alone', async () => {
    expect(await tokenAtMicrosoft(sandbox, { scope: 'openid' })).toMatchObject({
      status: 400,
      token: { error: 'invalid_scope' },
    });
    expect(await tokenAtMicrosoft(sandbox, { client_secret: 'wrong' })).toMatchObject({ status: 401 });
    sandbox.state.isAppEntered = false;
    expect((await call('GET', 'VendInvoiceJournalHeaders')).status).toBe(401);
    sandbox.state.isAppEntered = true;
    sandbox.state.hasRole = false;
    expect((await call('GET', 'VendInvoiceJournalHeaders')).status).toBe(403);
    sandbox.state.hasRole = true;
    sandbox.faults.plan({ fault: { kind: 'status', status: 429, retryAfterSeconds: 3 } });
    const throttled = await call('GET', 'VendInvoiceJournalHeaders');
    expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '3']);
  });
});
