import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailLimits } from '../../src/features/mailbox/mail-limits.ts';
import { smtpTransport } from '../../src/platform/server/mail/mail-smtp.ts';
import { sendQueuedMail } from '../../src/platform/server/mail/mail-task.ts';
import { startMailServer } from '../support/mail-server.ts';
import { type RawMail, rawMail } from '../support/raw-mail.ts';
import { pdf } from '../support/sample-files.ts';
import { type Mailboxes, openMailboxes } from './mailboxes.ts';

let mailboxes: Mailboxes;

beforeAll(async () => {
  mailboxes = await openMailboxes();
});
afterAll(() => mailboxes?.close());

const server = 'mx.kontor.test';
const answering = (change: object = {}) =>
  mailboxes.mailboxOf({ answers_senders: true, authentication_server: server, ...change });
const proof = (result = 'pass') =>
  `Authentication-Results: ${server}; dmarc=${result} header.from=supplier.test`;
const microsoft = {
  authentication_server: null,
  oauth_application: 'a',
  oauth_directory: 'b.test',
  oauth_secret: 'c',
};
const newSender = () => `buchhaltung-${randomUUID().slice(0, 8)}@supplier.test`;
const invoice = { name: 'RE-4711.pdf', bytes: pdf };

async function deliver({ account }: { readonly account: string }, mail: RawMail | Buffer): Promise<void> {
  const proven = (one: RawMail) => rawMail({ ...one, header: one.header ?? [proof()] });
  mailboxes.dovecot.deliver(account, Buffer.isBuffer(mail) ? mail : proven(mail));
}
const answersTo = (recipient: string) =>
  mailboxes.demo.web.sql<{ id: number; tenant_id: number; subject: string; text_body: string }>(
    "select id, tenant_id, subject, text_body from mail where kind = 'answer' and recipient = $1 order by id",
    [recipient],
  );

