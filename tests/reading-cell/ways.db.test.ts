import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverInvoice } from '../../src/features/invoice/server/deliver.ts';
import { recognitionJobs } from '../../src/features/invoice/server/recognition-job.ts';
import { mailReader } from '../../src/features/mailbox/server/mail-reader.ts';
import { scannerFolders } from '../../src/features/mailbox/server/scanner-folders.ts';
import { takeMail } from '../../src/features/mailbox/server/take-mail.ts';
import { documentReader } from '../../src/features/recognition/server/reader.ts';
import { documentSigner } from '../../src/features/recognition/server/signer.ts';
import { minutes } from '../../src/platform/server/clock.ts';
import { runJob } from '../../src/platform/server/jobs/jobs.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { residentBytes } from '../../src/platform/server/reading-cell/cell-limits.ts';
import { type DemoWeb, demoWeb, formOf, type WebCaller } from '../support/demo-web.ts';
import { inDepth } from '../support/depth.ts';
import { upload } from '../support/intake.ts';
import { rawMail } from '../support/raw-mail.ts';
import { cxmlBombs, mailBombs, pictureBombs, xmlBombs } from './other-bombs.ts';
import { pdfBombs } from './pdf-bombs.ts';
import { watched } from './process-memory.ts';

let demo: DemoWeb;
let admin: WebCaller;
let company: string;
let tenant: string;
const inbox = mkdtempSync(join(tmpdir(), 'kontor-bombs-'));
const { read } = documentReader(inDepth(4, 10));
const overshoot = 500 * 2 ** 20;

beforeAll(async () => {
  demo = await demoWeb();
  await prepareQueue(demo.web.ownerUrl);
  admin = await demo.person('admin@demo.test');
  const found = await admin.get<{ tenant: { name: string }[]; client: { name: string }[] }>(
    '{ tenant { name } client(limit: 1, order_by: { id: asc }) { name } }',
  );
  [tenant, company] = [found.tenant[0]?.name ?? '', found.client[0]?.name ?? ''];
  mkdirSync(join(inbox, tenant, company), { recursive: true });
});
afterAll(async () => {
  await demo?.close();
  rmSync(inbox, { recursive: true });
});

const parts = () => {
  const { database, clock, log, configuration } = demo.web;
  return { database, clock, log: log.log, publicUrl: configuration.publicUrl, deliver: deliverInvoice };
};

/** Runs all waiting readings like a worker; returns their results. */
async function workedOff(): Promise<readonly string[]> {
  const jobs = await demo.web.sql<{ id: string }>(
    "select id from job where kind = 'recognise_invoice' and state = 'queued' order by id",
  );
  const { database } = demo.web;
  const handlers = recognitionJobs({ database, read });
  for (const { id } of jobs) await runJob({ ...parts(), ...handlers }, admin.context.tenantId, Number(id));
  const ends = await demo.web.sql<{ end: string }>(
    'select coalesce(failure, state) as end from invoice_recognition where job_id = any ($1)',
    [jobs.map(({ id }) => id)],
  );
  return ends.map(({ end }) => end);
}

type Way = (bytes: Buffer, place: number) => Promise<readonly (string | number)[]>;

const byUpload: Way = async (bytes) => {
  const [received] = await upload(admin, [{ name: 'upload', bytes }]);
  if (received?.error) return [received.error.code];
  await admin.send({ method: 'POST', url: `/api/invoice/${received?.id}/recognition`, payload: {} });
  return await workedOff();
};
const byScanner: Way = async (bytes, place) => {
  const name = bytes.includes('%PDF-') ? `${place}.pdf` : bytes[0] === 0x89 ? `${place}.png` : `${place}.jpg`;
  writeFileSync(join(inbox, tenant, company, name), bytes);
  const look = scannerFolders({ ...parts(), directory: inbox });
  await look();
  demo.web.clock.forward(minutes(11));
  await look();
  expect(readdirSync(join(inbox, tenant, company))).toEqual(['done']);
  return await workedOff();
};
const byMail: Way = async (raw, place) => {
  const destination = {
    tenantId: admin.context.tenantId,
    mailboxId: null,
    clientId: null,
    mode: 'attachment',
  } as const;
  const taking = await takeMail(
    { ...parts(), readMail: mailReader(), sign: documentSigner(inDepth(4, 10)) },
    destination,
    `mail ${place}`,
    raw,
  );
  return [taking, ...(await workedOff())];
};
const withFile: Way = (bytes, place) => {
  const name = bytes.includes('%PDF-') ? 'a.pdf' : 'a.xml';
  return byMail(rawMail({ files: [{ name, bytes }] }), place);
};
const asLogo: Way = async (bytes) => {
  const form = formOf({ kind: 'master_image', document: '0' }, [{ name: 'a.png', bytes }]);
  const answer = await admin.send({ url: '/api/file', ...form });
  return [answer.status === 200 ? 'kept' : answer.json<{ code: string }>().code];
};
const asNotice: Way = async (payload) => {
  const answer = await demo.send({
    ...{ method: 'POST', url: `/api/punchin/notice/${admin.context.tenantId}/1`, payload },
    headers: { 'content-type': 'text/xml' },
  });
  return [answer.status, /code="(\d+)"/.exec(answer.body.toString())?.[1] ?? 'none'];
};

const ways = [
  ['upload', byUpload, { ...pdfBombs, ...xmlBombs, ...pictureBombs }],
  ['scanner', byScanner, { ...pdfBombs, ...pictureBombs }],
  ['mail with a file', withFile, { ...pdfBombs, ...xmlBombs }],
  ['mail', byMail, mailBombs],
  ['logo', asLogo, pictureBombs],
  ['notice', asNotice, cxmlBombs],
] as const;
/** All bombs by every way; in the short form another one by each way. */
const cases = ways.flatMap(([way, bring, bombs], turn) => {
  const all = Object.entries(bombs).map(([bomb, made], place) => ({ way, bomb, bring, made, place }));
  return inDepth(all.slice(turn % all.length).slice(0, 1), all);
});

describe('TECH-20 a bomb is accepted, and its result is a code', () => {
  test.each(cases)('$bomb by $way', async ({ bring, made, place }) => {
    const bytes = made();
    let outcomes: readonly (string | number)[] = [];
    const seen = await watched(async () => {
      outcomes = await bring(bytes, place);
    });
    expect(outcomes.length).toBeGreaterThan(0);
    expect(outcomes).not.toContain('unexpected');
    expect(outcomes).not.toContain(500);
    expect(seen.maxOfOne).toBeLessThan(residentBytes + overshoot);
    // Other requests are answered as before.
    const { client } = await admin.get<{ client: unknown[] }>('{ client { id } }');
    expect(client.length).toBeGreaterThan(0);
  });
});
