import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  callerOf,
  type DatevCall,
  fileForm,
  type LedgerInvoice,
  ledgerFiles,
  monthOfNow,
  readyForWork,
  sendJob,
  signInAtDatev,
} from '../../../../../tests/support/datev-caller.ts';
import { type DatevSandbox, startDatevSandbox } from './server.ts';
import type { ProtocolEntry } from './state.ts';

const invoice: LedgerInvoice = { guid: 'guid-1', number: 'R1', amount: '119.00' };
const asJson = { 'content-type': 'application/json' };

describe('EXP-08 transfers of documents and booking proposals', () => {
  let sandbox: DatevSandbox;
  let call: DatevCall;
  beforeAll(async () => {
    sandbox = await startDatevSandbox();
    call = callerOf(sandbox, (await signInAtDatev(sandbox)).token.access_token);
  });
  afterAll(() => sandbox.close());

  const jobsOf = (client: string) => `${sandbox.settings.dxsoJobsUrl}/clients/${client}/dxso-jobs`;
  const create = (client: string, body: object) =>
    call('POST', jobsOf(client), { headers: asJson, body: JSON.stringify(body) });
  const payables = (month = monthOfNow()) => ({
    import_type: 'accountsPayableLedgerImport',
    accounting_month: month,
  });
  const newJob = async (client = '455148-1') =>
    `${jobsOf(client)}/${((await create(client, payables())).body as { id: string }).id}`;
  const lookUntilDone = async (job: string) => {
    const seen: number[] = [];
    for (let looks = 0; looks < 4; looks += 1)
      seen.push(((await call('GET', job)).body as { status: number }).status);
    return seen;
  };
  const protocolOf = async (job: string) =>
    (await call('GET', `${job}/protocol-entries`)).body as ProtocolEntry[];
  const bookingsOf = (client: string) => sandbox.state.bookings.filter(({ clientId }) => clientId === client);

  test('EXP-11 fiscal years and ledgers are answered, flags also as text', async () => {
    const basics = (client: string) => call('GET', `${sandbox.settings.dxsoJobsUrl}/clients/${client}`);
    const year = (await basics('455148-1')).body as { basic_accounting_information: object[] };
    expect(year).toMatchObject({ id: '455148-1', is_document_management_available: true });
    expect(year.basic_accounting_information).toHaveLength(3);
    expect(year.basic_accounting_information[2]).toMatchObject({
      fiscal_year_start: `${monthOfNow().slice(0, 4)}-01-01`,
      account_length: 4,
      ledgers: { is_accounts_payable_ledger_available: true },
    });
    const asText = (await basics('455148-2')).body;
    expect(asText).toMatchObject({ is_document_management_available: 'true' });
    expect((await basics('455148-9')).body).toMatchObject({
      basic_accounting_information: [
        { ledgers: { is_accounts_payable_ledger_available: false } },
        { ledgers: { is_accounts_payable_ledger_available: false } },
        { ledgers: { is_accounts_payable_ledger_available: false } },
      ],
    });
    expect((await basics('455148-999')).status).toBe(404);
  });

  test('EXP-08 a job with its files becomes one booking and one document', async () => {
    const created = await create('455148-1', payables());
    expect(created).toMatchObject({
      status: 201,
      body: { account_length: 4, ledger_folder_names: ['Eingangsrechnungen'] },
    });
    const job = `${jobsOf('455148-1')}/${(created.body as { id: string }).id}`;
    for (const [name, content] of ledgerFiles([invoice], monthOfNow()))
      expect((await call('POST', `${job}/files`, fileForm(name, content))).status).toBe(201);
    expect((await call('GET', job)).body).toMatchObject({ status: 0 });
    expect((await call('PUT', job, readyForWork)).status).toBe(204);
    expect(await protocolOf(job)).toHaveLength(3);
    expect(await lookUntilDone(job)).toEqual([1, 1, 2, 2]);
    expect((await protocolOf(job)).map(({ type }) => type)).toEqual(Array(4).fill('information'));
    expect(bookingsOf('455148-1')).toMatchObject([
      { guid: 'guid-1', invoiceNumber: 'R1', amount: '119.00', currency: 'EUR', month: monthOfNow() },
    ]);
    expect(sandbox.state.documents).toMatchObject([{ guid: 'guid-1', files: [{ name: 'image-R1.pdf' }] }]);
    expect(sandbox.state.doubles).toEqual([]);
  });

  test('EXP-08 a finalised job accepts nothing more, and an open one can be cancelled', async () => {
    const done = await sendJob(sandbox, call, '455148-2', [invoice]);
    const finalised = { status: 400, body: { error: '#DCO01007' } };
    expect(await call('POST', `${done}/files`, fileForm('late.pdf', '%PDF'))).toMatchObject(finalised);
    expect(await call('PUT', done, readyForWork)).toMatchObject(finalised);
    expect(await call('DELETE', done)).toMatchObject(finalised);
    const open = await newJob();
    expect((await call('DELETE', open)).status).toBe(204);
    expect((await call('GET', open)).status).toBe(404);
    expect(await call('POST', `${open}/files`, fileForm('a.pdf', '%PDF'))).toMatchObject({
      body: { error: '#DCO01003' },
    });
  });

  test('EXP-08 an invoice that is sent twice is a duplicate', async () => {
    const first = await sendJob(sandbox, call, '455148-19', [{ ...invoice, number: 'D1' }]);
    await sendJob(sandbox, call, '455148-19', [{ ...invoice, number: 'D1' }]);
    expect(sandbox.state.doubles.map((group) => group.map(({ invoiceNumber }) => invoiceNumber))).toEqual([
      ['D1', 'D1'],
    ]);
    expect(await call('GET', first)).toMatchObject({ status: 200, body: { status: 1 } });
    // A reversal has the opposite sign and its own GUID.
    await sendJob(sandbox, call, '455148-1', [{ guid: 'guid-2', number: 'R1', amount: '-119.00' }]);
    expect(sandbox.state.doubles).toHaveLength(1);
  });

  test.each<readonly [string, LedgerInvoice, RegExp]>([
    ['a wrong sum of parts', { ...invoice, parts: ['100.00', '19.01'] }, /Summe/],
    ['another month', { ...invoice, month: '2001-01' }, /Buchungszeitraum/],
    ['an unknown folder', { ...invoice, folder: 'Sonstige' }, /Ordner/],
    ['a name with characters that DATEV replaces', { ...invoice, number: 'R/1' }, /nicht empfangen/],
  ])('EXP-08 %s is an error in the protocol', async (_, wrong, text) => {
    const before = bookingsOf('455148-2').length;
    const job = await sendJob(sandbox, call, '455148-2', [{ ...wrong, guid: `guid-${text}` }]);
    expect((await lookUntilDone(job)).at(-1)).toBe(3);
    const errors = (await protocolOf(job)).filter(({ type }) => type === 'error');
    expect(errors.map((entry) => entry.text)).toEqual([expect.stringMatching(text)]);
    expect(bookingsOf('455148-2')).toHaveLength(before);
  });

  test('EXP-08 one wrong invoice among valid ones makes the job partly processed', async () => {
    const right = { guid: 'guid-p1', number: 'P1', amount: '10.00' };
    const twice = { guid: 'guid-p1', number: 'P2', amount: '20.00' };
    const job = await sendJob(sandbox, call, '455148-2', [right, twice]);
    expect((await lookUntilDone(job)).at(-1)).toBe(4);
    expect(bookingsOf('455148-2').filter(({ guid }) => guid === 'guid-p1')).toHaveLength(1);
  });

  test.each([
    ['a body without multipart', { headers: asJson, body: '{}' }, '#DCO01004'],
    ['another part', fileForm('a.pdf', '%PDF', 'file'), '#DCO01004'],
    ['an empty file', fileForm('a.pdf', ''), '#DCO01004'],
    ['an archive', fileForm('a.zip', 'PK'), '#DCO01015'],
    ['content that differs from the file extension', fileForm('a.pdf', '<xml/>'), '#DCO01219'],
  ])('EXP-08 %s is not accepted as a file', async (_, init, error) => {
    expect(await call('POST', `${await newJob()}/files`, init)).toMatchObject({
      status: 400,
      body: { error },
    });
  });

  test('EXP-08 a file name is accepted once per job', async () => {
    const job = await newJob();
    expect((await call('POST', `${job}/files`, fileForm('a.pdf', '%PDF'))).status).toBe(201);
    expect(await call('POST', `${job}/files`, fileForm('a.pdf', '%PDF'))).toMatchObject({
      body: { error: '#DCO01001' },
    });
  });

  test('EXP-08 the ready state in a patch is a text', async () => {
    const job = await newJob();
    const { headers } = readyForWork;
    for (const init of [
      { ...readyForWork, headers: asJson },
      { headers, body: '{"ready":true}' },
    ])
      expect(await call('PUT', job, init)).toMatchObject({ status: 400, body: { error: '#DCO01008' } });
  });

  test('EXP-08 month and kind of data must be given together', async () => {
    expect(await create('455148-1', { accounting_month: monthOfNow() })).toMatchObject({
      body: { error: '#DCO01017' },
    });
    expect((await create('455148-1', {})).status).toBe(201);
    const next = `${Number(monthOfNow().slice(0, 4)) + 1}-01`;
    expect((await create('455148-1', payables(next))).status).toBe(201);
    const afterNext = `${Number(monthOfNow().slice(0, 4)) + 5}-01`;
    expect((await create('455148-1', payables(afterNext))).status).toBe(400);
  });

  test.each([
    ['connection inactive', '455148-3', 401, undefined],
    ['no access data', '455148-4', 400, '#DCO01002'],
    ['no permission for the company', '455148-5', 403, undefined],
    ['scope missing', '455148-6', 403, '#DCO01005'],
    ['application not permitted', '455148-7', 403, '#DCO01013'],
    ['fiscal year missing', '455148-8', 400, '#DCO01002'],
    ['payables ledger missing', '455148-9', 400, '#DCO01002'],
    ['too many requests', '455148-15', 429, undefined],
    ['internal error', '455148-16', 500, undefined],
    ['maintenance', '455148-17', 503, undefined],
  ])('EXP-18 %s', async (_, client, status, error) => {
    const answer = await create(client, payables());
    expect(answer.status).toBe(status);
    expect((answer.body as { error?: string } | null)?.error).toBe(error);
    expect(answer.headers.get('retry-after')).toBe(status === 429 ? '1' : null);
    if (status === 503) expect(answer.body).toBeNull();
  });

  test.each([
    ['an error in the protocol', '455148-10', 2, 'error', 1],
    ['a warning in the protocol', '455148-11', 2, 'warning', 1],
    ['a failed job', '455148-12', 3, 'error', 0],
    ['a partly processed job', '455148-13', 4, 'error', 1],
    ['a job that never ends', '455148-14', 1, undefined, 1],
  ])('EXP-09 %s', async (_, client, status, type, bookings) => {
    const job = await sendJob(sandbox, call, client, [invoice]);
    expect((await lookUntilDone(job)).at(-1)).toBe(status);
    const remarkable = (await protocolOf(job)).filter((entry) => entry.type !== 'information');
    expect(remarkable.map((entry) => entry.type)).toEqual(type ? [type] : []);
    expect(bookingsOf(client)).toHaveLength(bookings);
  });

  test('EXP-18 slow answers arrive, and the behaviour of a company can be changed', async () => {
    expect((await create('455148-18', payables())).status).toBe(201);
    sandbox.state.change('455148-18', { trouble: 'maintenance' });
    expect((await create('455148-18', payables())).status).toBe(503);
  });
});