describe('MBX-08 the automatic answer of a mailbox', () => {
  test('confirms a received mail in the language of the tenant, as an automatic reply', async () => {
    const mailbox = await answering();
    const from = newSender();
    await deliver(mailbox, { id: 'one@supplier.test', from, subject: 'Rechnung 4711', files: [invoice] });
    expect(await mailboxes.run(mailbox.id)).toMatchObject({ imported: 1 });
    const [answer] = await answersTo(from);
    expect(answer).toMatchObject({ subject: 'Eingegangen: Rechnung 4711' });
    expect(answer?.text_body).toContain('Daraus übernommene Rechnungen: 1.');

    const outgoing = await startMailServer();
    const { database, clock, configuration } = mailboxes.demo.web;
    const transport = smtpTransport(outgoing.url, 'Kontor <kontor@kontor.test>');
    const parts = { database, clock, publicUrl: configuration.publicUrl, transport };
    await sendQueuedMail(parts, { tenantId: answer?.tenant_id ?? 0, mailId: answer?.id ?? 0 });
    await outgoing.close();
    const [sent] = outgoing.mails;
    for (const line of [`To: ${from}`, 'Auto-Submitted: auto-replied', 'In-Reply-To: <one@supplier.test>'])
      expect(sent).toContain(line);
  });

  test('names the reason why a mail without a readable invoice was not taken', async () => {
    const mailbox = await answering();
    const from = newSender();
    await deliver(mailbox, { from, subject: 'Anbei', files: [{ name: 'Rechnung.docx', bytes: 'PK' }] });
    await mailboxes.run(mailbox.id);
    const [answer] = await answersTo(from);
    expect(answer?.subject).toBe('Nicht übernommen: Anbei');
    expect(answer?.text_body).toContain('Rechnung.docx: Nicht lesbar: kein PDF, XML, JPG oder PNG');
  });

  test('names the reason why an unreadable mail was put aside', async () => {
    const mailbox = await answering();
    const from = newSender();
    const parts = Array.from({ length: 600 }, (_, place) => ({ name: `${place}.txt`, bytes: 'x' }));
    await deliver(mailbox, { from, files: parts });
    expect(await mailboxes.run(mailbox.id)).toMatchObject({ refused: 1 });
    const [answer] = await answersTo(from);
    expect(answer?.text_body).toContain('Nicht lesbar: zu viele Teile');
  });

  test.each(['imap', 'pop3'])('%s: reports a mail that is too large to be fetched', async (protocol) => {
    const { imaps, pop3s } = mailboxes.dovecot.ports;
    const mailbox = await answering({ protocol, port: protocol === 'imap' ? imaps : pop3s });
    const from = newSender();
    const bytes = Buffer.alloc(0.8 * mailLimits.bytes);
    await deliver(mailbox, { from, files: [{ name: 'Scan.pdf', bytes }] });
    expect(await mailboxes.run(mailbox.id)).toMatchObject({ refused: 1 });
    const [answer] = await answersTo(from);
    expect(answer?.text_body).toContain('Nicht lesbar: zu groß');
  });

  test('is off until an administrator switches it on', async () => {
    const mailbox = await mailboxes.mailboxOf();
    const from = newSender();
    await deliver(mailbox, { from, files: [invoice] });
    await mailboxes.run(mailbox.id);
    expect(await answersTo(from)).toEqual([]);
  });

  test.each([
    ['a list', { header: [proof(), 'List-Id: <news.supplier.test>'] }],
    ['an automatic mail', { header: [proof(), 'Auto-Submitted: auto-generated'] }],
    ['a sender whom the receiving server did not check', { header: [] }],
    ['a sender whom the receiving server found false', { header: [proof('fail')] }],
    ['a mail of more than two days ago', { date: new Date(Date.now() - 3 * 86_400_000) }],
  ] satisfies [string, RawMail][])('is not sent to %s, which is imported all the same', async (_, change) => {
    const mailbox = await answering();
    const from = newSender();
    await deliver(mailbox, { from, files: [invoice], ...change });
    expect(await mailboxes.run(mailbox.id)).toMatchObject({ imported: 1 });
    expect(await answersTo(from)).toEqual([]);
  });

  test('is sent once for a mail in two mailboxes, also when the import is retried', async () => {
    const [one, other] = [await answering(), await answering()];
    const from = newSender();
    const mail = rawMail({ from, files: [invoice], header: [proof()] });
    for (const mailbox of [one, other]) {
      await deliver(mailbox, mail);
      await mailboxes.run(mailbox.id);
      await mailboxes.run(mailbox.id, {}, true);
    }
    expect(await answersTo(from)).toHaveLength(1);
  });

  test('is sent to one sender at most three times a day', async () => {
    const mailbox = await answering();
    const from = newSender();
    for (const turn of [1, 2, 3, 4, 5]) await deliver(mailbox, { from, subject: `Rechnung ${turn}` });
    await mailboxes.run(mailbox.id);
    expect(await answersTo(from)).toHaveLength(3);
    await mailboxes.demo.web.sql(
      "update mail set created_at = now() - interval '25 hours' where recipient = $1",
      [from],
    );
    await deliver(mailbox, { from, subject: 'Rechnung 6' });
    await mailboxes.run(mailbox.id);
    expect(await answersTo(from)).toHaveLength(4);
  });

  test('needs the name of the server that checks senders', async () => {
    await expect(answering({ authentication_server: null })).rejects.toThrow(/field_required/);
    expect((await answering({ sign_in: 'microsoft', ...microsoft })).id).toBeGreaterThan(0);
  });

  test('is never sent to the mailbox itself', async () => {
    const own = newSender();
    const { id } = await answering({ username: own });
    await deliver({ account: own }, { from: own, files: [invoice] });
    expect(await mailboxes.run(id)).toMatchObject({ imported: 1 });
    expect(await answersTo(own)).toEqual([]);
  });
});
