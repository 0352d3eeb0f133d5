import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contractRecognitionJobs } from '../../src/features/contract/server/recognition/recognition-job.ts';
import { deliverInvoice } from '../../src/features/invoice/server/deliver.ts';
import { recognitionJobs } from '../../src/features/invoice/server/recognition-job.ts';
import { keptMailJobs } from '../../src/features/mailbox/server/kept-mail-job.ts';
import { mailReader } from '../../src/features/mailbox/server/mail-reader.ts';
import { scannerFolders } from '../../src/features/mailbox/server/scanner-folders.ts';
import { takeMail } from '../../src/features/mailbox/server/take-mail.ts';
import { documentReader } from '../../src/features/recognition/server/reader.ts';
import { documentSigner } from '../../src/features/recognition/server/signer.ts';
import { minutes } from '../../src/platform/server/clock.ts';
import { type JobHandlers, runJob } from '../../src/platform/server/jobs/jobs.ts';
import { ReaderEnded } from '../../src/platform/server/reading-cell/cell-limits.ts';
import { text } from '../../src/platform/server/texts.ts';
import { ContractSetup } from '../contract/contract-setup.ts';
import { formOf, type WebCaller } from '../support/demo-web.ts';
import { drawContract } from '../support/drawn-contract.ts';
import { uploadOne } from '../support/intake.ts';
import { rawMail } from '../support/raw-mail.ts';
import { ublInvoice } from '../support/ubl-invoice.ts';

let setup: ContractSetup;
let admin: WebCaller;
let company: { readonly id: number; readonly name: string };
let tenant: string;
const inbox = mkdtempSync(join(tmpdir(), 'kontor-aside-'));

beforeAll(async () => {
  setup = await ContractSetup.open();
  admin = setup.admin;
  const found = await admin.get<{ tenant: { name: string }[]; client: (typeof company)[] }>(
    '{ tenant { name } client(limit: 1, order_by: { id: asc }) { id name } }',
  );
  tenant = found.tenant[0]?.name ?? '';
  company = found.client[0] ?? { id: 0, name: '' };
  mkdirSync(join(inbox, tenant, company.name), { recursive: true });
});
afterAll(async () => {
  await setup.close();
  rmSync(inbox, { recursive: true });
});

/** A reader that dies each time for an unknown reason, and counts its calls. */
function dying() {
  const asked = { times: 0 };
  const read = async (): Promise<never> => {
    asked.times += 1;
    throw new ReaderEnded('ended', 'killed by a test');
  };
  return { asked, read };
}

interface Jobs {
  readonly handlers: JobHandlers;
  readonly givenUp?: JobHandlers;
}
async function work(jobs: Jobs, kind: string): Promise<void> {
  const { database, clock, log } = setup.demo.web;
  const [job] = await setup.sql<{ id: string }>(
    'select id from job where kind = $1 order by id desc limit 1',
    [kind],
  );
  await runJob({ database, clock, log: log.log, ...jobs }, admin.context.tenantId, Number(job?.id));
}

/** A document received by one way, with a reader that dies on it. */
interface Arrived {
  /** Reads it as the product does automatically. */
  readonly read: () => Promise<unknown>;
  readonly asked: { readonly times: number };
  /** What is shown to people: the reason, and its file. */
  readonly shown: () => Promise<{
    readonly failure: string | null;
    readonly file: { readonly id: string } | null;
  }>;
  /** Asks for another reading like a person, with a working reader; returns what is shown then. */
  readonly again: () => Promise<unknown>;
}
type Way = (name: string) => Promise<{ readonly bytes: Buffer } & Arrived>;

async function ofInvoice(bytes: Buffer, invoice: number): ReturnType<Way> {
  const { database } = setup.demo.web;
  const { asked, read } = dying();
  const shown = async () => {
    const { invoice_by_pk: found } = await admin.get<{
      invoice_by_pk: { file: { id: string }; invoice_recognitions: { failure: string | null }[] };
    }>(
      `query ($id: bigint!) { invoice_by_pk(id: $id) {
         file { id } invoice_recognitions(order_by: { id: desc }, limit: 1) { failure } } }`,
      { id: invoice },
    );
    return { failure: found.invoice_recognitions[0]?.failure ?? null, file: found.file };
  };
  const askAs = (who: WebCaller) =>
    who.send({ method: 'POST', url: `/api/invoice/${invoice}/recognition`, payload: {} });
  /** The invoice's assignee may ask. */
  const ask = async () => {
    const asked = await askAs(admin);
    const { values } = asked.json<{ values?: { name: string } }>();
    if (!values) return asked;
    const [checker] = await setup.sql<{ email: string }>('select email from lb_user where name = $1', [
      values.name,
    ]);
    return await askAs(await setup.demo.person(checker?.email ?? ''));
  };
  return {
    ...{ bytes, asked, shown },
    read: () => work(recognitionJobs({ database, read }), 'recognise_invoice'),
    again: async () => {
      const asked = await ask();
      expect(asked.status, asked.body.toString()).toBe(200);
      await work(recognitionJobs({ database, read: documentReader().read }), 'recognise_invoice');
      return (await shown()).failure;
    },
  };
}

