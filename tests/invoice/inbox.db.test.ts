import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverInvoice } from '../../src/features/invoice/server/deliver.ts';
import { recognitionJobs } from '../../src/features/invoice/server/recognition-job.ts';
import type { Mail, MailFile } from '../../src/features/mailbox/mail.ts';
import { refuseMail, takeMail } from '../../src/features/mailbox/server/take-mail.ts';
import type { DocumentSigns } from '../../src/features/recognition/document-signs.ts';
import type { CarriedFile, DocumentKind, DocumentReading } from '../../src/features/recognition/reading.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import { runJob } from '../../src/platform/server/jobs/jobs.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { openLog } from '../../src/platform/server/log.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { pdf, upload, uploadOne } from '../support/intake.ts';
import { emptyReading } from '../support/readings.ts';
import { jpeg } from '../support/sample-files.ts';

let demo: DemoWeb;
let accountant: WebCaller;
let requester: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  await prepareQueue(demo.web.ownerUrl);
  accountant = await demo.person('accountant@demo.test');
  requester = await demo.person('requester@demo.test');
});
afterAll(() => demo.close());

interface Seen {
  readonly id: number;
  readonly way: string;
  readonly name: string;
  readonly fate: string;
  readonly reason: string | null;
  readonly is_done: boolean;
  readonly unpacked_from: string | null;
  readonly sender: string | null;
  readonly invoice: { readonly id: number } | null;
  readonly dismissed_by: { readonly name: string } | null;
  readonly file: { readonly id: string } | null;
}

/** The entries of the list with this name or subject, oldest first. */
async function listed(name: string, who = accountant): Promise<readonly Seen[]> {
  const { invoice_arrival: seen } = await who.get<{ invoice_arrival: readonly Seen[] }>(
    `query ($name: String!) { invoice_arrival(where: { _or: [{ name: { _eq: $name } }, { subject: { _eq: $name } }] }, order_by: { id: asc }) {
      id way name fate reason is_done unpacked_from sender invoice { id } dismissed_by { name } file { id } } }`,
    { name },
  );
  return seen;
}

const fates = (seen: readonly Seen[]) => seen.map(({ way, name, fate }) => `${way} ${name} ${fate}`);

const act = (action: string, id: number, more = '') =>
  `mutation { ${action}(id: ${id}, idempotency_key: "${randomUUID()}"${more}) { id } }`;
const done = async (who: WebCaller, action: string, id: number, more = '') =>
  await who.get(act(action, id, more));
const refused = async (who: WebCaller, action: string, id: number, more = '') =>
  (await who.refusal(act(action, id, more)))?.code;

const file = (name: string, bytes: Uint8Array, more: Partial<MailFile> = {}): MailFile => ({
  ...{ name, bytes, isInline: false },
  ...more,
});

/** Imports a mail with this content; `sign` is the recognition result of all its documents. */
async function mailed(
  mail: Partial<Mail>,
  sign: DocumentSigns['sign'] = 'other',
  isReminder = false,
): Promise<string> {
  const subject = mail.subject ?? `Betreff ${randomUUID()}`;
  const { database, configuration } = demo.web;
  const parts = {
    ...{ database, publicUrl: configuration.publicUrl, deliver: deliverInvoice },
    readMail: async (): Promise<Mail> => ({
      ...{
        messageId: randomUUID(),
        sender: 'Lindenhof <rechnung@lindenhof.example>',
        sentAt: null,
        recipients: [],
      },
      ...{ files: [], hasLarger: false, letter: null, ...mail, subject },
    }),
    sign: async (_: number, files: readonly Uint8Array[]) =>
      files.map(() => ({ sign, isEInvoice: false, isReminder, number: null, names: [] })),
  };
  const { tenantId } = accountant.context;
  const destination = { tenantId, mailboxId: null, clientId: null, mode: 'attachment' } as const;
  await takeMail(parts, destination, randomUUID(), Buffer.from(`Subject: ${subject}`));
  return subject;
}

