import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverInvoice } from '../../src/features/invoice/server/deliver.ts';
import { days } from '../../src/platform/server/clock.ts';
import { sha256Of } from '../../src/platform/server/files/files.ts';
import type { WebCaller } from '../support/demo-web.ts';
import type { Dovecot } from '../support/dovecot.ts';
import { drawTyped } from '../support/drawn-invoice.ts';
import { type RawMail, rawMail } from '../support/raw-mail.ts';
import { pdf as pdfLike, png } from '../support/sample-files.ts';
import { ublInvoice } from '../support/ubl-invoice.ts';
import { type Imported, type Mailboxes, openMailboxes } from './mailboxes.ts';

let mailboxes: Mailboxes;
let admin: WebCaller;
let dovecot: Dovecot;
const mailboxOf: Mailboxes['mailboxOf'] = (change) => mailboxes.mailboxOf(change);
const run: Mailboxes['run'] = (id, change) => mailboxes.run(id, change);
const imported = (id: number) => mailboxes.imported(id);

beforeAll(async () => {
  mailboxes = await openMailboxes();
  ({ admin, dovecot } = mailboxes);
});
afterAll(() => mailboxes?.close());

const filesOf = (invoices: readonly Imported[]) =>
  invoices.map(({ file, document_files }) =>
    [file.name, ...document_files.map(({ name }) => name)].join(' + '),
  );

const invoicePdf = (number: string) =>
  drawTyped(
    `Papierhaus GmbH\nRechnung\nRechnungsnummer: ${number}\nRechnungsdatum: 02.11.2026\nNetto 100,00 EUR\nMwSt 19 % 19,00 EUR\nGesamtbetrag 119,00 EUR`,
  );

function protectedPdf(): Promise<Buffer> {
  const document = new PDFDocument({ userPassword: 'nobody knows it' });
  document.text('Rechnung');
  document.end();
  return buffer(document);
}

async function imports(files: RawMail['files'], change: Record<string, unknown> = {}): Promise<string[]> {
  const { id, account } = await mailboxOf(change);
  dovecot.deliver(account, rawMail({ files: files ?? [] }));
  await run(id);
  return filesOf(await imported(id));
}

describe('MBX-02 MBX-05 a PDF in a mail becomes an invoice', () => {
  test('created by the system user for the mailbox’s company, read, and moved aside on the server', async () => {
    const { client } = await admin.get<{ client: readonly { id: number }[] }>('{ client(limit: 1) { id } }');
    const { id, account } = await mailboxOf({ client_id: client[0]?.id });
    dovecot.deliver(
      account,
      rawMail({ files: [{ name: 'RE-4711.pdf', bytes: await invoicePdf('RE-4711') }] }),
    );
    expect(await run(id)).toMatchObject({ state: 'done', imported: 1, refused: 0 });
    expect(await imported(id)).toMatchObject([
      {
        name: 'RE-4711',
        status: 'open',
        client_id: client[0]?.id,
        creator: { name: 'Kontor' },
        file: { name: 'RE-4711.pdf' },
        invoice_recognitions: [{ state: 'queued' }],
      },
    ]);
    expect([dovecot.count(account), dovecot.count(account, 'INBOX.imported')]).toEqual([0, 1]);
    expect(await run(id)).toMatchObject({ imported: 0 });
    expect(await imported(id)).toHaveLength(1);
  });
});

