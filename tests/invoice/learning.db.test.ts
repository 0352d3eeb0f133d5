import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepLesson } from '../../src/features/invoice/server/hints.ts';
import { type LearnFromDocument, learningJobs } from '../../src/features/invoice/server/learning-job.ts';
import { recognitionJobs } from '../../src/features/invoice/server/recognition-job.ts';
import type { Hint } from '../../src/features/recognition/hint.ts';
import type { Reading } from '../../src/features/recognition/reading.ts';
import { learnFromDocument, readDocument } from '../../src/features/recognition/server/read-document.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import { runJob } from '../../src/platform/server/jobs/jobs.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { openLog } from '../../src/platform/server/log.ts';
import { ReaderEnded } from '../../src/platform/server/reading-cell/cell-limits.ts';
import { type DemoWeb, demoWeb, formOf, type WebCaller } from '../support/demo-web.ts';
import { drawTyped } from '../support/drawn-invoice.ts';

let demo: DemoWeb;
let accountant: WebCaller;
let admin: WebCaller;
let supplierId: number;
let head: Record<string, unknown>;

const supplierName = 'Vogel Beratung GmbH';
const insertSupplier = `mutation ($name: String!) {
  supplier: insert_supplier_one(object: { name: $name, country: "DE" }) { id } }`;

beforeAll(async () => {
  demo = await demoWeb();
  await prepareQueue(demo.web.ownerUrl);
  [accountant, admin] = await Promise.all([
    demo.person('accountant@demo.test'),
    demo.person('admin@demo.test'),
  ]);
  supplierId = await newSupplier(admin);
  const { lb_user_by_pk: own } = await accountant.get<{
    lb_user_by_pk: { client_id: number; department_id: number };
  }>('query ($id: bigint!) { lb_user_by_pk(id: $id) { client_id department_id } }', {
    id: accountant.context.userId,
  });
  head = {
    supplier_id: supplierId,
    ...own,
    total_brutto: 1082.9,
    tax: 19,
    vat_number: 'DE136695976',
    payment_method: 'ONLINE_PAYMENT',
  };
});
afterAll(() => demo.close());

async function newSupplier(who: WebCaller, name = supplierName): Promise<number> {
  const { supplier } = await who.get<{ supplier: { id: number } }>(insertSupplier, { name });
  return supplier.id;
}

/** An invoice of a supplier who labels the invoice number "Vorgangszeichen". */
const drawn = (number: string, day: string, label = 'Vorgangszeichen', seller = supplierName) =>
  drawTyped(`
   ${seller}
   Rechnung

   ${label}:  ${number}            Kunde   K-2281
   Rechnungsdatum:  ${day}.11.2026

   Leistung                                              Stunden        Satz            Betrag
   Jahresabschluss Vorbereitung                            6,50       140,00 EUR       910,00 EUR

   Summe netto                                                                         910,00 EUR
   19% Mehrwertsteuer                                                                  172,90 EUR
   Rechnungsbetrag                                                                   1.082,90 EUR
`);

const learnt: LearnFromDocument = (_, ...document) => learnFromDocument(...document);
const runner = (who: WebCaller, jobId: number, learn = learnt) => {
  const { database } = demo.web;
  const recognition = recognitionJobs({
    database,
    read: (_, bytes, known) => readDocument(bytes, known),
  }).handlers;
  const handlers = {
    ...recognition,
    ...learningJobs({ database, learn }),
  };
  return runJob(
    { database, clock: systemClock, log: openLog('silent'), handlers },
    who.context.tenantId,
    jobId,
  );
};

/** Uploads a file and runs the recognition; returns the id of the invoice. */
async function received(bytes: Buffer, who = accountant): Promise<number> {
  const form = formOf({ recognition_start: 'by_hand' }, [{ name: 'rechnung.pdf', bytes, field: 'files[]' }]);
  const answer = await who.send({ ...form, url: '/api/invoice/upload' });
  const id = Number(answer.json<{ invoices: { id: number }[] }>().invoices[0]?.id);
  const begun = await who.send({ method: 'POST', url: `/api/invoice/${id}/recognition`, payload: {} });
  expect(begun.status, begun.body.toString()).toBe(200);
  await runner(who, begun.json<{ job_id: number }>().job_id);
  return id;
}

