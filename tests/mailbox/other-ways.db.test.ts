import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverInvoice } from '../../src/features/invoice/server/deliver.ts';
import { importAddressMails, serverOf } from '../../src/features/mailbox/server/address-mails.ts';
import { mailReader } from '../../src/features/mailbox/server/mail-reader.ts';
import { takeScans } from '../../src/features/mailbox/server/scanner-folders.ts';
import { documentSigner } from '../../src/features/recognition/server/signer.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { believe, type Dovecot, startDovecot } from '../support/dovecot.ts';
import { rawMail } from '../support/raw-mail.ts';
import { jpeg, pdf } from '../support/sample-files.ts';

let demo: DemoWeb;
let admin: WebCaller;
let dovecot: Dovecot;
const readMail = mailReader();
const sign = documentSigner();
const inbox = mkdtempSync(join(tmpdir(), 'kontor-inbox-'));

beforeAll(async () => {
  [demo, dovecot] = await Promise.all([demoWeb(), startDovecot()]);
  await prepareQueue(demo.web.ownerUrl);
  believe(dovecot.authority);
  admin = await demo.person('admin@demo.test');
});
afterAll(async () => {
  await dovecot?.stop();
  await demo?.close();
  rmSync(inbox, { recursive: true });
});

const parts = () => {
  const { database, clock, log } = demo.web;
  return { database, clock, log: log.log, readMail, sign, deliver: deliverInvoice };
};
const originals = async (tenantId = admin.context.tenantId) =>
  (
    await demo.web.sql<{ name: string }>(
      `select f.name from invoice i join file f on f.tenant_id = i.tenant_id and f.id = i.file_id
       join lb_user u on u.tenant_id = i.tenant_id and u.id = i.creator_id and u.is_system where i.tenant_id = $1 order by i.id`,
      [tenantId],
    )
  ).map(({ name }) => name);

describe('REC-10 mails to the address that a tenant has for invoices', () => {
  const run = (account: string) =>
    importAddressMails(
      parts(),
      serverOf(
        `imaps://${account}:${encodeURIComponent(dovecot.password)}@localhost:${dovecot.ports.imaps}/INBOX`,
      ),
    );
  const setAddress = (address: string | null) =>
    admin.get('mutation ($set: tenant_save_set_input!) { tenant_save(set: $set) { id } }', {
      set: { import_invoice_email: address },
    });

  test('become invoices of that tenant; what is for nobody is put aside and told', async () => {
    await setAddress('Rechnung@nordfeld.test');
    const account = dovecot.account();
    const files = [{ name: 'by-address.pdf', bytes: pdf }];
    dovecot.deliver(account, rawMail({ to: 'Nordfeld <rechnung@NORDFELD.test>', files }));
    dovecot.deliver(account, rawMail({ to: 'nobody@nordfeld.test', files }));
    dovecot.deliver(account, 'From: a@b.test\r\n\r\nHello');
    expect(await run(account)).toEqual({ imported: 1, refused: 2 });
    expect(await originals()).toEqual(['by-address.pdf']);
    const places = ['INBOX.imported', 'INBOX.not-imported'].map((folder) => dovecot.count(account, folder));
    expect([dovecot.count(account), ...places]).toEqual([0, 1, 2]);
  });

  test('an address that another tenant claims as well belongs to neither', async () => {
    await setAddress('rechnung@nordfeld.test');
    await demo.web.sql(
      "insert into tenant (name, import_invoice_email) values ('Thief', 'RECHNUNG@nordfeld.test')",
    );
    const account = dovecot.account();
    const before = await originals();
    dovecot.deliver(
      account,
      rawMail({ to: 'rechnung@nordfeld.test', files: [{ name: 'claimed.pdf', bytes: pdf }] }),
    );
    expect(await run(account)).toEqual({ imported: 0, refused: 1 });
    expect(await originals()).toEqual(before);
    expect(demo.web.log.lines().at(-1)?.msg).toBe('a mail to the address for invoices is for two tenants');
  });

  test('a mailbox that cannot be read is told to whoever runs the product', async () => {
    const server = serverOf(`imaps://x:wrong@localhost:${dovecot.ports.imaps}/INBOX`);
    expect(await importAddressMails(parts(), server)).toBeNull();
    const line = demo.web.log.lines().at(-1);
    expect(line).toMatchObject({ failure: 'login_refused' });
    expect(JSON.stringify(line)).not.toContain('wrong');
  });
});