describe('MBX-02 files of one mail', () => {
  test('REC-13 a reminder sent with an invoice becomes a document of that invoice', async () => {
    const reminder = await drawTyped(
      'Papierhaus GmbH\nMahnung\nRechnungsnummer: RE-7\nRechnungsdatum: 02.11.2026\nOffener Betrag 119,00 EUR',
    );
    expect(
      await imports([
        { name: 'Mahnung.pdf', bytes: reminder },
        { name: 'RE-7.pdf', bytes: await invoicePdf('RE-7') },
      ]),
    ).toEqual(['RE-7.pdf + Mahnung.pdf']);
  });

  test('an XML and a PDF become one invoice, read from the XML, with both files', async () => {
    const xml = ublInvoice({ number: 'RE-1', seller: 'Papierhaus' });
    const pdf = await invoicePdf('RE-1');
    expect(
      await imports([
        { name: 'RE-1.pdf', bytes: pdf },
        { name: 'RE-1.xml', bytes: xml },
      ]),
    ).toEqual(['RE-1.xml + RE-1.pdf']);
  });

  test('several pairs are matched by number, regardless of their file names', async () => {
    const files = [
      { name: 'a.pdf', bytes: await invoicePdf('RE-2001') },
      { name: 'b.pdf', bytes: await invoicePdf('RE-2002') },
      { name: 'c.xml', bytes: ublInvoice({ number: 'RE-2002', seller: 'Papierhaus' }) },
      { name: 'd.xml', bytes: ublInvoice({ number: 'RE-2001', seller: 'Papierhaus' }) },
    ];
    expect(await imports(files)).toEqual(['c.xml + b.pdf', 'd.xml + a.pdf']);
  });

  test('terms, delivery notes and pictures are attached to the invoice, a program stays in the mail', async () => {
    const note = await drawTyped('Papierhaus GmbH\nLieferschein\nLieferschein-Nr. 99\nMenge 5 Stück');
    const files = [
      { name: 'logo.png', bytes: png, type: 'image/png', disposition: 'inline' as const },
      { name: 'Lieferschein.pdf', bytes: note },
      { name: 'RE-3.pdf', bytes: await invoicePdf('RE-3003') },
      { name: 'setup.exe', bytes: 'MZ not for anybody' },
    ];
    expect(await imports(files)).toEqual(['RE-3.pdf + logo.png + Lieferschein.pdf + Ihre Rechnung.eml']);
  });

  test('a protected or damaged file becomes an invoice for a manual check, and the others are imported', async () => {
    const files = [
      { name: 'protected.pdf', bytes: await protectedPdf() },
      { name: 'RE-7.pdf', bytes: await invoicePdf('RE-7007') },
      { name: 'damaged.pdf', bytes: Buffer.concat([pdfLike.subarray(0, 20), Buffer.alloc(2000, 0xfe)]) },
      { name: 'RE-8.xml', bytes: ublInvoice({ number: 'RE-8008', seller: 'Papierhaus' }) },
      { name: 'broken.xml', bytes: '<?xml version="1.0"?><Invoice><ID>1' },
    ];
    const invoices = await imports(files);
    const leads = invoices.map((names) => names.split(' + ')[0]);
    expect(leads).toEqual(expect.arrayContaining(['protected.pdf', 'RE-7.pdf', 'damaged.pdf', 'RE-8.xml']));
    expect(invoices.join(' + ').split(' + ').toSorted()).toEqual(files.map(({ name }) => name).toSorted());
  });

  test('import_mode email: a mail becomes one invoice, led by the XML', async () => {
    const files = [
      { name: 'one.pdf', bytes: await invoicePdf('RE-4001') },
      { name: 'two.pdf', bytes: await invoicePdf('RE-4002') },
      { name: 'data.xml', bytes: ublInvoice({ number: 'RE-4003', seller: 'Papierhaus' }) },
    ];
    expect(await imports(files, { import_mode: 'email' })).toEqual(['data.xml + one.pdf + two.pdf']);
  });

  test('the originals are kept byte for byte, with their origin', async () => {
    const bytes = await invoicePdf('RE-5001');
    const { id, account } = await mailboxOf();
    dovecot.deliver(account, rawMail({ files: [{ name: '../../RE 5.pdf', bytes }] }));
    await run(id);
    const [invoice] = await imported(id);
    expect(invoice?.file.name).toBe('RE 5.pdf');
    const rows = await mailboxes.demo.web.sql<{ received_by: string; sha256: Buffer }>(
      'select received_by, sha256 from file where invoice_id = $1',
      [invoice?.id],
    );
    expect(rows).toEqual([{ received_by: 'mailbox', sha256: sha256Of(bytes) }]);
  });
});

