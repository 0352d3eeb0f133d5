import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { servedKinds } from '../../src/app/server/kinds.ts';
import { taskJobs } from '../../src/document/server/task-jobs.ts';
import type { Reading } from '../../src/features/recognition/reading.ts';
import { NotReadable } from '../../src/features/recognition/reading.ts';
import { sha256Of } from '../../src/platform/server/files/files.ts';
import { systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { type DemoWeb, demoWeb, formOf, type WebCaller } from '../support/demo-web.ts';
import { pdf, uploadOne as received, recognise as recogniseAs, upload } from '../support/intake.ts';
import { emptyReading, read } from '../support/readings.ts';
import { todayInSql } from '../support/today.ts';
import { save } from './invoices.ts';

let demo: DemoWeb;
let accountant: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  await prepareQueue(demo.web.ownerUrl);
  accountant = await demo.person('accountant@demo.test');
});
afterAll(() => demo.close());

const uploadOne = (name: string, bytes: Buffer, fields: Readonly<Record<string, string>> = {}) =>
  received(accountant, name, bytes, fields);

const post = (who: WebCaller, url: string, payload: object = {}) =>
  who.send({ method: 'POST', url, payload });

interface Seen {
  readonly name: string | null;
  readonly status: string;
  readonly number_printed: string | null;
  readonly total_brutto: number;
  readonly total_netto: number;
  readonly document_type: string;
  readonly invoice_number_formatted: string;
  readonly invoice_recognitions: readonly { readonly state: string; readonly failure: string | null }[];
  readonly timeline: { readonly timeline_entries: readonly Entry[] };
}
interface Entry {
  readonly type: string;
  readonly status: string | null;
  readonly text_type: string;
  readonly message_code: string | null;
}

async function seen(id: number): Promise<Seen> {
  const { invoice_by_pk } = await accountant.get<{ invoice_by_pk: Seen }>(
    `query ($id: bigint!) { invoice_by_pk(id: $id) {
      name status number_printed total_brutto total_netto document_type invoice_number_formatted
      invoice_recognitions(order_by: { id: desc }) { state failure }
      timeline { timeline_entries(order_by: { entry_no: asc }) { type status text_type message_code } } } }`,
    { id },
  );
  return invoice_by_pk;
}

const stepsOf = ({ timeline }: Seen): string[] =>
  timeline.timeline_entries.map(({ type, status, text_type }) => `${type} ${status ?? '-'} ${text_type}`);

const recognise = (id: number, answer: () => Promise<Reading>) => recogniseAs(demo, accountant, id, answer);

describe('REC-01 REC-02 REC-03 API-30 uploading several files', () => {
  test('makes each an invoice with a number that waits for its recognition', async () => {
    const received = await upload(accountant, [
      { name: 'Müller & Söhne 4711.pdf', bytes: pdf('one') },
      { name: 'Счёт.xml', bytes: Buffer.from('<?xml version="1.0"?><Invoice/>') },
    ]);
    expect(received.map(({ name, error }) => [name, error])).toEqual([
      ['Müller & Söhne 4711.pdf', undefined],
      ['Счёт.xml', undefined],
    ]);
    const invoice = await seen(Number(received[0]?.id));
    expect(invoice).toMatchObject({ status: 'open', name: 'Müller & Söhne 4711' });
    expect(invoice.invoice_number_formatted).toMatch(/^IN-\d{6}$/);
    expect(stepsOf(invoice)).toEqual(['invoice-upload upload past', 'invoice-recognition - present']);
  });

  test('VAL-24 reports files of a wrong type or size individually and accepts the others', async () => {
    const received = await upload(accountant, [
      { name: 'macro.xlsm', bytes: Buffer.from('PK\u0003\u0004') },
      { name: 'page.pdf', bytes: Buffer.from('<html>not a PDF</html>'.repeat(3).replaceAll('<', '(')) },
      { name: 'huge.pdf', bytes: Buffer.concat([pdf('huge'), Buffer.alloc(10 * 1024 * 1024)]) },
      { name: 'good.pdf', bytes: pdf('good') },
    ]);
    expect(received.map(({ id, error }) => error?.code ?? typeof id)).toEqual([
      'unsupported_media_type',
      'unsupported_media_type',
      'payload_too_large',
      'number',
    ]);
  });

  test('creates one invoice for a repeated attempt', async () => {
    const key = randomUUID();
    const file = { name: 'again.pdf', bytes: pdf('again') };
    const [first] = await upload(accountant, [file], { idempotency_key: key });
    const [second] = await upload(accountant, [file], { idempotency_key: key });
    expect(second?.id).toBe(first?.id);
  });

  test('refuses a form without a file', async () => {
    const answer = await accountant.send({ ...formOf({}, []), url: '/api/invoice/upload' });
    expect(answer.json()).toMatchObject({ code: 'specific_field_required' });
  });
});

