import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deliverInvoice } from '../../src/features/invoice/server/deliver.ts';
import { MailboxFailed } from '../../src/features/mailbox/failure.ts';
import type { ImportParts } from '../../src/features/mailbox/server/import-job.ts';
import { openMailSource } from '../../src/features/mailbox/server/mail-source.ts';
import { outgoingHosts } from '../../src/platform/server/outgoing.ts';
import { text } from '../../src/platform/server/texts.ts';
import type { Dovecot } from '../support/dovecot.ts';
import { rawMail } from '../support/raw-mail.ts';
import { pdf } from '../support/sample-files.ts';
import { type Mailboxes, openMailboxes } from './mailboxes.ts';

let mailboxes: Mailboxes;
let dovecot: Dovecot;
const run: Mailboxes['run'] = (...given) => mailboxes.run(...given);

beforeAll(async () => {
  mailboxes = await openMailboxes();
  ({ dovecot } = mailboxes);
});
afterEach(() => {
  for (const proxy of Object.values(mailboxes.proxies)) proxy.trouble = null;
});
afterAll(() => mailboxes?.close());

const mail = (name: string) => rawMail({ subject: name, files: [{ name, bytes: pdf }] });
const namesOf = async (id: number) => (await mailboxes.imported(id)).map(({ file }) => file.name).toSorted();
const lastError = async (id: number) =>
  (
    await mailboxes.admin.get<{ mailbox_by_pk: { last_error: unknown } }>(
      'query ($id: bigint!) { mailbox_by_pk(id: $id) { last_error } }',
      { id },
    )
  ).mailbox_by_pk.last_error;
const warnings = async (account: string) =>
  (
    await mailboxes.demo.web.sql<{ subject: string }>(
      "select subject from mail where kind = 'warning' and subject like $1 order by id",
      [`%${account}%`],
    )
  ).map(({ subject }) => subject);
const aboutMail = (account: string) =>
  text('de', 'mail.mail_refused.subject', { mailbox: `Rechnungen ${account}` });

/** Short timeouts in milliseconds, so that the server seems slow for minutes. */
const impatient = { patience: { answer: 1_500, inAll: 60_000 } } satisfies Partial<ImportParts>;
const slow = { state: 'failed', failure: 'too_slow' };

describe('MBX-02 a server that sends without end', () => {
  test.each(['imap', 'pop3'] as const)(
    '%s: is left as soon as it exceeds the time limit, before the login ends',
    async (protocol) => {
      const { id, account } = await mailboxes.troubledMailbox(protocol);
      dovecot.deliver(account, mail('a.pdf'));
      mailboxes.proxies[protocol].trouble = { kind: 'drips', from: null };
      expect(await run(id, impatient)).toEqual(slow);
      expect(await lastError(id)).toEqual({ code: 'too_slow' });
      mailboxes.proxies[protocol].trouble = null;
      expect(await run(id)).toMatchObject({ state: 'done', imported: 1 });
    },
  );

  test.each([
    ['imap', /BODY/],
    ['pop3', /RETR/],
  ] as const)('%s: also in the middle of a mail, which a later run imports', async (protocol, from) => {
    const { id, account } = await mailboxes.troubledMailbox(protocol);
    dovecot.deliver(account, mail('a.pdf'));
    mailboxes.proxies[protocol].trouble = { kind: 'drips', from };
    expect(await run(id, impatient)).toEqual(slow);
    expect(await mailboxes.imported(id)).toEqual([]);
    mailboxes.proxies[protocol].trouble = null;
    expect(await run(id)).toMatchObject({ state: 'done', imported: 1 });
    expect(await namesOf(id)).toEqual(['a.pdf']);
    expect(await mailboxes.mailsOf(id)).toEqual([{ state: 'imported', failure: null, invoice_count: 1 }]);
  });

  test('has one time limit for all answers together, however short each is', async () => {
    const server = {
      ...({ protocol: 'pop3', host: '127.0.0.1', port: dovecot.ports.pop3, tls: false } as const),
      ...{ username: dovecot.account(), password: dovecot.password, folder: 'INBOX' },
    };
    const source = await openMailSource(server, outgoingHosts(['127.0.0.0/8']), {
      answer: 60_000,
      inAll: 1_000,
    });
    let answers = 0;
    const ask = async (): Promise<void> => {
      for (; ; answers += 1) await source.list(new Date());
    };
    await expect(ask()).rejects.toEqual(new MailboxFailed('too_slow'));
    expect(answers).toBeGreaterThan(1);
    source.abort();
  });
});