describe('MBX-02 which mails', () => {
  test('only those within the period, older ones once it is longer; one without an invoice stays', async () => {
    const { id, account } = await mailboxOf({ period_in_days: 10 });
    const old = new Date(Date.now() - days(20));
    const files = [{ name: 'old.pdf', bytes: pdfLike }];
    dovecot.deliver(account, rawMail({ date: old, files }), old);
    dovecot.deliver(account, rawMail({ files: [] }));
    expect(await run(id)).toMatchObject({ state: 'done', imported: 0 });
    expect(dovecot.count(account)).toBe(2);
    await admin.get(
      'mutation ($id: bigint!) { update_mailbox_by_pk(pk_columns: { id: $id }, _set: { period_in_days: 30 }) { id } }',
      { id },
    );
    expect(await run(id)).toMatchObject({ imported: 1 });
    expect(dovecot.count(account)).toBe(1);
  });

  test('a copy of a mail is not imported again; another mail with the same message ID is', async () => {
    const { id, account } = await mailboxOf();
    const mail = { id: `same-${randomUUID()}@supplier.test`, files: [{ name: 'a.pdf', bytes: pdfLike }] };
    dovecot.deliver(account, rawMail(mail));
    dovecot.deliver(account, rawMail({ ...mail, subject: 'Fwd: Ihre Rechnung' }));
    dovecot.deliver(
      account,
      rawMail({ ...mail, files: [{ name: 'b.pdf', bytes: await invoicePdf('RE-6001') }] }),
    );
    await run(id);
    expect(filesOf(await imported(id))).toEqual(['a.pdf', 'b.pdf']);
    expect([dovecot.count(account), dovecot.count(account, 'INBOX.imported')]).toEqual([0, 3]);
  });

  test('two workers at the same time import each mail once', async () => {
    const { id, account } = await mailboxOf();
    for (const name of ['one', 'two', 'three', 'four'])
      dovecot.deliver(account, rawMail({ files: [{ name: `${name}.pdf`, bytes: pdfLike }] }));
    await Promise.all([run(id), run(id), run(id)]);
    expect(filesOf(await imported(id)).toSorted()).toEqual(['four.pdf', 'one.pdf', 'three.pdf', 'two.pdf']);
  });

  test('a worker that dies during an import leaves no traces, and the next run imports the mail once', async () => {
    const { id, account } = await mailboxOf();
    dovecot.deliver(account, rawMail({ files: [{ name: 'a.pdf', bytes: pdfLike }] }));
    await run(id, {
      deliver: async (...given) => {
        await deliverInvoice(...given);
        throw new Error('the worker is gone');
      },
    });
    expect(await imported(id)).toEqual([]);
    await Promise.all([run(id), run(id)]);
    expect(await imported(id)).toHaveLength(1);
    expect(await mailboxes.mailsOf(id)).toEqual([{ state: 'imported', failure: null, invoice_count: 1 }]);
  });

  test('a worker that dies before moving the mail leaves one invoice; the next run only moves the mail', async () => {
    const { imap } = mailboxes.proxies;
    const { id, account } = await mailboxes.troubledMailbox('imap');
    dovecot.deliver(account, rawMail({ files: [{ name: 'a.pdf', bytes: pdfLike }] }));
    imap.trouble = { kind: 'cut', from: /CREATE|MOVE|COPY/ };
    expect(await run(id)).toMatchObject({ state: 'failed' });
    expect([dovecot.count(account), dovecot.count(account, 'INBOX.imported')]).toEqual([1, 0]);
    expect(await imported(id)).toHaveLength(1);
    imap.trouble = null;
    expect(await run(id)).toEqual({ state: 'done', imported: 0, refused: 0 });
    expect(await imported(id)).toHaveLength(1);
    expect([dovecot.count(account), dovecot.count(account, 'INBOX.imported')]).toEqual([0, 1]);
  });

  test('MBX-01 over POP3 each mail is imported once as well, and stays on the server', async () => {
    const { id, account } = await mailboxOf({ protocol: 'pop3', port: dovecot.ports.pop3s });
    const old = new Date(Date.now() - days(90));
    dovecot.deliver(account, rawMail({ date: old, files: [{ name: 'old.pdf', bytes: pdfLike }] }), old);
    dovecot.deliver(account, rawMail({ text: '.\r\n..\r\n...', files: [{ name: 'a.pdf', bytes: pdfLike }] }));
    expect(await run(id)).toMatchObject({ state: 'done', imported: 1 });
    expect(await run(id)).toMatchObject({ state: 'done', imported: 0 });
    expect(filesOf(await imported(id))).toEqual(['a.pdf']);
  });
});