/** Runs the queued reading of an invoice, which finds a document of this kind. */
async function readArrived(
  invoice: number,
  documentKind: DocumentKind,
  files: readonly CarriedFile[] = [],
): Promise<void> {
  const [row] = await demo.web.sql<{ job_id: number }>(
    "select job_id from invoice_recognition where invoice_id = $1 and state = 'queued'",
    [invoice],
  );
  const { database } = demo.web;
  const parts = { database, clock: systemClock, log: openLog('silent') };
  const answer = async (): Promise<DocumentReading> => ({
    ...emptyReading(),
    reading: 'ocr',
    documentKind,
    files,
  });
  const jobs = { ...parts, ...recognitionJobs({ database, read: answer }) };
  await runJob(jobs, accountant.context.tenantId, Number(row?.job_id));
}

describe('REC-13 everything received is listed with its result', () => {
  test('an upload with its invoice, a duplicate with the existing invoice, and a file of another type', async () => {
    const bytes = pdf('eingang');
    const id = await uploadOne(accountant, 'eingang.pdf', bytes);
    await upload(accountant, [{ name: 'eingang nochmal.pdf', bytes }]);
    await upload(accountant, [{ name: 'makro.xlsm', bytes: Buffer.from('PK\u0003\u0004') }]);
    expect(await listed('eingang.pdf')).toMatchObject([
      { way: 'upload', fate: 'invoice', is_done: true, invoice: { id }, file: { id: expect.any(String) } },
    ]);
    expect(await listed('eingang nochmal.pdf')).toMatchObject([
      { fate: 'duplicate', is_done: true, invoice: { id } },
    ]);
    expect(await listed('makro.xlsm')).toMatchObject([
      { fate: 'open', is_done: false, reason: 'unsupported_media_type', invoice: null },
    ]);
  });

  test('each file of a mail: the invoice and its attachments, with the file it was unpacked from', async () => {
    const subject = await mailed(
      {
        files: [
          file('Rechnung.pdf', pdf('a'), { unpackedFrom: 'winmail.dat' }),
          file('logo.jpg', jpeg, { isInline: true }),
        ],
      },
      'invoice',
    );
    const seen = await listed(subject);
    expect(fates(seen)).toEqual(['address Rechnung.pdf invoice', 'address logo.jpg document']);
    expect(seen[0]).toMatchObject({
      unpacked_from: 'winmail.dat',
      sender: 'Lindenhof <rechnung@lindenhof.example>',
    });
  });

  test('a reminder alone waits with its file and the reason, and is no invoice', async () => {
    const subject = await mailed({ files: [file('Mahnung.pdf', pdf('m'))] }, 'other', true);
    expect(await listed(subject)).toMatchObject([
      {
        name: 'Mahnung.pdf',
        fate: 'open',
        is_done: false,
        reason: 'reminder',
        file: { id: expect.any(String) },
      },
    ]);
  });

  test('a scanned reminder waits with its file and the reason once it is read, and is no invoice', async () => {
    const files = [file('Scan.pdf', pdf(randomUUID())), file('Logo.jpg', jpeg, { isInline: true })];
    const subject = await mailed({ files }, 'unread');
    const [scan] = await listed(subject);
    await readArrived(Number(scan?.invoice?.id), 'reminder');
    expect(await listed(subject)).toMatchObject([
      { name: 'Scan.pdf', fate: 'open', is_done: false, reason: 'reminder', invoice: null },
      { name: 'Logo.jpg', fate: 'open', is_done: false, reason: 'no_invoice', invoice: null },
    ]);
    const { invoice_by_pk: ended } = await accountant.get<{ invoice_by_pk: unknown }>(
      `{ invoice_by_pk(id: ${scan?.invoice?.id}) { status } }`,
    );
    expect(ended).toEqual({ status: 'declined' });
    await done(accountant, 'invoice_arrival_take', scan?.id ?? 0);
    const [taken] = await listed(subject);
    await readArrived(Number(taken?.invoice?.id), 'reminder');
    expect(await listed(subject)).toMatchObject([
      { fate: 'invoice', invoice: taken?.invoice },
      { fate: 'open' },
    ]);
  });

  test('REC-14 another invoice in the same file waits there, and one click makes it an invoice of its own', async () => {
    const subject = await mailed({ files: [file('Portfolio.pdf', pdf(randomUUID()))] }, 'unread');
    const [first] = await listed(subject);
    const inside = { mime: 'application/pdf', bytes: pdf(randomUUID()) };
    await readArrived(Number(first?.invoice?.id), 'invoice', [
      { ...inside, name: 'AGB.pdf', bytes: pdf(randomUUID()) },
      { ...inside, name: 'RE-2.pdf', isInvoice: true },
    ]);
    const [, second] = await listed(subject);
    expect(second).toMatchObject({
      ...{ name: 'RE-2.pdf', way: 'address', unpacked_from: 'Portfolio.pdf' },
      ...{ fate: 'open', is_done: false, reason: 'further_invoice', file: { id: expect.any(String) } },
    });
    await done(accountant, 'invoice_arrival_take', second?.id ?? 0);
    const [kept, taken] = await listed(subject);
    expect([kept, taken]).toMatchObject([{ fate: 'invoice' }, { fate: 'invoice', is_done: true }]);
    expect(taken?.invoice?.id).not.toBe(kept?.invoice?.id);
  });

  test('MBX-07 pictures by mail are treated like uploads', async () => {
    const subject = await mailed({ files: [file('Seite.jpg', jpeg)] });
    expect(fates(await listed(subject))).toEqual(['address Seite.jpg invoice']);
  });

  test('MBX-07 a mail whose text is the invoice is one invoice; its other files are attachments', async () => {
    const docx = file('AGB.bin', Buffer.from('nobody knows it'));
    const subject = await mailed({ letter: pdf('Rechnung'), files: [docx] }, 'invoice');
    const seen = await listed(subject);
    expect(seen[0]).toMatchObject({ fate: 'invoice', name: expect.stringMatching(/\.pdf$/) });
    expect(seen.every(({ is_done }) => is_done)).toBe(true);
  });

  test('MBX-07 files or mails without invoice wait with their reason', async () => {
    const subject = await mailed({ files: [file('Angebot.bin', Buffer.from('nobody knows it'))] });
    expect(await listed(subject)).toMatchObject([
      { name: 'Angebot.bin', fate: 'open', reason: 'unsupported_media_type', is_done: false },
    ]);
    const plain = await mailed({ letter: pdf('Hallo') });
    expect(await listed(plain)).toMatchObject([{ name: plain, fate: 'open', reason: 'no_invoice' }]);
    const cut = await mailed({ hasLarger: true });
    expect(await listed(cut)).toMatchObject([{ fate: 'open', reason: 'part_too_large' }]);
  });

  test('MBX-07 the responsible people get one mail a day about waiting arrivals', async () => {
    const reported = async () => {
      const [row] = await demo.web.sql<{ count: string }>(
        'select count(*) from mail where tenant_id = $1 and subject = any ($2)',
        [accountant.context.tenantId, ['Unerledigtes im Eingang', 'The inbox has items waiting']],
      );
      return Number(row?.count);
    };
    await demo.web.sql("update invoice_arrival set created_at = created_at - interval '2 days'");
    const before = await reported();
    await mailed({ letter: pdf('eins') });
    const after = await reported();
    expect(after).toBeGreaterThan(before);
    await mailed({ letter: pdf('zwei') });
    expect(await reported()).toBe(after);
  });

  test('an unreadable mail waits, and is listed with its result once it is read', async () => {
    const { database, configuration } = demo.web;
    const { tenantId } = accountant.context;
    const destination = { tenantId, mailboxId: null, clientId: null, mode: 'attachment' } as const;
    const parts = { database, publicUrl: configuration.publicUrl };
    const unread = async () =>
      await demo.web.sql("select reason from invoice_arrival where tenant_id = $1 and reason = 'too_slow'", [
        tenantId,
      ]);
    await refuseMail(parts, destination, 'unread 1', 'too_slow', Buffer.from('Subject: x'));
    expect(await unread()).toHaveLength(1);
    await refuseMail(parts, destination, 'unread 1', 'too_slow', Buffer.from('Subject: x'));
    expect(await unread()).toHaveLength(1);
  });
});