/** The invoice number as read. */
async function numberRead(id: number) {
  const [row] = await demo.web.sql<{ recognition_raw: Reading }>(
    "select raw as recognition_raw from invoice_recognition where invoice_id = $1 and state = 'done' order by id desc limit 1",
    [id],
  );
  const { value, sure } = row?.recognition_raw.fields.invoiceNumber ?? {};
  return { value, sure };
}

async function versionOf(id: number): Promise<number> {
  const { invoice_by_pk: invoice } = await accountant.get<{
    invoice_by_pk: { timeline: { content_version: number } };
  }>('query ($id: bigint!) { invoice_by_pk(id: $id) { timeline { content_version } } }', { id });
  return invoice.timeline.content_version;
}

/** Corrects an invoice, forwards it to its approvers, and runs the learning job. */
async function corrected(id: number, values: Record<string, unknown>, learn = learnt): Promise<number> {
  await accountant.get(
    `mutation ($key: uuid!, $id: bigint, $version: Int, $head: invoice_save_head_input) {
      invoice_save(idempotency_key: $key, id: $id, expected_version: $version, head: $head) { id } }`,
    { key: randomUUID(), id, version: await versionOf(id), head: { ...head, ...values } },
  );
  await accountant.get(
    `mutation ($key: uuid!, $id: bigint!, $version: Int!) {
      invoice_to_approval(idempotency_key: $key, id: $id, expected_version: $version) { id } }`,
    { key: randomUUID(), id, version: await versionOf(id) },
  );
  const jobs = await demo.web.sql<{ id: number }>(
    "select id from job where kind = 'learn_from_invoice' and input ->> 'invoice_id' = $1 order by id desc limit 1",
    [String(id)],
  );
  const job = Number(jobs[0]?.id);
  await runner(accountant, job, learn);
  return job;
}

interface ShownHint {
  readonly id: number;
  readonly anchor: string;
  readonly taught_by: { readonly id: number } | null;
}

const hints = async (who: WebCaller, supplier = supplierId) =>
  (
    await who.get<{ supplier_hint: ShownHint[] }>(
      `query ($id: bigint!) { supplier_hint(where: { supplier_id: { _eq: $id } }, order_by: { id: asc }) {
        id anchor taught_by { id } } }`,
      { id: supplier },
    )
  ).supplier_hint;

const forget = 'mutation ($id: bigint!) { delete_supplier_hint_by_pk(id: $id) { id } }';

