import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DataCall,
  dynamicsCaller,
  newJournal,
  tokenAtMicrosoft,
  vendorLine,
} from '../../../../../tests/support/dynamics-caller.ts';
import { displayValue, segmentsOf } from './display-value.ts';
import { type DynamicsSandbox, openSetup, startDynamicsSandbox } from './server.ts';

describe('EXP-14 the other interfaces of Dynamics 365', () => {
  let sandbox: DynamicsSandbox;
  let call: DataCall;
  beforeAll(async () => {
    sandbox = await startDynamicsSandbox();
    call = await dynamicsCaller(sandbox);
  });
  afterAll(() => sandbox.close());

  test('EXP-14 a pending invoice has a header, lines and the original', async () => {
    const dataAreaId = 'demf';
    const head = await call('POST', 'VendorInvoiceHeaders', {
      dataAreaId,
      InvoiceNumber: 'P-1',
      InvoiceAccount: 'US-101',
      Currency: 'EUR',
      ImportedAmount: 119,
      ImportedSalesTax: 19,
    });
    expect(head).toMatchObject({ status: 201, body: { InvoiceDate: '1900-01-01T12:00:00Z' } });
    const { HeaderReference } = head.body;
    const line = { dataAreaId, HeaderReference, InvoiceLineNumber: 1, NetAmount: 100 };
    const coded = { ProcurementCategoryName: 'Office', MainAccountDisplayValue: '600150' };
    expect((await call('POST', 'VendorInvoiceLines', line)).reason).toContain('ProcurementCategoryName');
    const wrong = { ...line, ...coded, MainAccountDisplayValue: '999999', DimensionDisplayValue: '--' };
    expect((await call('POST', 'VendorInvoiceLines', wrong)).reason).toContain('Main accounts');
    expect((await call('POST', 'VendorInvoiceLines', { ...line, ...coded })).status).toBe(201);
    const file = { dataAreaId, HeaderReference, TypeId: 'File', FileName: 'P-1', FileType: 'pdf' };
    const attach = (FileContents: string) =>
      call('POST', 'VendorInvoiceDocumentAttachments', { ...file, FileContents });
    expect((await attach('no base64')).reason).toContain('base64');
    expect((await attach(Buffer.from('%PDF').toString('base64'))).status).toBe(201);
    expect(sandbox.state.invoices).toMatchObject([{ from: 'pending', invoice: 'P-1', amount: '119' }]);
    const key = `VendorInvoiceHeaders(dataAreaId='demf',HeaderReference='${HeaderReference}')`;
    expect((await call('DELETE', `${key}?cross-company=true`)).status).toBe(204);
    expect(Object.values(sandbox.state.tables).flat()).toEqual([]);
  });

  test('EXP-14 a pending invoice needs number, vendor and currency', async () => {
    const create = (values: object) =>
      call('POST', 'VendorInvoiceHeaders', { dataAreaId: 'demf', ...values });
    expect((await create({ InvoiceAccount: 'US-101', Currency: 'EUR' })).reason).toContain('InvoiceNumber');
    const unknown = { InvoiceNumber: 'P-2', InvoiceAccount: 'US\\-101', Currency: 'EUR' };
    expect((await create(unknown)).reason).toContain('Vendors');
  });

  test('EXP-14 the product orders and escapes segments', async () => {
    const ask = (action: string, values: Record<string, string>) =>
      call('POST', action, { _attributeNames: Object.keys(values), _attributeValues: Object.values(values) });
    const set = 'DimensionSets/Microsoft.Dynamics.DataEntities.getSetDisplayValue';
    const combination = 'DimensionCombinations/Microsoft.Dynamics.DataEntities.getCombinationDisplayValue';
    const values = { ProfitCenter: 'P', CostCenter: 'C-1', Unknown: 'X' };
    expect((await ask(set, values)).body.value).toBe('-C\\-1-P');
    const ledger = await ask(combination, { ...values, MainAccount: '600150' });
    expect(ledger.body.value).toBe('600150--C\\-1-P');
    expect((await call('POST', set, { _attributeNames: ['CostCenter'] })).status).toBe(400);
  });

  test.each([[['US-101']], [['', 'a\\b', '']], [['1', '2-3', '--']]])(
    '%j reads back as written',
    (segments) => {
      expect(segmentsOf(displayValue(segments, '-'), '-')).toEqual(segments);
    },
  );

  const batchOf = (parts: readonly string[], isChangeset: boolean) => {
    const inner = parts.map(
      (part, index) =>
        `--inner\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\nContent-ID: ${index + 1}\r\n\r\n${part}\r\n`,
    );
    const body = isChangeset
      ? `--outer\r\nContent-Type: multipart/mixed; boundary=inner\r\n\r\n${inner.join('')}--inner--\r\n--outer--\r\n`
      : `${inner.join('').replaceAll('--inner', '--outer')}--outer--\r\n`;
    return call('POST', '$batch', body, { 'content-type': 'multipart/mixed; boundary=outer' });
  };
  const lineRequest = (values: object) =>
    `POST VendInvoiceJournalLines HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(values)}`;

  test('EXP-14 a changeset is executed completely or not at all, with status 200 either way', async () => {
    const JournalBatchNumber = await newJournal(call);
    const line = { dataAreaId: 'demf', JournalBatchNumber, ...vendorLine };
    const failed = await batchOf(
      [lineRequest({ ...line, LineNumber: 1 }), lineRequest({ ...line, LineNumber: 1 })],
      true,
    );
    expect(failed.status).toBe(200);
    expect(failed.text.match(/HTTP\/1\.1 \d+ [\w ]+/g)).toEqual(['HTTP/1.1 500 Internal Server Error']);
    expect(failed.text).toContain('Content-ID: 2');
    expect(sandbox.state.invoices).toEqual([]);
    const done = await batchOf(
      [lineRequest({ ...line, LineNumber: 1 }), lineRequest({ ...line, LineNumber: 2, Invoice: 'R-2' })],
      true,
    );
    expect(done.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 201']);
    expect(sandbox.state.invoices).toHaveLength(2);
  });

  test('EXP-14 outside of a changeset each request counts until the first error', async () => {
    const JournalBatchNumber = await newJournal(call);
    const line = { dataAreaId: 'demf', JournalBatchNumber, ...vendorLine, Invoice: 'B' };
    const wrong = lineRequest({ ...line, AccountDisplayValue: 'US-101' });
    const answer = await batchOf([lineRequest(line), wrong, lineRequest(line)], false);
    expect(answer.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 400']);
    expect(sandbox.state.invoices.filter(({ invoice }) => invoice === 'B')).toHaveLength(1);
    expect((await call('POST', '$batch', 'nothing', { 'content-type': 'multipart/mixed' })).status).toBe(400);
  });

  test('EXP-14 a person signs in with Microsoft and stays signed in by refresh tokens', async () => {
    const { settings } = sandbox;
    const redirect_uri = 'http://localhost:8080/callback';
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: settings.clientId,
      redirect_uri,
      scope: 'https://kontor.operations.dynamics.com/.default offline_access',
      state: 's',
    });
    const page = await (await fetch(`${settings.authorizeUrl}?${query}`)).text();
    const code = /id="agree" href="[^"]*code=([\w-]+)/.exec(page)?.[1] ?? '';
    const { token } = await tokenAtMicrosoft(sandbox, {
      grant_type: 'authorization_code',
      code,
      redirect_uri,
    });
    const refresh = { grant_type: 'refresh_token', refresh_token: token.refresh_token ?? '' };
    // Microsoft keeps an older refresh token valid.
    expect((await tokenAtMicrosoft(sandbox, refresh)).status).toBe(200);
    expect((await tokenAtMicrosoft(sandbox, refresh)).status).toBe(200);
  });

  test('EXP-14 the demo sandbox accepts any master data, but no unescaped dash', async () => {
    const own = await startDynamicsSandbox({ setup: openSetup });
    const callOwn = await dynamicsCaller(own);
    const JournalBatchNumber = await newJournal(callOwn);
    const add = (AccountDisplayValue: string) =>
      callOwn('POST', 'VendInvoiceJournalLines', {
        dataAreaId: 'demf',
        JournalBatchNumber,
        ...vendorLine,
        AccountDisplayValue,
      });
    expect((await add('anybody')).status).toBe(201);
    expect((await add('any-body')).status).toBe(400);
    await own.close();
  });

  test('EXP-14 a line remains after a lost answer, and reading it back shows it', async () => {
    const JournalBatchNumber = await newJournal(call);
    sandbox.faults.plan({ fault: { kind: 'answer_lost' }, path: /Lines$/ });
    const line = { dataAreaId: 'demf', JournalBatchNumber, LineNumber: 1, ...vendorLine, Invoice: 'L' };
    await expect(call('POST', 'VendInvoiceJournalLines', line)).rejects.toThrow('fetch failed');
    const key = `VendInvoiceJournalLines(dataAreaId='demf',JournalBatchNumber='${JournalBatchNumber}',LineNumber=1)`;
    expect((await call('GET', `${key}?cross-company=true`)).body).toMatchObject({ Invoice: 'L' });
    expect(sandbox.maxAtOnce()).toBe(1);
  });
});
