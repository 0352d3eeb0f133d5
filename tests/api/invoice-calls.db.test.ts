import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { type DemoWeb, demoWeb, formOf, type WebCaller } from '../support/demo-web.ts';
import { pdf, recognise, uploadOne } from '../support/intake.ts';
import { emptyReading } from '../support/readings.ts';

let demo: DemoWeb;
let accountant: WebCaller;
let stranger: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  await prepareQueue(demo.web.ownerUrl);
  [accountant, stranger] = await Promise.all([
    demo.person('accountant@demo.test'),
    demo.person('requester@demo.test'),
  ]);
});
afterAll(() => demo.close());

const post = (who: WebCaller, url: string, payload: object = {}) =>
  who.send({ method: 'POST', url, payload });
const get = (who: WebCaller, url: string) => who.send({ method: 'GET', url });
const remove = (who: WebCaller, id: string) => who.send({ method: 'DELETE', url: `/api/file/${id}` });

const attach = (who: WebCaller, invoice: number, name: string, bytes: Buffer) =>
  who.send({
    ...formOf({ kind: 'invoice', document: String(invoice) }, [{ name, bytes }]),
    url: '/api/file',
  });

interface Files {
  readonly file: { readonly id: string };
  readonly document_files: readonly { readonly file_id: string; readonly name: string }[];
}

async function filesOf(id: number): Promise<Files> {
  const { invoice_by_pk } = await accountant.get<{ invoice_by_pk: Files }>(
    'query ($id: bigint!) { invoice_by_pk(id: $id) { file { id } document_files { file_id name } } }',
    { id },
  );
  return invoice_by_pk;
}

describe('API-29 files of an invoice', () => {
  test('an added file is returned byte for byte and can be removed; the original cannot', async () => {
    const invoice = await uploadOne(accountant, 'Original.pdf');
    const bytes = pdf(`Lieferschein ${randomUUID()}`);
    const added = await attach(accountant, invoice, 'Lieferschein.pdf', bytes);
    expect(added.status, added.body.toString()).toBe(200);
    const { id, ...others } = added.json<{ id: string }>();
    expect(others).toEqual({});
    expect((await get(accountant, `/api/file/${id}`)).body.equals(bytes)).toBe(true);
    const { file, document_files: files } = await filesOf(invoice);
    expect(files).toEqual([{ file_id: id, name: 'Lieferschein.pdf' }]);

    const kept = await remove(accountant, file.id);
    expect([kept.status, kept.json().code]).toEqual([403, 'permission_denied']);
    expect((await get(accountant, `/api/file/${file.id}`)).status).toBe(200);
    expect((await remove(accountant, id)).json()).toEqual({ success: true });
    expect((await filesOf(invoice)).document_files).toEqual([]);
  });

  test('AUTH-19 a ticket is the address of the original, for people who see it', async () => {
    const bytes = pdf(`Karte ${randomUUID()}`);
    const invoice = await uploadOne(accountant, 'Karte.pdf', bytes);
    const { file } = await filesOf(invoice);
    const ticket = await post(accountant, '/api/ticket', { file_id: file.id });
    const { url, ...others } = ticket.json<{ url: string }>();
    expect(others).toEqual({});
    expect((await demo.send({ method: 'GET', url })).body.equals(bytes)).toBe(true);
    expect((await post(stranger, '/api/ticket', { file_id: file.id })).status).toBe(404);
    expect((await attach(stranger, invoice, 'fremd.pdf', pdf('fremd'))).status).toBe(404);
  });
});

describe('API-30 calls for the recognition of an invoice', () => {
  test('an upload answers each file, for the named company', async () => {
    const { client } = await accountant.get<{ client: { id: number }[] }>(
      '{ client(order_by: { id: desc }, limit: 1) { id } }',
    );
    const company = client[0]?.id;
    const answer = await accountant.send({
      ...formOf({ client_id: String(company) }, [
        { field: 'files[]', name: 'eins.pdf', bytes: pdf(`eins ${randomUUID()}`) },
        { field: 'files[]', name: 'zwei.txt', bytes: Buffer.from('kein Beleg') },
      ]),
      url: '/api/invoice/upload',
    });
    const { invoices } = answer.json<{ invoices: { id: number; name: string }[] }>();
    expect(answer.json()).toEqual({
      invoices: [
        { id: expect.any(Number), name: 'eins.pdf' },
        {
          id: null,
          name: 'zwei.txt',
          error: expect.objectContaining({
            code: 'unsupported_media_type',
            message: expect.any(String),
          }),
        },
      ],
    });
    const read = await accountant.get('query ($id: bigint!) { invoice_by_pk(id: $id) { client_id } }', {
      id: invoices[0]?.id,
    });
    expect(read).toEqual({ invoice_by_pk: { client_id: company } });
  });

  test('a recognition starts one job at a time, and can be skipped', async () => {
    const invoice = await uploadOne(accountant, 'lesen.pdf');
    const path = `/api/invoice/${invoice}/recognition`;
    expect((await post(accountant, path)).json()).toMatchObject({ job_id: expect.any(Number) });
    expect((await post(accountant, path)).json()).toMatchObject({ code: expect.any(String) });
    expect((await post(accountant, `${path}/skip`)).status).toBe(200);
    const read = await accountant.get('query ($id: bigint!) { invoice_by_pk(id: $id) { status } }', {
      id: invoice,
    });
    expect(read).toEqual({ invoice_by_pk: { status: 'approval' } });
  });

  test('a finished recognition is repeated by the same call, with another job', async () => {
    const invoice = await uploadOne(accountant, 'noch einmal.pdf');
    await recognise(demo, accountant, invoice, async () => emptyReading({}));
    const [first] = await demo.web.sql<{ job_id: string }>(
      'select job_id from invoice_recognition where invoice_id = $1',
      [invoice],
    );
    const again = (await post(accountant, `/api/invoice/${invoice}/recognition`)).json<{ job_id: number }>();
    expect(again.job_id).toBeGreaterThan(Number(first?.job_id));
  });

  test('its document is the file as received, for people who see the invoice', async () => {
    const bytes = pdf(`Beleg ${randomUUID()}`);
    const invoice = await uploadOne(accountant, 'Beleg.pdf', bytes);
    const path = `/api/invoice/${invoice}/document`;
    const answer = await get(accountant, path);
    expect(answer.body.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('attachment'),
      'cache-control': 'no-store',
    });
    expect((await get(stranger, path)).status).toBe(404);
    expect((await demo.send({ method: 'GET', url: path })).status).toBe(401);
  });
});
