import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverInvoice } from '../../src/features/invoice/server/deliver.ts';
import { type ImportParts, mailboxJob, mailboxJobs } from '../../src/features/mailbox/server/import-job.ts';
import { mailReader } from '../../src/features/mailbox/server/mail-reader.ts';
import { documentSigner } from '../../src/features/recognition/server/signer.ts';
import { days } from '../../src/platform/server/clock.ts';
import { sha256Of } from '../../src/platform/server/files/files.ts';
import { systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { outgoingHosts } from '../../src/platform/server/outgoing.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { believe, type Dovecot, startDovecot } from '../support/dovecot.ts';
import { drawTyped } from '../support/drawn-invoice.ts';
import { type RawMail, rawMail } from '../support/raw-mail.ts';
import { pdf as pdfLike, png } from '../support/sample-files.ts';
import { ublInvoice } from '../support/ubl-invoice.ts';

let demo: DemoWeb;
let admin: WebCaller;
let dovecot: Dovecot;

beforeAll(async () => {
  [demo, dovecot] = await Promise.all([demoWeb({ privateNetworks: ['127.0.0.0/8', '::1'] }), startDovecot()]);
  await prepareQueue(demo.web.ownerUrl);
  believe(dovecot.authority);
  admin = await demo.person('admin@demo.test');
});
afterAll(async () => {
  await dovecot?.stop();
  await demo?.close();
});

const readMail = mailReader();
const sign = documentSigner();

/** A mailbox of its own, set up as an administrator does it. */
async function mailboxOf(change: Record<string, unknown> = {}): Promise<{ id: number; account: string }> {
  const account = dovecot.account();
  const { insert_mailbox_one: row } = await admin.get<{ insert_mailbox_one: { id: number } }>(
    'mutation ($object: mailbox_insert_input!) { insert_mailbox_one(object: $object) { id } }',
    {
      object: {
        name: `Rechnungen ${account}`,
        host: 'localhost',
        port: dovecot.ports.imaps,
        username: account,
        password: dovecot.password,
        import_invoices_automatically: true,
        ...change,
      },
    },
  );
  return { id: row.id, account };
}

/** What the worker does with the job of a mailbox. */
async function run(id: number, change: Partial<ImportParts> = {}): Promise<unknown> {
  const { database, clock, log, configuration } = demo.web;
  const handlers = mailboxJobs({
    database,
    clock,
    log: log.log,
    publicUrl: configuration.publicUrl,
    hosts: outgoingHosts(['127.0.0.0/8', '::1']),
    secrets: deriveSecrets(configuration.secretKey),
    readMail,
    sign,
    deliver: deliverInvoice,
    ...change,
  });
  return await handlers[mailboxJob]?.({
    id: 0,
    kind: mailboxJob,
    context: systemContext(admin.context.tenantId),
    input: { mailbox_id: id },
    progress: async () => {},
  });
}

interface Imported {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly client_id: number | null;
  readonly creator: { readonly name: string };
  readonly file: { readonly name: string };
  readonly document_files: readonly { readonly name: string }[];
  readonly invoice_recognitions: readonly { readonly state: string }[];
}

async function imported(id: number): Promise<readonly Imported[]> {
  const { invoice } = await admin.get<{ invoice: readonly Imported[] }>(
    `query ($id: bigint!) { invoice(where: { mailbox_id: { _eq: $id } }, order_by: { id: asc }) {
      id name status client_id creator { name } file { name } document_files(order_by: { id: asc }) { name }
      invoice_recognitions { state } } }`,
    { id },
  );
  return invoice;
}

const filesOf = (invoices: readonly Imported[]) =>
  invoices.map(({ file, document_files }) =>
    [file.name, ...document_files.map(({ name }) => name)].join(' + '),
  );

const invoicePdf = (number: string) =>
  drawTyped(
    `Papierhaus GmbH\nRechnung\nRechnungsnummer: ${number}\nRechnungsdatum: 02.11.2026\nNetto 100,00 EUR\nMwSt 19 % 19,00 EUR\nGesamtbetrag 119,00 EUR`,
  );

async function imports(files: RawMail['files'], change: Record<string, unknown> = {}): Promise<string[]> {
  const { id, account } = await mailboxOf(change);
  dovecot.deliver(account, rawMail({ files: files ?? [] }));
  await run(id);
  return filesOf(await imported(id));
}

describe('MBX-02 MBX-05 a PDF in a mail becomes an invoice', () => {
  test('in the name of the system, for the company of the mailbox, read by the recognition, put aside on the server', async () => {
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
  test('an XML and a PDF are one invoice, read from the XML, with both files', async () => {
    const xml = ublInvoice({ number: 'RE-1', seller: 'Papierhaus' });
    const pdf = await invoicePdf('RE-1');
    expect(
      await imports([
        { name: 'RE-1.pdf', bytes: pdf },
        { name: 'RE-1.xml', bytes: xml },
      ]),
    ).toEqual(['RE-1.xml + RE-1.pdf']);
  });

  test('several pairs find each other by their numbers, whatever they are called', async () => {
    const files = [
      { name: 'a.pdf', bytes: await invoicePdf('RE-2001') },
      { name: 'b.pdf', bytes: await invoicePdf('RE-2002') },
      { name: 'c.xml', bytes: ublInvoice({ number: 'RE-2002', seller: 'Papierhaus' }) },
      { name: 'd.xml', bytes: ublInvoice({ number: 'RE-2001', seller: 'Papierhaus' }) },
    ];
    expect(await imports(files)).toEqual(['c.xml + b.pdf', 'd.xml + a.pdf']);
  });

  test('terms, delivery notes and pictures are documents of the invoice, a program is kept within the mail', async () => {
    const note = await drawTyped('Papierhaus GmbH\nLieferschein\nLieferschein-Nr. 99\nMenge 5 Stück');
    const files = [
      { name: 'logo.png', bytes: png, type: 'image/png', disposition: 'inline' as const },
      { name: 'Lieferschein.pdf', bytes: note },
      { name: 'RE-3.pdf', bytes: await invoicePdf('RE-3003') },
      { name: 'setup.exe', bytes: 'MZ not for anybody' },
    ];
    expect(await imports(files)).toEqual(['RE-3.pdf + logo.png + Lieferschein.pdf + Ihre Rechnung.eml']);
  });

  test('import_mode email: all of a mail is one invoice, and the XML leads', async () => {
    const files = [
      { name: 'one.pdf', bytes: await invoicePdf('RE-4001') },
      { name: 'two.pdf', bytes: await invoicePdf('RE-4002') },
      { name: 'data.xml', bytes: ublInvoice({ number: 'RE-4003', seller: 'Papierhaus' }) },
    ];
    expect(await imports(files, { import_mode: 'email' })).toEqual(['data.xml + one.pdf + two.pdf']);
  });

  test('the originals are kept byte for byte, with the way they came', async () => {
    const bytes = await invoicePdf('RE-5001');
    const { id, account } = await mailboxOf();
    dovecot.deliver(account, rawMail({ files: [{ name: '../../RE 5.pdf', bytes }] }));
    await run(id);
    const [invoice] = await imported(id);
    expect(invoice?.file.name).toBe('RE 5.pdf');
    const rows = await demo.web.sql<{ received_by: string; sha256: Buffer }>(
      'select received_by, sha256 from file where invoice_id = $1',
      [invoice?.id],
    );
    expect(rows).toEqual([{ received_by: 'mailbox', sha256: sha256Of(bytes) }]);
  });
});

describe('MBX-02 which mails', () => {
  test('those of the period alone, and all of them once the period is longer; one without an invoice stays', async () => {
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

  test('a copy of a mail brings nothing new; another mail under the same name does', async () => {
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

  test('a worker that dies before the mail is put aside leaves an invoice, and the next run puts it aside', async () => {
    const { id, account } = await mailboxOf();
    dovecot.deliver(account, rawMail({ files: [{ name: 'a.pdf', bytes: pdfLike }] }));
    await expect(
      run(id, {
        deliver: async (...given) => {
          await deliverInvoice(...given);
          throw new Error('the worker is gone');
        },
      }),
    ).rejects.toThrow('gone');
    expect(await imported(id)).toEqual([]);
    await run(id);
    expect(await imported(id)).toHaveLength(1);
  });

  test('MBX-01 by POP3 each mail is imported once, too, and stays on the server', async () => {
    const { id, account } = await mailboxOf({ protocol: 'pop3', port: dovecot.ports.pop3s });
    const old = new Date(Date.now() - days(90));
    dovecot.deliver(account, rawMail({ date: old, files: [{ name: 'old.pdf', bytes: pdfLike }] }), old);
    dovecot.deliver(account, rawMail({ text: '.\r\n..\r\n...', files: [{ name: 'a.pdf', bytes: pdfLike }] }));
    expect(await run(id)).toMatchObject({ state: 'done', imported: 1 });
    expect(await run(id)).toMatchObject({ state: 'done', imported: 0 });
    expect(filesOf(await imported(id))).toEqual(['a.pdf']);
  });
});
