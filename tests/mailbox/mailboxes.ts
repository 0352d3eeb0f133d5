import { deliverInvoice } from '../../src/features/invoice/server/deliver.ts';
import { type ImportParts, mailboxJob, mailboxJobs } from '../../src/features/mailbox/server/import-job.ts';
import { mailReader } from '../../src/features/mailbox/server/mail-reader.ts';
import { documentSigner } from '../../src/features/recognition/server/signer.ts';
import { systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { type MailTokenUrls, usualMailTokenUrls } from '../../src/platform/server/mail-token-urls.ts';
import { outgoingHosts } from '../../src/platform/server/outgoing.ts';
import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { believe, type Dovecot, startDovecot } from '../support/dovecot.ts';
import { type MailProxy, startMailProxy } from '../support/mail-proxy.ts';

export interface Imported {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly client_id: number | null;
  readonly creator: { readonly name: string };
  readonly file: { readonly name: string };
  readonly document_files: readonly { readonly name: string }[];
  readonly invoice_recognitions: readonly { readonly state: string }[];
}

/** Mailboxes of the demo on a real mail server, read as by the worker. */
export interface Mailboxes {
  readonly demo: DemoWeb;
  readonly admin: WebCaller;
  readonly dovecot: Dovecot;
  /** Proxies before the server, to simulate failures. */
  readonly proxies: Readonly<Record<'imap' | 'pop3', MailProxy>>;
  /** Creates a mailbox as an administrator does. */
  mailboxOf(change?: Record<string, unknown>): Promise<{ id: number; account: string }>;
  /** Creates a mailbox that is read through a proxy. */
  troubledMailbox(protocol: 'imap' | 'pop3'): Promise<{ id: number; account: string }>;
  /** Runs the job of a mailbox as the worker does; `retry` as set by the button. */
  run(id: number, change?: Partial<ImportParts>, retry?: boolean): Promise<unknown>;
  /** The invoices imported from a mailbox. */
  imported(id: number): Promise<readonly Imported[]>;
  /** The rows of its list of mails. */
  mailsOf(id: number): Promise<readonly object[]>;
  close(): Promise<void>;
}

/** Where tokens for mailboxes are issued and looked at. */
export interface TokenPlaces {
  readonly urls: MailTokenUrls;
  readonly introspectionUrl: string;
}

export async function openMailboxes(tokens?: TokenPlaces): Promise<Mailboxes> {
  const mailTokenUrls = tokens?.urls ?? usualMailTokenUrls;
  const [demo, dovecot] = await Promise.all([
    demoWeb({ privateNetworks: ['127.0.0.0/8', '::1'], mailTokenUrls }),
    startDovecot(tokens?.introspectionUrl),
  ]);
  const [imap, pop3] = await Promise.all([
    startMailProxy(dovecot.ports.imap),
    startMailProxy(dovecot.ports.pop3),
  ]);
  const proxies = { imap, pop3 };
  await prepareQueue(demo.web.ownerUrl);
  believe(dovecot.authority);
  const admin = await demo.person('admin@demo.test');
  const mailboxOf: Mailboxes['mailboxOf'] = async (change = {}) => {
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
  };
  return {
    ...{ demo, admin, dovecot, proxies, mailboxOf },
    troubledMailbox: (protocol) =>
      mailboxOf({ protocol, host: '127.0.0.1', port: proxies[protocol].port, tls: false }),
    run: runOf(demo, admin),
    imported: async (id) => {
      const { invoice } = await admin.get<{ invoice: readonly Imported[] }>(
        `query ($id: bigint!) { invoice(where: { mailbox_id: { _eq: $id } }, order_by: { id: asc }) {
          id name status client_id creator { name } file { name } document_files(order_by: { id: asc }) { name }
          invoice_recognitions { state } } }`,
        { id },
      );
      return invoice;
    },
    mailsOf: async (id) => {
      const { mailbox_mail: mails } = await admin.get<{ mailbox_mail: readonly object[] }>(
        `query ($id: bigint!) { mailbox_mail(where: { mailbox_id: { _eq: $id } }, order_by: { id: asc }) {
          state failure invoice_count } }`,
        { id },
      );
      return mails;
    },
    close: async () => {
      await Promise.all([imap.stop(), pop3.stop()]);
      await dovecot.stop();
      await demo.close();
    },
  };
}

function runOf({ web }: DemoWeb, admin: WebCaller): Mailboxes['run'] {
  const { database, clock, log, configuration } = web;
  const parts: ImportParts = {
    database,
    clock,
    log: log.log,
    publicUrl: configuration.publicUrl,
    hosts: outgoingHosts(['127.0.0.0/8', '::1']),
    secrets: deriveSecrets(configuration.secretKey),
    tokenUrls: configuration.mailTokenUrls ?? usualMailTokenUrls,
    readMail: mailReader(),
    sign: documentSigner(),
    deliver: deliverInvoice,
  };
  return async (id, change = {}, retry = false) =>
    await mailboxJobs({ ...parts, ...change })[mailboxJob]?.({
      id: 0,
      kind: mailboxJob,
      context: systemContext(admin.context.tenantId),
      input: { mailbox_id: id, retry },
      progress: async () => {},
    });
}