const invoiceFile = (number: string) => ublInvoice({ number, seller: 'Papierhaus' });
async function newestInvoice(): Promise<number> {
  const { invoice } = await admin.get<{ invoice: { id: number }[] }>(
    '{ invoice(limit: 1, order_by: { id: desc }) { id } }',
  );
  return invoice[0]?.id ?? 0;
}
const parts = () => {
  const { database, clock, log, configuration } = setup.demo.web;
  const { publicUrl } = configuration;
  const { log: ownLog } = log;
  return { database, clock, log: ownLog, publicUrl, sign: documentSigner(), deliver: deliverInvoice };
};

const byUpload: Way = async (name) => {
  const bytes = invoiceFile(name);
  const id = await uploadOne(admin, `${name}.xml`, bytes);
  await admin.send({ method: 'POST', url: `/api/invoice/${id}/recognition`, payload: {} });
  return await ofInvoice(bytes, id);
};

const byScanner: Way = async (name) => {
  const bytes = invoiceFile(name);
  writeFileSync(join(inbox, tenant, company.name, `${name}.xml`), bytes);
  const look = scannerFolders({ ...parts(), directory: inbox });
  await look();
  setup.demo.web.clock.forward(minutes(11));
  await look();
  return await ofInvoice(bytes, await newestInvoice());
};

const destination = async (mailboxId: number | null) =>
  ({ tenantId: admin.context.tenantId, mailboxId, clientId: null, mode: 'attachment' }) as const;

const withinMail: Way = async (name) => {
  const bytes = invoiceFile(name);
  const raw = rawMail({ files: [{ name: `${name}.xml`, bytes }] });
  await takeMail({ ...parts(), readMail: mailReader() }, await destination(null), name, raw);
  return await ofInvoice(bytes, await newestInvoice());
};

async function ofMail(name: string, mailboxId: number | null): ReturnType<Way> {
  const raw = rawMail({ subject: name, files: [{ name: `${name}.xml`, bytes: invoiceFile(name) }] });
  const { asked, read } = dying();
  const to = await destination(mailboxId);
  const whichMailbox = mailboxId === null ? '_is_null: true' : `_eq: ${mailboxId}`;
  const mails = async () =>
    (
      await admin.get<{
        mailbox_mail: { id: number; state: string; failure: string | null; file: { id: string } | null }[];
      }>(
        `{ mailbox_mail(where: { mailbox_id: { ${whichMailbox} } }, order_by: { id: desc }, limit: 1) { id state failure file { id } } }`,
      )
    ).mailbox_mail;
  return {
    ...{ bytes: raw, asked },
    read: () =>
      takeMail({ ...parts(), readMail: read }, to, name, raw).catch((error: Error) => error.message),
    shown: async () => (await mails())[0] ?? { failure: null, file: null },
    again: async () => {
      const [mail] = await mails();
      await admin.send({ method: 'POST', url: `/api/mailbox/mail/${mail?.id}/retry`, payload: {} });
      await work({ handlers: keptMailJobs({ ...parts(), readMail: mailReader() }) }, 'import_kept_mail');
      // Imported, and its copy is deleted.
      const [after, ...others] = await setup.sql<{ state: string; file_id: string | null }>(
        'select state, file_id from mailbox_mail where $1 = any (server_keys)',
        [name],
      );
      expect([after?.state, after?.file_id, others.length]).toEqual(['imported', null, 0]);
      expect(await setup.sql('select from file where id = $1', [mail?.file?.id])).toEqual([]);
      return null;
    },
  };
}

const toAddress: Way = (name) => ofMail(name, null);
const toMailbox: Way = async (name) => {
  const { insert_mailbox_one: mailbox } = await admin.get<{ insert_mailbox_one: { id: number } }>(
    'mutation ($object: mailbox_insert_input!) { insert_mailbox_one(object: $object) { id } }',
    { object: { name, host: 'localhost', port: 993, username: name, password: 'secret' } },
  );
  return await ofMail(name, mailbox.id);
};

const asContract: Way = async () => {
  const contract = await setup.save({ head: { client_id: setup.parties.client_id } });
  const bytes = await drawContract({ name: 'Nordlicht Software GmbH' });
  const document = String(contract.id);
  await admin.send({
    url: '/api/file',
    ...formOf({ kind: 'contract', document }, [{ name: 'Vertrag.pdf', bytes }]),
  });
  const { asked, read } = dying();
  const { database } = setup.demo.web;
  /** The newest first. */
  const readings = async () =>
    (
      await admin.get<{ contract_recognition: { id: number; failure: string | null; file_id: string }[] }>(
        `query ($id: bigint!) { contract_recognition(where: { contract_id: { _eq: $id } }, order_by: { id: desc }) {
           id failure file_id } }`,
        { id: contract.id },
      )
    ).contract_recognition;
  return {
    ...{ bytes, asked },
    read: () => work(contractRecognitionJobs({ database, read }), 'recognise_contract'),
    shown: async () => {
      const [last] = await readings();
      return { failure: last?.failure ?? null, file: last ? { id: last.file_id } : null };
    },
    again: async () => {
      await setup.act(contract, 'read_again', `recognition_id: ${(await readings())[0]?.id}`);
      const { readContract } = documentReader();
      await work(contractRecognitionJobs({ database, read: readContract }), 'recognise_contract');
      return (await readings())[0]?.failure;
    },
  };
};