describe('MBX-06 a folder for scanners', () => {
  const long = new Date(Date.now() - 60_000);
  let place: string;
  let company: { id: number; name: string };

  beforeAll(async () => {
    const { tenant } = await admin.get<{ tenant: readonly { name: string }[] }>('{ tenant { name } }');
    const { client } = await admin.get<{ client: readonly { id: number; name: string }[] }>(
      '{ client(limit: 1, order_by: { id: asc }) { id name } }',
    );
    company = client[0] ?? { id: 0, name: '' };
    place = join(inbox, String(tenant[0]?.name), company.name);
    mkdirSync(place, { recursive: true });
  });

  const scan = (name: string, bytes: Buffer | string, at = long) => {
    writeFileSync(join(place, name), bytes);
    utimesSync(join(place, name), at, at);
  };
  const look = () => takeScans({ ...parts(), directory: inbox });
  const plain = (names: readonly string[]) => names.map((name) => name.replace(/^\S+ /, '')).toSorted();

  test('each complete file is an invoice of the company and goes to done', async () => {
    scan('Scan 1.pdf', pdf);
    scan('photo.jpg', jpeg);
    scan('being-written.pdf', pdf, new Date());
    scan('other.pdf.part', pdf);
    await look();
    expect((await originals()).slice(-2).toSorted()).toEqual(['Scan 1.pdf', 'photo.jpg']);
    expect(plain(readdirSync(join(place, 'done')))).toEqual(['Scan 1.pdf', 'photo.jpg']);
    expect(readdirSync(place).toSorted()).toEqual(['being-written.pdf', 'done', 'other.pdf.part']);
    const [row] = await demo.web.sql<{ client_id: string; received_by: string }>(
      `select i.client_id, f.received_by from invoice i join file f on f.tenant_id = i.tenant_id and f.id = i.file_id
       where f.name = 'Scan 1.pdf'`,
    );
    expect([Number(row?.client_id), row?.received_by]).toEqual([company.id, 'scanner']);
  });

  test('what is no invoice file, or too large, goes to refused with a text that says why', async () => {
    scan('notes.txt', 'hello');
    scan('huge.pdf', Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]));
    await look();
    const refused = readdirSync(join(place, 'refused'));
    expect(plain(refused)).toEqual(['huge.pdf', 'huge.pdf.txt', 'notes.txt', 'notes.txt.txt']);
    const why = refused.find((name) => name.endsWith('notes.txt.txt')) ?? '';
    expect(readFileSync(join(place, 'refused', why), 'utf8')).toContain('PDF');
  });

  test('a file that was taken and not moved is not taken twice', async () => {
    scan('again.pdf', pdf);
    const before = (await originals()).length;
    await Promise.all([look(), look()]);
    expect(await originals()).toHaveLength(before + 1);
    scan('once.pdf', pdf);
    await look();
    const [moved = ''] = readdirSync(join(place, 'done')).filter((name) => name.endsWith('once.pdf'));
    // As if the worker had died between the two.
    scan('once.pdf', readFileSync(join(place, 'done', moved)));
    await look();
    expect(await originals()).toHaveLength(before + 2);
  });

  test('a folder of no company is told, links are not followed', async () => {
    const stranger = join(place, '../No such company');
    mkdirSync(stranger);
    writeFileSync(join(stranger, 'a.pdf'), pdf);
    utimesSync(join(stranger, 'a.pdf'), long, long);
    writeFileSync(join(inbox, 'secret.pdf'), pdf);
    symlinkSync(join(inbox, 'secret.pdf'), join(place, 'link.pdf'));
    const before = await originals();
    await look();
    expect(await originals()).toEqual(before);
    expect(plain(readdirSync(join(stranger, 'refused')))).toEqual(['a.pdf', 'a.pdf.txt']);
    expect(readdirSync(place)).toContain('link.pdf');
  });
});