describe('INV-20 uploading the same bytes again', () => {
  test('names the existing invoice and is accepted once confirmed', async () => {
    const file = { name: 'twice.pdf', bytes: pdf('twice') };
    const id = await uploadOne(file.name, file.bytes);
    const { invoice_number_formatted: number } = await seen(id);
    const [refused] = await upload(accountant, [file]);
    expect(refused?.error).toMatchObject({ code: 'duplicate_file', values: { id, number } });
    const [taken] = await upload(accountant, [file], { confirmed: 'duplicate_file' });
    expect(taken?.id).toBeGreaterThan(id);
  });

  test('reveals nothing about an invoice that the person cannot see', async () => {
    const file = { name: 'secret.pdf', bytes: pdf('secret') };
    await uploadOne(file.name, file.bytes);
    const requester = await demo.person('requester@demo.test');
    const [refused] = await upload(requester, [file]);
    expect(refused?.error).toMatchObject({ code: 'duplicate_file', values: { id: 0, number: '' } });
  });
});

describe('ARC-01 ARC-02 the original is kept unchanged', () => {
  test('byte for byte with its hash until the end of the eighth year, and no one can change or remove it', async () => {
    const bytes = pdf('kept');
    const id = await uploadOne('kept.pdf', bytes);
    const answer = await accountant.send({ method: 'GET', url: `/api/invoice/${id}/document` });
    expect(answer.body.equals(bytes)).toBe(true);
    const rows = await demo.web.sql<{
      id: string;
      sha256: Buffer;
      years: number;
      received_by: string;
    }>(
      `select id, sha256, received_by, extract(year from retain_until) - extract(year from ${todayInSql}) as years
       from file where invoice_id = $1`,
      [id],
    );
    expect(rows).toMatchObject([{ sha256: sha256Of(bytes), received_by: 'upload' }]);
    expect(Number(rows[0]?.years)).toBe(8);
    const file = rows[0]?.id;
    const removed = await accountant.send({ method: 'DELETE', url: `/api/file/${file}` });
    expect(removed.status).toBe(403);
    for (const statement of [
      "update file set sha256 = 'x' where id = $1",
      'update file set retain_until = current_date where id = $1',
      'delete from file where id = $1',
      "update file_chunk set bytes = 'x' where file_id = $1",
      'delete from file_chunk where file_id = $1',
    ]) {
      await expect(demo.web.sql(statement, [file]), statement).rejects.toMatchObject({
        // References to the file refuse some statements earlier.
        code: expect.stringMatching(/^(55000|23001)$/),
      });
    }
  });
});

describe('REC-04 REC-05 REC-06 recognition fills the form and hands it to the check', () => {
  test('with supplier, number, dates and totals as read', async () => {
    const id = await uploadOne('read.pdf', pdf('read'));
    await recognise(id, async () =>
      emptyReading({
        invoiceNumber: read('4711'),
        invoiceDate: read('2026-11-02'),
        totalNet: read('100.00'),
        totalTax: read('19.00'),
        totalGross: read('119.00'),
        currency: read('EUR'),
        sellerName: read('Unbekannt & Co'),
      }),
    );
    const invoice = await seen(id);
    expect(invoice).toMatchObject({
      status: 'approval',
      name: 'Unbekannt & Co',
      number_printed: '4711',
      total_netto: 100,
      total_brutto: 119,
      invoice_recognitions: [{ state: 'done', failure: null }],
    });
    expect(stepsOf(invoice).slice(1)).toEqual([
      'invoice-recognition approved past',
      'invoice-manual-check - present',
    ]);
  });

  test('REC-04 shows its state during and after the reading, and notifies the checker', async () => {
    const id = await uploadOne('told.pdf', pdf('told'));
    await recognise(id, async () => {
      expect(await seen(id)).toMatchObject({ status: 'open', invoice_recognitions: [{ state: 'queued' }] });
      return emptyReading();
    });
    expect(await seen(id)).toMatchObject({ status: 'approval', invoice_recognitions: [{ state: 'done' }] });
    const reported = await demo.web.sql<{ email: string; kind: string; type: string }>(
      `select u.email, n.kind, e.type from notification n join lb_user u on u.tenant_id = n.tenant_id and u.id = n.lb_user_id
       join timeline_entry e on e.tenant_id = n.tenant_id and e.id = n.timeline_entry_id where e.invoice_id = $1`,
      [id],
    );
    expect(reported).toEqual([
      { email: 'accountant@demo.test', kind: 'task_incoming', type: 'invoice-manual-check' },
    ]);
  });

  test('INV-12 a credit note that is positive by rule becomes negative', async () => {
    const id = await uploadOne('credit.pdf', pdf('credit'));
    await recognise(id, async () =>
      emptyReading({ documentTypeCode: read('381'), totalNet: read('100'), totalGross: read('119') }),
    );
    expect(await seen(id)).toMatchObject({
      total_brutto: -119,
      total_netto: -100,
      document_type: 'credit_note',
    });
  });

  test('removes characters that the database cannot store, and rejects oversized readings', async () => {
    const id = await uploadOne('odd.pdf', pdf('odd'));
    const name = `A\u0000B\ud800C\\u0000 Größe 😀`;
    await recognise(id, async () => emptyReading({ sellerName: read(name), invoiceNumber: read('7\u0000') }));
    expect(await seen(id)).toMatchObject({
      name: 'ABC\\u0000 Größe 😀',
      number_printed: '7',
      status: 'approval',
    });
    const large = await uploadOne('large.pdf', pdf('large'));
    await recognise(large, async () => ({ ...emptyReading(), warnings: ['x'.repeat(6_000_000)] }));
    expect(await seen(large)).toMatchObject({
      invoice_recognitions: [{ state: 'failed', failure: 'too_large' }],
    });
  });

  test('REC-09 an unreadable file is checked by hand, and the timeline shows the reason', async () => {
    const id = await uploadOne('broken.pdf', pdf('broken'));
    await recognise(id, async () => {
      throw new NotReadable('encrypted');
    });
    const invoice = await seen(id);
    expect(invoice).toMatchObject({
      status: 'approval',
      invoice_recognitions: [{ state: 'failed', failure: 'encrypted' }],
    });
    expect(invoice.timeline.timeline_entries.map((entry) => entry.message_code)).toContain(
      'recognition_failed.encrypted',
    );
  });
});