const ways = {
  'an upload': byUpload,
  'a scanner': byScanner,
  'a file in a mail': withinMail,
  'a mail to the address': toAddress,
  'a mail in a mailbox': toMailbox,
  'a contract': asContract,
} as const satisfies Readonly<Record<string, Way>>;

describe('TECH-20 a document that ends its reader twice is put aside, by every way', () => {
  test.each(Object.entries(ways))(
    '%s is shown as not safe with its original, and is read again on request',
    async (way, bring) => {
      const { bytes, asked, read, shown, again } = await bring(`ASIDE-${way.replaceAll(' ', '-')}`);
      for (const turn of [1, 2, 3, 4]) {
        await read();
        expect(asked.times).toBe(Math.min(turn, 2));
      }
      const { failure, file } = await shown();
      expect(failure).toBe('not_safe');
      const original = await admin.send({ method: 'GET', url: `/api/file/${file?.id}` });
      expect(original.body).toEqual(bytes);
      expect(original.headers['content-disposition']).toMatch(/^attachment;/);
      expect(await again()).toBeNull();
    },
  );
});

describe('TECH-20 the original of a mail that was put aside', () => {
  const aside = async (name: string, who = admin) => {
    const { read, shown, bytes } = await ofMail(name, null);
    for (let turn = 0; turn < 3; turn += 1) await read();
    const { file } = await shown();
    const answer = await who.send({ method: 'GET', url: `/api/file/${file?.id}` });
    return { file, answer, bytes };
  };

  test('has a neutral type, and is only for administrators', async () => {
    const { answer } = await aside('NEUTRAL');
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    const buyer = await setup.demo.person('requester@demo.test');
    expect((await aside('NEUTRAL-2', buyer)).answer.status).toBe(404);
    const [mail] = await setup.sql<{ id: string }>(
      'select id from mailbox_mail where file_id is not null limit 1',
    );
    const refused = await buyer.send({
      method: 'POST',
      url: `/api/mailbox/mail/${mail?.id}/retry`,
      payload: {},
    });
    expect(refused.status).toBe(404);
  });

  test('is reported to the administrators once a day, in their language', async () => {
    const reported = () =>
      setup.sql<{ recipient: string }>("select recipient from mail where kind = 'warning' and subject = $1", [
        text('de', 'mail.mail_put_aside.subject'),
      ]);
    await setup.sql("delete from mail where kind = 'warning'");
    await setup.sql("delete from mailbox_mail where state = 'refused'");
    await aside('TOLD');
    const first = await reported();
    expect(first.map(({ recipient }) => recipient)).toContain('admin@demo.test');
    await aside('TOLD-2');
    expect(await reported()).toEqual(first);
  });

  test('is not kept for mails above the file limit, which are still noted', async () => {
    const raw = Buffer.concat([rawMail({ subject: 'large' }), Buffer.alloc(11 * 1024 * 1024, 0x20)]);
    const { read } = dying();
    const take = async () => takeMail({ ...parts(), readMail: read }, await destination(null), 'LARGE', raw);
    for (let turn = 0; turn < 2; turn += 1) await expect(take()).rejects.toThrow('killed by a test');
    expect(await take()).toBe('refused');
    expect(
      await setup.sql("select failure, file_id from mailbox_mail where 'LARGE' = any (server_keys)"),
    ).toEqual([{ failure: 'not_safe', file_id: null }]);
  });

  test('is no longer kept once those of a tenant take a hundred megabytes', async () => {
    const size = 10 * 1024 * 1024;
    await setup.sql(
      `with kept as (
         insert into file (tenant_id, name, mime, size, sha256, received_by)
           select $1, 'kept', 'application/octet-stream', $2, sha256('x'), 'mailbox' from generate_series(1, 10)
           returning tenant_id, id)
       insert into mailbox_mail (tenant_id, message_key, state, failure, file_id)
         select tenant_id, sha256(id::text::bytea), 'refused', 'not_safe', id from kept`,
      [admin.context.tenantId, size],
    );
    expect((await aside('FULL')).file).toBeNull();
    await setup.sql("delete from mailbox_mail where server_keys = '{}'");
    expect((await aside('ROOM')).file).not.toBeNull();
  });

  test('is deleted with its note', async () => {
    const { file } = await aside('GONE');
    await setup.sql("delete from mailbox_mail where 'GONE' = any (server_keys)");
    expect(await setup.sql('select from file where id = $1', [file?.id])).toEqual([]);
  });
});
