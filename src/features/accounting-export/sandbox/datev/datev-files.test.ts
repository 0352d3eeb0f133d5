import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  callerOf,
  type DatevCall,
  fileForm,
  signInAtDatev,
} from '../../../../../tests/support/datev-caller.ts';
import { type DatevSandbox, startDatevSandbox } from './server.ts';

const guid = '0b8f7d3e-59d1-4c53-8f0a-7d3b6a1c2e4f';

describe('EXP-08 images and finished bookings', () => {
  let sandbox: DatevSandbox;
  let call: DatevCall;
  beforeAll(async () => {
    sandbox = await startDatevSandbox();
    call = callerOf(sandbox, (await signInAtDatev(sandbox)).token.access_token);
  });
  afterAll(() => sandbox.close());

  const documents = (client = '455148-1') => `${sandbox.settings.documentsUrl}/clients/${client}/documents`;
  const document = (metadata: object) => {
    const { body } = fileForm('invoice.pdf', '%PDF', 'file');
    body.set('metadata', JSON.stringify(metadata));
    return { body };
  };

  test('EXP-08 a document with its own GUID is accepted once', async () => {
    const types = await call('GET', documents().replace(/documents$/, 'document-types'));
    expect(types.body).toContainEqual({ name: 'Rechnungseingang', category: 'invoices_received' });
    const init = document({ document_type: 'Rechnungseingang' });
    expect((await call('PUT', `${documents()}/${guid}`, init)).status).toBe(201);
    expect(await call('PUT', `${documents()}/${guid.toUpperCase()}`, init)).toMatchObject({
      status: 409,
      body: { error: '#DCO01012' },
    });
    expect((await call('PUT', `${documents('455148-2')}/${guid}`, init)).status).toBe(201);
    expect((await call('POST', documents(), document({ document_type: 'Unsinn' }))).status).toBe(400);
    expect((await call('POST', documents(), document({ document_type: '' }))).status).toBe(201);
    expect(await call('POST', documents(), fileForm('a.zip', 'PK', 'file'))).toMatchObject({
      body: { error: '#DCO01015' },
    });
    expect(sandbox.state.documents.map(({ documentType }) => documentType)).toEqual([
      'Rechnungseingang',
      'Rechnungseingang',
      null,
    ]);
  });

  const extf = (path: string) => `${sandbox.settings.extfFilesUrl}/clients/455148-1/extf-files/${path}`;
  const file = (
    content: string | Uint8Array<ArrayBuffer>,
    filename = 'EXTF_Buchungsstapel.csv',
  ): RequestInit => ({
    headers: { 'content-type': 'application/octet-stream', filename },
    body: content,
  });
  const head = '"EXTF";700;21;"Buchungsstapel"\r\nUmsatz\r\n';

  test('EXP-08 a booking file is processed later, and its number of bookings is shown', async () => {
    const taken = await call('POST', extf('import'), file(`${head}1,00\r\n2,00\r\n`));
    expect(taken.status).toBe(202);
    expect(taken.headers.get('retry-after')).toBe('1');
    const job = new URL(taken.headers.get('location') ?? '', sandbox.url).href;
    expect((await call('GET', job)).body).toMatchObject({ result: 'pending' });
    expect((await call('GET', job)).body).toMatchObject({ result: 'pending' });
    expect((await call('GET', job)).body).toMatchObject({
      result: 'succeeded',
      number_of_accounting_records: 2,
    });
    expect((await call('GET', extf('jobs?skip=0&top=10'))).body).toHaveLength(1);
  });

  test('EXP-08 bytes without a mark are read as windows-1252', async () => {
    const marked = (mark: number[]) => new Uint8Array([...mark, ...new TextEncoder().encode(`${head}Größe`)]);
    await call('POST', extf('import'), file(marked([])));
    await call('POST', extf('import'), file(marked([0xef, 0xbb, 0xbf])));
    const texts = [...sandbox.state.extfJobs.values()].slice(-2).map(({ text }) => text.split('\r\n')[2]);
    expect(texts).toEqual(['GrÃ¶ÃŸe', 'Größe']);
  });

  test.each([
    ['another name', file(head, 'Buchungen.csv'), 1008832],
    ['no content', file(''), 1008831],
    ['another first line', file('"DTVF";700;21\r\n'), 1008834],
  ])('EXP-08 a file with %s is refused', async (_, init, code) => {
    const { status, body } = await call('POST', extf('import'), init);
    expect(status).toBe(400);
    expect(body).toMatchObject({ type: `http://www.datev.de/hilfe/${code}` });
  });
});
