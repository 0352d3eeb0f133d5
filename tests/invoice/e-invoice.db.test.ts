import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recognitionJobs } from '../../src/features/invoice/server/recognition-job.ts';
import { readDocument } from '../../src/features/recognition/server/read-document.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import { runJob } from '../../src/platform/server/jobs/jobs.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { openLog } from '../../src/platform/server/log.ts';
import { type DemoWeb, demoWeb, formOf, type WebCaller } from '../support/demo-web.ts';
import { hybridInvoice, type PrintedInvoice, printedAsInXml } from '../support/hybrid-invoice.ts';
import { jpeg, pdf } from '../support/sample-files.ts';

let demo: DemoWeb;
let accountant: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  await prepareQueue(demo.web.ownerUrl);
  accountant = await demo.person('accountant@demo.test');
  // Without VAT IDs, any supplier may be the sender (INV-25).
  await demo.web.sql('update supplier set vat_number = null');
});
afterAll(() => demo.close());

async function received(bytes: Buffer): Promise<number> {
  const form = formOf({ recognition_start: 'by_hand' }, [{ name: 'hybrid.pdf', bytes, field: 'files[]' }]);
  const answer = await accountant.send({ ...form, url: '/api/invoice/upload' });
  return Number(answer.json<{ invoices: { id: number }[] }>().invoices[0]?.id);
}

async function recognise(id: number): Promise<void> {
  const started = await accountant.send({
    method: 'POST',
    url: `/api/invoice/${id}/recognition`,
    payload: {},
  });
  const { database } = demo.web;
  const { handlers } = recognitionJobs({ database, read: (_, bytes, known) => readDocument(bytes, known) });
  const jobs = { database, clock: systemClock, log: openLog('silent'), handlers };
  await runJob(jobs, accountant.context.tenantId, started.json<{ job_id: number }>().job_id);
}

/** A received and read hybrid invoice with these pages; the other fields are typed. */
async function checked(
  printed: Partial<PrintedInvoice>,
  account: { readonly iban?: null } = { iban: null },
): Promise<{ id: number; version: number }> {
  const id = await received(await hybridInvoice({ ...printedAsInXml, ...printed }));
  await recognise(id);
  const own = await accountant.get<{
    lb_user_by_pk: { client_id: number; department_id: number };
    supplier: { id: number }[];
    invoice_by_pk: { timeline: { content_version: number } };
  }>(
    `query ($me: bigint!, $id: bigint!) { lb_user_by_pk(id: $me) { client_id department_id }
      supplier(limit: 1, order_by: { id: asc }) { id } invoice_by_pk(id: $id) { timeline { content_version } } }`,
    { me: accountant.context.userId, id },
  );
  const { invoice_save: saved } = await accountant.get<{
    invoice_save: { timeline: { content_version: number } };
  }>(
    `mutation ($key: uuid!, $id: bigint!, $version: Int!, $head: invoice_save_head_input!) {
      invoice_save(idempotency_key: $key, id: $id, expected_version: $version, head: $head) { timeline { content_version } } }`,
    {
      key: randomUUID(),
      id,
      version: own.invoice_by_pk.timeline.content_version,
      head: {
        ...{ ...own.lb_user_by_pk, ...account },
        ...{ supplier_id: own.supplier[0]?.id, payment_method: 'ONLINE_PAYMENT' },
      },
    },
  );
  return { id, version: saved.timeline.content_version };
}

const forward = `mutation ($key: uuid!, $id: bigint!, $version: Int!, $comment: String, $confirmations: [String!]) {
  invoice_to_approval(idempotency_key: $key, id: $id, expected_version: $version, comment: $comment,
    confirmations: $confirmations) {
    status timeline { timeline_entries { message_code } } } }`;