describe('REC-13 one click resolves an arrival', () => {
  const opened = async (): Promise<Seen> => {
    const [one] = await listed(await mailed({ letter: pdf(`Brief ${randomUUID()}`) }));
    if (!one) throw new Error('nothing is listed');
    return one;
  };
  const anew = async (id: number) => {
    const { invoice_arrival_by_pk: seen } = await accountant.get<{ invoice_arrival_by_pk: Seen }>(
      `{ invoice_arrival_by_pk(id: ${id}) { fate is_done invoice { id } dismissed_by { name } file { id } } }`,
    );
    return seen;
  };

  test('an open arrival becomes one invoice with its bytes', async () => {
    const { id } = await opened();
    await done(accountant, 'invoice_arrival_take', id);
    const { invoice, ...rest } = await anew(id);
    expect(rest).toMatchObject({ fate: 'invoice', is_done: true });
    const answer = await accountant.send({ method: 'GET', url: `/api/invoice/${invoice?.id}/document` });
    expect(answer.body.toString()).toContain('Brief');
    expect(await refused(accountant, 'invoice_arrival_take', id)).toBe('step_not_possible');
  });

  test('an attachment of an invoice becomes a separate invoice', async () => {
    const files = [file('eins.pdf', pdf(randomUUID())), file('AGB.jpg', jpeg, { isInline: true })];
    const [, document] = await listed(await mailed({ files }, 'invoice'));
    await done(accountant, 'invoice_arrival_take', document?.id ?? 0);
    const { invoice } = await anew(document?.id ?? 0);
    expect(invoice?.id).not.toBe(document?.invoice?.id);
  });

  test('an open arrival is attached to an invoice', async () => {
    const { id } = await opened();
    const invoice = await uploadOne(accountant, `${randomUUID()}.pdf`);
    await done(accountant, 'invoice_arrival_assign', id, `, invoice_id: ${invoice}`);
    expect(await anew(id)).toMatchObject({ fate: 'document', is_done: true, invoice: { id: invoice } });
    const { invoice_by_pk: kept } = await accountant.get<{ invoice_by_pk: { document_files: unknown[] } }>(
      `{ invoice_by_pk(id: ${invoice}) { document_files { name } } }`,
    );
    expect(kept.document_files).toHaveLength(1);
  });

  test('a dismissed arrival is done, and names the person', async () => {
    const { id } = await opened();
    await done(accountant, 'invoice_arrival_dismiss', id);
    expect(await anew(id)).toMatchObject({
      ...{ fate: 'open', is_done: true },
      dismissed_by: { name: expect.any(String) },
    });
    expect(await refused(accountant, 'invoice_arrival_dismiss', id)).toBe('step_not_possible');
  });
});