describe('MBX-04 a mail that fails each time', () => {
  const poisoned: Partial<ImportParts> = {
    deliver: async (tx, context, invoice) => {
      if (invoice.file.name.startsWith('poison')) throw new Error('an unexpected error');
      return await deliverInvoice(tx, context, invoice);
    },
  };

  test('does not block others; after three runs it is reported once, then skipped until a retry', async () => {
    const { id, account } = await mailboxes.mailboxOf();
    dovecot.deliver(account, mail('poison.pdf'), new Date(Date.now() - 60_000));
    for (const turn of [1, 2, 3]) {
      dovecot.deliver(account, mail(`good-${turn}.pdf`));
      expect(await run(id, poisoned)).toEqual({ state: 'done', imported: 1, refused: turn === 3 ? 1 : 0 });
      expect(await lastError(id)).toEqual({ code: 'mails_refused', values: { count: 1 } });
      expect(await warnings(account)).toEqual(turn === 3 ? [aboutMail(account)] : []);
    }
    expect(await namesOf(id)).toEqual(['good-1.pdf', 'good-2.pdf', 'good-3.pdf']);
    expect(await mailboxes.mailsOf(id)).toContainEqual({
      ...{ state: 'refused', failure: 'unexpected', invoice_count: 0 },
    });

    // It could be imported now, but nobody requests it.
    expect(await run(id)).toEqual({ state: 'done', imported: 0, refused: 0 });
    expect(await warnings(account)).toHaveLength(1);
    expect(await run(id, poisoned, true)).toMatchObject({ state: 'done', imported: 0 });
    expect(await warnings(account)).toHaveLength(1);

    expect(await run(id, {}, true)).toEqual({ state: 'done', imported: 1, refused: 0 });
    expect(await namesOf(id)).toContain('poison.pdf');
    expect(await lastError(id)).toBeNull();
    expect([dovecot.count(account), dovecot.count(account, 'INBOX.imported')]).toEqual([0, 4]);
  });

  test('a mail that the server never returns does not block the later ones', async () => {
    const { id, account } = await mailboxes.troubledMailbox('pop3');
    const { pop3 } = mailboxes.proxies;
    dovecot.deliver(account, mail('stuck.pdf'), new Date(Date.now() - 60_000));
    dovecot.deliver(account, mail('good-0.pdf'), new Date(Date.now() - 50_000));
    pop3.trouble = { kind: 'cut', from: /RETR 1\r/ };
    const failed = { state: 'failed', failure: 'unreachable' };
    expect(await run(id)).toEqual(failed);
    for (const turn of [1, 2, 3]) {
      expect(await run(id)).toEqual(failed);
      dovecot.deliver(account, mail(`good-${turn}.pdf`), new Date(Date.now() - 40_000 + turn * 1000));
    }
    expect(await namesOf(id)).toEqual(['good-0.pdf', 'good-1.pdf', 'good-2.pdf']);
    expect(await run(id)).toEqual({ state: 'done', imported: 1, refused: 0 });
    expect(await lastError(id)).toEqual({ code: 'mails_refused', values: { count: 1 } });
    expect(await warnings(account)).toContain(aboutMail(account));
    pop3.trouble = null;
    expect(await run(id, {}, true)).toMatchObject({ state: 'done', imported: 1 });
    expect(await namesOf(id)).toContain('stuck.pdf');
  });

  test('an unknown failure of a run is in the list and, after three runs, reported to the administrators', async () => {
    const { id, account } = await mailboxes.mailboxOf();
    dovecot.deliver(account, mail('a.pdf'));
    const unsealed: Partial<ImportParts> = {
      secrets: {
        seal: (secret) => Buffer.from(secret),
        unseal: () => {
          throw new Error('another key');
        },
      },
    };
    for (const count of [0, 0, 1, 1]) {
      expect(await run(id, unsealed)).toEqual({ state: 'failed', failure: 'unexpected' });
      expect(await warnings(account)).toHaveLength(count);
    }
    expect(await lastError(id)).toEqual({ code: 'unexpected' });
    expect(await run(id)).toMatchObject({ state: 'done', imported: 1 });
    expect(await lastError(id)).toBeNull();
  });
});
