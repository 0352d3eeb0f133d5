import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverInvoice } from '../../src/features/invoice/server/deliver.ts';
import { addressMails, serverOf } from '../../src/features/mailbox/server/address-mails.ts';
import { mailReader } from '../../src/features/mailbox/server/mail-reader.ts';
import { documentSigner } from '../../src/features/recognition/server/signer.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { ReaderEnded } from '../../src/platform/server/reading-cell/cell-limits.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { believe, type Dovecot, startDovecot } from '../support/dovecot.ts';
import { rawMail } from '../support/raw-mail.ts';
import { pdf } from '../support/sample-files.ts';

let demo: DemoWeb;
let admin: WebCaller;
let dovecot: Dovecot;
const readMail = mailReader();
const sign = documentSigner();

beforeAll(async () => {
  [demo, dovecot] = await Promise.all([demoWeb(), startDovecot()]);
  await prepareQueue(demo.web.ownerUrl);
  believe(dovecot.authority);
  admin = await demo.person('admin@demo.test');
});
afterAll(async () => {
  await dovecot?.stop();
  await demo?.close();
});

const parts = () => {
  const { database, clock, log, configuration } = demo.web;
  const { publicUrl } = configuration;
  return { database, clock, log: log.log, publicUrl, readMail, sign, deliver: deliverInvoice };
};
const originals = async (tenantId = admin.context.tenantId) =>
  (
    await demo.web.sql<{ name: string }>(
      `select f.name from invoice i join file f on f.tenant_id = i.tenant_id and f.id = i.file_id
       join lb_user u on u.tenant_id = i.tenant_id and u.id = i.creator_id and u.is_system where i.tenant_id = $1 order by i.id`,
      [tenantId],
    )
  ).map(({ name }) => name);

describe('REC-10 mails to the invoice address of a tenant', () => {
  const addressOf = (account: string) =>
    serverOf(
      `imaps://${account}:${encodeURIComponent(dovecot.password)}@localhost:${dovecot.ports.imaps}/INBOX`,
    );
  const run = (account: string) => addressMails(parts(), addressOf(account))();
  const setAddress = (address: string | null) =>
    admin.get('mutation ($set: tenant_save_set_input!) { tenant_save(set: $set) { id } }', {
      set: { import_invoice_email: address },
    });

  test('become invoices of that tenant; mails for no tenant are put aside and reported', async () => {
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

  test('an address claimed by two tenants belongs to neither', async () => {
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
    expect(demo.web.log.lines().at(-1)?.msg).toBe('a mail to an invoice address belongs to two tenants');
  });

  test('a mail that fails each time does not block others, and is put aside after three runs', async () => {
    await setAddress('once@nordfeld.test');
    const account = dovecot.account();
    const to = 'once@nordfeld.test';
    dovecot.deliver(account, rawMail({ to, files: [{ name: 'poison.pdf', bytes: pdf }] }));
    const look = addressMails(
      {
        ...parts(),
        deliver: async (tx, context, invoice) => {
          if (invoice.file.name === 'poison.pdf') throw new Error('an unexpected error');
          return await deliverInvoice(tx, context, invoice);
        },
      },
      addressOf(account),
    );
    for (const turn of [1, 2, 3]) {
      dovecot.deliver(account, rawMail({ to, files: [{ name: `good-${turn}.pdf`, bytes: pdf }] }));
      expect(await look()).toEqual({ imported: 1, refused: turn === 3 ? 1 : 0 });
    }
    expect((await originals()).slice(-3)).toEqual(['good-1.pdf', 'good-2.pdf', 'good-3.pdf']);
    const places = ['INBOX.imported', 'INBOX.not-imported'].map((folder) => dovecot.count(account, folder));
    expect([dovecot.count(account), ...places]).toEqual([0, 3, 1]);
  });

  test('TECH-20 a mail that ends its reader is put aside before a third attempt, also after restarts', async () => {
    const account = dovecot.account();
    dovecot.deliver(
      account,
      rawMail({ to: 'once@nordfeld.test', files: [{ name: 'killer.pdf', bytes: pdf }] }),
    );
    let asked = 0;
    const dying = async (): Promise<never> => {
      asked += 1;
      throw new ReaderEnded('ended', 'killed by a test');
    };
    // A restart loses the state in memory.
    const restarted = () => addressMails({ ...parts(), readMail: dying }, addressOf(account))();
    expect(await restarted()).toEqual({ imported: 0, refused: 0 });
    expect(await restarted()).toEqual({ imported: 0, refused: 0 });
    expect(await restarted()).toEqual({ imported: 0, refused: 1 });
    expect([asked, dovecot.count(account, 'INBOX.not-imported')]).toEqual([2, 1]);
    // The header names the tenant, so that its administrators find the mail as well.
    const { mailbox_mail: mails } = await admin.get<{ mailbox_mail: { file: { id: string } | null }[] }>(
      '{ mailbox_mail(where: { mailbox_id: { _is_null: true }, failure: { _eq: "not_safe" } }) { file { id } } }',
    );
    const original = await admin.send({ method: 'GET', url: `/api/file/${mails[0]?.file?.id}` });
    expect([mails.length, original.body.includes('killer.pdf')]).toEqual([1, true]);
  });

  test('an unreadable mailbox is reported to the operator', async () => {
    const server = serverOf(`imaps://x:wrong@localhost:${dovecot.ports.imaps}/INBOX`);
    expect(await addressMails(parts(), server)()).toBeNull();
    const line = demo.web.log.lines().at(-1);
    expect(line).toMatchObject({ failure: 'login_refused' });
    expect(JSON.stringify(line)).not.toContain('wrong');
  });
});