describe('REC-13 who sees arrivals', () => {
  test('open arrivals are invisible to people who see only their own invoices, and to other tenants', async () => {
    const subject = await mailed({ letter: pdf('geheim') });
    const [one] = await listed(subject);
    const stranger = await demo.person('admin@other.test');
    expect(await listed(subject, requester)).toEqual([]);
    expect(await refused(requester, 'invoice_arrival_dismiss', one?.id ?? 0)).toBe('not_found');
    expect(await refused(stranger, 'invoice_arrival_take', one?.id ?? 0)).toMatch(/^(not_found|module_off)$/);
    const asked = await requester.send({ method: 'GET', url: `/api/file/${one?.file?.id}` });
    expect(asked.status).toBe(404);
    const own = await accountant.send({ method: 'GET', url: `/api/file/${one?.file?.id}` });
    expect(own.status).toBe(200);
  });

  test('the person who uploaded a file sees its result, and dismisses it', async () => {
    await upload(requester, [{ name: 'meins.xlsm', bytes: Buffer.from('PK\u0003\u0004') }]);
    const [mine] = await listed('meins.xlsm', requester);
    await done(requester, 'invoice_arrival_dismiss', mine?.id ?? 0);
    expect(await listed('meins.xlsm', requester)).toMatchObject([{ is_done: true }]);
  });
});