describe('REC-05 one correction teaches', () => {
  let first: number;

  test('the next invoice of the supplier is read with the lesson and is sure', async () => {
    first = await received(await drawn('VG-7714', '02'));
    expect((await numberRead(first)).value).not.toBe('VG-7714');
    await corrected(first, { number_printed: 'VG-7714' });
    const second = await received(await drawn('VG-10233', '03'));
    expect(await numberRead(second)).toEqual({ value: 'VG-10233', sure: true });
  });

  test('only supplier administrators see the lesson with its invoice and person', async () => {
    expect(await hints(admin)).toMatchObject([
      { anchor: 'Vorgangszeichen:', taught_by: { id: accountant.context.userId } },
    ]);
    const [row] = await demo.web.sql<{ source_invoice_id: string }>(
      'select source_invoice_id from supplier_hint',
    );
    expect(Number(row?.source_invoice_id)).toBe(first);
    expect(await hints(accountant)).toEqual([]);
    expect(await hints(await demo.person('admin@other.test'))).toEqual([]);
  });

  test('other suppliers and other tenants are read as before', async () => {
    const other = await received(await drawn('AB-4711', '04', undefined, 'Ambros Technik GmbH'));
    expect((await numberRead(other)).value).not.toBe('AB-4711');
    const neighbourAdmin = await demo.person('admin@other.test');
    await newSupplier(neighbourAdmin);
    const neighbour = await demo.person('requester@other.test');
    const theirs = await received(await drawn('VG-555', '05'), neighbour);
    expect((await numberRead(theirs)).value).not.toBe('VG-555');
  });

  test('a correct reading teaches nothing, and a second run learns nothing twice', async () => {
    const id = await received(await drawn('VG-10234', '06'));
    await corrected(id, {});
    expect(await hints(admin)).toHaveLength(1);
    const jobs = await demo.web.sql<{ id: number; result: unknown }>(
      "select id, result from job where kind = 'learn_from_invoice' order by id desc limit 1",
    );
    expect(jobs).toMatchObject([{ result: { state: 'nothing_to_learn' } }]);
  });

  test('a hint contradicted twice is forgotten', async () => {
    const once = await received(await drawn('VG-20001   Belegkennung  BK-17', '07'));
    expect((await numberRead(once)).value).toBe('VG-20001');
    await corrected(once, { number_printed: 'BK-17' });
    const twice = await received(await drawn('VG-20002   Belegkennung  BK-18', '08'));
    expect(await numberRead(twice)).toEqual({ value: 'BK-18', sure: false });
    await corrected(twice, {});
    expect((await hints(admin)).map(({ anchor }) => anchor)).toEqual(['Belegkennung']);
    const next = await received(await drawn('VG-20003   Belegkennung  BK-19', '09'));
    expect(await numberRead(next)).toEqual({ value: 'BK-19', sure: true });
  });

  test('TECH-20 a document that crashes its reader twice is not read a third time for learning', async () => {
    const id = await received(await drawn('VG-30001   Belegkennung  BK-30', '10'));
    let asked = 0;
    const dying = async (): Promise<never> => {
      asked += 1;
      throw new ReaderEnded('ended', 'killed by a test');
    };
    const job = await corrected(id, { number_printed: 'VG-30001' }, dying);
    await runner(accountant, job, dying);
    await runner(accountant, job, dying);
    expect(asked).toBe(2);
    const [row] = await demo.web.sql<{ result: unknown }>('select result from job where id = $1', [job]);
    expect(row).toEqual({ result: { state: 'nothing_to_learn' } });
  });

  test('only an administrator can delete a hint, which is audited and ends its effect', async () => {
    const [hint] = await hints(admin);
    expect((await accountant.refusal(forget, { id: hint?.id })).code).toBe('permission_denied');
    await admin.get(forget, { id: hint?.id });
    expect(await hints(admin)).toEqual([]);
    const history = await admin.send({ method: 'GET', url: `/api/audit/history/supplier/${supplierId}` });
    expect(history.body.toString()).toContain('Belegkennung');
    const next = await received(await drawn('VG-30001   Belegkennung  BK-77', '10'));
    expect((await numberRead(next)).value).not.toBe('BK-77');
  });

  test('the three newest hints of a field are kept', async () => {
    const supplier = await newSupplier(admin, 'Lang Handel GmbH');
    const learnt = ['eins', 'zwei', 'drei', 'vier'].map(
      (word): Hint => ({
        field: 'invoiceNumber',
        anchor: `Zeichen ${word}`,
        relation: 'right',
        page: 'any',
        shape: '9',
        slashOrder: null,
        against: null,
      }),
    );
    const invoiceId = await received(await drawn('VG-40001', '11'));
    await demo.web.database.inTenant(
      accountant.context,
      (tx) =>
        keepLesson(
          tx,
          accountant.context,
          { supplierId: supplier, invoiceId },
          { learnt, right: [], wrong: [] },
        ),
      { role: 'writer' },
    );
    const kept = (await hints(admin, supplier)).map(({ anchor }) => anchor);
    expect(kept).toEqual(['Zeichen zwei', 'Zeichen drei', 'Zeichen vier']);
  });

  test('hints are deleted with their supplier', async () => {
    const supplier = await newSupplier(admin, 'Kurz Handel GmbH');
    await demo.web.sql(
      `insert into supplier_hint (tenant_id, supplier_id, field, anchor, relation, page)
       select tenant_id, id, 'dueDate', 'Fällig', 'right', 'any' from supplier where id = $1`,
      [supplier],
    );
    await admin.get('mutation ($id: bigint!) { delete_supplier_by_pk(id: $id) { id } }', { id: supplier });
    expect(await demo.web.sql('select id from supplier_hint where supplier_id = $1', [supplier])).toEqual([]);
  });
});