describe('REC-08 TASK-16 recognition is skipped or repeated', () => {
  test('after skipping, typed values are checked and a later result is dropped', async () => {
    const id = await uploadOne('skipped.pdf', pdf('skipped'));
    await recognise(id, async () => {
      expect((await post(accountant, `/api/invoice/${id}/recognition/skip`)).status).toBe(200);
      return emptyReading({ invoiceNumber: read('late') });
    });
    const invoice = await seen(id);
    expect(invoice).toMatchObject({
      status: 'approval',
      number_printed: null,
      invoice_recognitions: [{ state: 'dropped' }],
    });
    expect(stepsOf(invoice).slice(1)).toEqual([
      'invoice-recognition skip past',
      'invoice-manual-check - present',
    ]);
  });

  test('a repetition returns to the recognition, and its values replace the previous ones', async () => {
    const id = await uploadOne('repeated.pdf', pdf('repeated'));
    await recognise(id, async () => emptyReading({ invoiceNumber: read('1') }));
    await recognise(id, async () => emptyReading({ invoiceNumber: read('2') }));
    const invoice = await seen(id);
    expect(invoice).toMatchObject({
      number_printed: '2',
      invoice_recognitions: [{ state: 'done' }, { state: 'done' }],
    });
    expect(stepsOf(invoice).slice(1)).toEqual([
      'invoice-recognition approved past',
      'invoice-manual-check repeat past',
      'invoice-recognition approved past',
      'invoice-manual-check - present',
    ]);
  });

  test('a document being read is not read a second time', async () => {
    const id = await uploadOne('once.pdf', pdf('once'));
    expect((await post(accountant, `/api/invoice/${id}/recognition`)).status).toBe(200);
    expect((await post(accountant, `/api/invoice/${id}/recognition`)).json()).toMatchObject({
      code: 'step_not_possible',
    });
  });
});

describe('APPR-15 an absent uploader keeps a new invoice for the day, and the substitute gets returning ones', () => {
  const holderOf = async (id: number) =>
    await demo.web.sql(
      `select e.type, split_part(a.email, '@', 1) as holder, split_part(o.email, '@', 1) as owner
       from invoice i join timeline t on t.id = i.timeline_id
       join timeline_entry e on e.timeline_id = t.id and e.entry_no = t.current_entry_no
       join lb_user a on a.id = e.lb_user_id left join lb_user o on o.id = e.for_user_id where i.id = $1`,
      [id],
    );
  const atSubstitute = [{ type: 'invoice-manual-check', holder: 'approver3', owner: 'accountant' }];

  beforeAll(() =>
    demo.web.sql(
      `update lb_user set absence_from = '2001-01-01',
         substitute_id = (select id from lb_user where email = 'approver3@demo.test')
       where email = 'accountant@demo.test'`,
    ),
  );
  afterAll(() =>
    demo.web.sql(
      "update lb_user set absence_from = null, substitute_id = null where email = 'accountant@demo.test'",
    ),
  );

  test('a typed invoice stays until the night', async () => {
    const { id } = await save(accountant, { head: { name: 'Typed while away' } });
    expect(await holderOf(id)).toEqual([{ type: 'invoice-manual-check', holder: 'accountant', owner: null }]);
    await taskJobs(demo.web.database, servedKinds).settle_tasks?.({
      id: 0,
      kind: 'settle_tasks',
      context: systemContext(accountant.context.tenantId),
      input: {},
      progress: async () => {},
    });
    expect(await holderOf(id)).toEqual(atSubstitute);
  });

  test('readable and unreadable files', async () => {
    const readable = await uploadOne('away.pdf', pdf('away'));
    await recognise(readable, async () => emptyReading({ invoiceNumber: read('4712') }));
    expect(await holderOf(readable)).toEqual(atSubstitute);
    const unreadable = await uploadOne('away-broken.pdf', pdf('away, broken'));
    await recognise(unreadable, () => Promise.reject(new NotReadable('damaged')));
    expect(await holderOf(unreadable)).toEqual(atSubstitute);
  });
});