test('REC-11 pages that differ from the XML need a confirmation, which appears in the timeline', async () => {
  const { id, version } = await checked({ net: '2.000,00', tax: '380,00', gross: '2.380,00' });
  const { invoice_by_pk: read } = await accountant.get<{
    invoice_by_pk: { total_brutto: number; recognition_raw: { differences: { field: string }[] } };
  }>('query ($id: bigint!) { invoice_by_pk(id: $id) { total_brutto recognition_raw } }', { id });
  expect(read.total_brutto).toBe(238);
  expect(read.recognition_raw.differences.map(({ field }) => field)).toEqual([
    'totalNet',
    'totalTax',
    'totalGross',
  ]);

  const refusal = await accountant.refusal(forward, { key: randomUUID(), id, version });
  expect(refusal).toMatchObject({ confirm: { code: 'pages_differ' } });
  const { invoice_to_approval: done } = await accountant.get<{
    invoice_to_approval: {
      status: string;
      timeline: { timeline_entries: { message_code: string | null }[] };
    };
  }>(forward, { key: randomUUID(), id, version, confirmations: [refusal.confirm?.hash] });
  expect(done.status).toBe('financial-approval');
  expect(done.timeline.timeline_entries.map(({ message_code }) => message_code)).toContain('pages_differ');
});

test('REC-11 pages that match the XML need no confirmation', async () => {
  const { id, version } = await checked({ number: 'RE 2026/4711' });
  const comment = 'Ein zweites Exemplar';
  const asked = await accountant.refusal(forward, { key: randomUUID(), id, version, comment });
  // The question is about the number of the invoice above, not about the pages.
  expect(asked).toMatchObject({ confirm: { code: 'possible_duplicate' } });
  const { invoice_to_approval: done } = await accountant.get<{ invoice_to_approval: { status: string } }>(
    forward,
    { key: randomUUID(), id, version, comment, confirmations: [asked.confirm?.hash] },
  );
  expect(done.status).toBe('financial-approval');
});

test('API-41 all that forwarding asks is asked at once and confirmed together', async () => {
  const { id, version } = await checked({ net: '2.000,00', tax: '380,00', gross: '2.380,00' });
  const comment = 'Ein weiteres Exemplar';
  const { confirm } = await accountant.refusal(forward, { key: randomUUID(), id, version, comment });
  const questions = confirm ? [confirm, ...(confirm.further ?? [])] : [];
  expect(questions.map(({ code }) => code)).toEqual(['possible_duplicate', 'pages_differ']);
  const confirmations = questions.map(({ hash }) => hash);
  const { invoice_to_approval: done } = await accountant.get<{ invoice_to_approval: { status: string } }>(
    forward,
    { key: randomUUID(), id, version, comment, confirmations },
  );
  expect(done.status).toBe('financial-approval');
});

test('INV-21 the account of an e-invoice waits for a second person, even with online payment', async () => {
  const { id, version } = await checked({}, {});
  const comment = 'Ein drittes Exemplar';
  const first = await accountant.refusal(forward, { key: randomUUID(), id, version, comment });
  const confirmations = [first.confirm?.hash].filter(Boolean);
  const refusal = await accountant.refusal(forward, {
    key: randomUUID(),
    id,
    version,
    comment,
    confirmations,
  });
  expect(refusal.code).toBe('bank_data_unconfirmed');
});

test('REC-11 TECH-11 files embedded in an e-invoice become its documents once, except programs', async () => {
  const beside = { 'Aufmaß.pdf': pdf, Foto: jpeg, 'Rechner.exe': Buffer.from('MZ\u0090\0\u0003\0') };
  const id = await received(await hybridInvoice(printedAsInXml, beside));
  const kept = async () =>
    (
      await accountant.get<{
        invoice_by_pk: {
          recognition_raw: { warnings: string[]; files?: unknown };
          invoice_recognitions: { state: string }[];
          document_files: { name: string; file: { mime: string } | null }[];
        };
      }>(
        `query ($id: bigint!) { invoice_by_pk(id: $id) { recognition_raw invoice_recognitions { state }
          document_files(order_by: { name: asc }) { name file { mime } } } }`,
        { id },
      )
    ).invoice_by_pk;
  await recognise(id);
  const { document_files: files, recognition_raw: raw } = await kept();
  expect(files).toEqual([
    { name: 'Aufmaß.pdf', file: { mime: 'application/pdf' } },
    { name: 'Foto.jpg', file: { mime: 'image/jpeg' } },
  ]);
  expect(raw.warnings).toContain('files_left_in_original');
  expect(raw.files).toBeUndefined();

  await recognise(id);
  const again = await kept();
  expect(again.invoice_recognitions).toEqual([{ state: 'done' }, { state: 'done' }]);
  expect(again.document_files).toHaveLength(2);
});
