import { deliverInvoice } from '../src/features/invoice/server/deliver.ts';
import { mailboxJob, mailboxJobs } from '../src/features/mailbox/server/import-job.ts';
import { mailReader } from '../src/features/mailbox/server/mail-reader.ts';
import { openPop3 } from '../src/features/mailbox/server/pop3.ts';
import { documentSigner } from '../src/features/recognition/server/signer.ts';
import { systemClock } from '../src/platform/server/clock.ts';
import { systemContext } from '../src/platform/server/jobs/jobs.ts';
import { openLog } from '../src/platform/server/log.ts';
import { usualMailTokenUrls } from '../src/platform/server/mail-token-urls.ts';
import { outgoingHosts } from '../src/platform/server/outgoing.ts';
import { deriveSecrets } from '../src/platform/server/secrets.ts';
import { rawMail } from '../tests/support/raw-mail.ts';
import type { Figure, Side } from './figure.ts';
import type { Fixture } from './fixture.ts';
import { textInvoice, xmlInvoice } from './invoice-documents.ts';
import { keepByHand } from './keep-by-hand.ts';
import { type Pop3Server, startPop3 } from './pop3-server.ts';
import { secretKey } from './served.ts';

const login = { username: 'bench', password: 'bench' };
const local = '127.0.0.1';

/**
 * Requests per second are mails per second: each is read from the server by its own run and becomes one invoice with
 * two files. The hand-written side also reads the mail and stores its data, without checking which files are
 * invoices.
 */
export const mailFigure: Figure = {
  name: 'mail_import',
  title: 'a mail with an invoice as XML and as PDF, from its server until it is an invoice: mails per second',
  concurrencies: [1],
  sides: async (fixture) => {
    const server = await startPop3();
    fixture.atEnd(() => server.stop());
    return { product: await productSide(fixture, server), hand: handSide(fixture, server) };
  },
};

async function newMail(): Promise<Buffer> {
  const [xml, pdf] = await Promise.all([xmlInvoice(), textInvoice()]);
  return rawMail({ files: [pdf, xml] });
}

async function productSide(fixture: Fixture, server: Pop3Server): Promise<Side> {
  const { database, owner, tenant } = fixture;
  const secrets = deriveSecrets(secretKey);
  const { rows } = await owner.query<{ id: string }>(
    `insert into mailbox (tenant_id, name, protocol, host, port, tls, username, password, folder, period_in_days, import_mode)
     values ($1, 'Bench', 'pop3', $2, $3, false, $4, $5, 'INBOX', 30, 'attachment') returning id`,
    [tenant.tenantId, local, server.port, login.username, secrets.seal(login.password)],
  );
  const { [mailboxJob]: handler } = mailboxJobs({
    ...{ database, secrets, clock: systemClock, log: openLog('error'), publicUrl: 'http://127.0.0.1' },
    hosts: outgoingHosts([local]),
    tokenUrls: usualMailTokenUrls,
    readMail: mailReader(),
    sign: documentSigner(),
    deliver: deliverInvoice,
  });
  const job = {
    ...{ id: 0, kind: mailboxJob, progress: async () => {} },
    context: systemContext(tenant.tenantId),
    input: { mailbox_id: Number(rows[0]?.id) },
  };
  return async () => {
    server.put(await newMail());
    const result = JSON.stringify(await handler?.(job));
    if (!result.includes('"imported":1')) throw new Error(`the mail was not imported: ${result}`);
    return result;
  };
}

function handSide(fixture: Fixture, server: Pop3Server): Side {
  const readMail = mailReader();
  return async () => {
    server.put(await newMail());
    const where = {
      protocol: 'pop3',
      host: local,
      port: server.port,
      tls: false,
      folder: '',
      ...login,
    } as const;
    const source = await openPop3(where, local, new AbortController().signal);
    const [listed] = await source.list(new Date());
    const raw = listed && (await source.contentOf(listed));
    await source.close();
    const { files } = await readMail(null, raw ?? Buffer.alloc(0));
    const kept = [];
    for (const { name, bytes } of files)
      kept.push(await keepByHand(fixture, { name, bytes: Buffer.from(bytes) }, '{}'));
    return kept.join();
  };
}
