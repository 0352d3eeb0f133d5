import { randomUUID } from 'node:crypto';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlannedPage } from '../../src/features/invoice/page-plan.ts';
import { recognitionJobs } from '../../src/features/invoice/server/recognition-job.ts';
import { withPdf } from '../../src/features/recognition/server/pdf-file.ts';
import { readDocument } from '../../src/features/recognition/server/read-document.ts';
import { type DocumentReader, documentReader } from '../../src/features/recognition/server/reader.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import { runJob } from '../../src/platform/server/jobs/jobs.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { openLog } from '../../src/platform/server/log.ts';
import { type DemoWeb, demoWeb, formOf, type RestAnswer, type WebCaller } from '../support/demo-web.ts';
import { isDeep } from '../support/depth.ts';
import { drawInvoice, drawStack } from '../support/drawn-invoice.ts';
import { ublSample } from '../support/e-invoice-samples.ts';

let demo: DemoWeb;
let accountant: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  await prepareQueue(demo.web.ownerUrl);
  accountant = await demo.person('accountant@demo.test');
});
afterAll(() => demo.close());

async function upload(name: string, bytes: Buffer, who = accountant): Promise<number> {
  const settings = { confirmed: 'duplicate_file', recognition_start: 'by_hand' };
  const form = formOf(settings, [{ field: 'files[]', name, bytes }]);
  const answer = await who.send({ ...form, url: '/api/invoice/upload' });
  const [received] = answer.json<{ invoices: readonly { id: number | null }[] }>().invoices;
  expect(received?.id, answer.body.toString()).toBeTypeOf('number');
  return Number(received?.id);
}

type Part = readonly PlannedPage[];

const pages = (id: number, ...numbers: readonly number[]): Part =>
  numbers.map((page) => ({ invoice_id: id, page, turn: 0 }));

async function arrange(
  parts: readonly Part[],
  {
    key = randomUUID(),
    who = accountant,
    ids,
  }: { key?: string; who?: WebCaller; ids?: readonly number[] } = {},
): Promise<RestAnswer> {
  const invoice_ids = ids ?? [...new Set(parts.flat().map(({ invoice_id }) => invoice_id))];
  return await who.send({
    method: 'POST',
    url: '/api/invoice/pages',
    payload: { idempotency_key: key, invoice_ids, parts },
  });
}

async function arranged(parts: readonly Part[]): Promise<void> {
  const answer = await arrange(parts);
  expect(answer.status, answer.body.toString()).toBe(200);
}

/** The numbers printed on the shown pages of an invoice, and the rotation of each page. */
async function shown(id: number): Promise<readonly string[]> {
  const { body } = await accountant.send({ method: 'GET', url: `/api/invoice/${id}/document` });
  return await withPdf(body, async (document) => {
    const found: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
      const [first = '-'] = /(?:Anlage zu )?[A-Z]-\d/.exec(text) ?? [];
      found.push(page.rotate === 0 ? first : `${first} ${page.rotate}`);
    }
    return found;
  });
}

interface Seen {
  readonly id: number;
  readonly status: string;
  readonly name: string;
  readonly number_printed: string | null;
  readonly invoice_number_formatted: string;
  readonly file: { readonly name: string } | null;
  readonly view_file: { readonly name: string } | null;
  readonly possible_duplicates: readonly unknown[];
  readonly timeline: {
    readonly timeline_entries: readonly {
      readonly type: string;
      readonly status: string | null;
      readonly message_code: string | null;
      readonly message_values: Readonly<Record<string, string>> | null;
    }[];
  };
}

async function seen(id: number): Promise<Seen> {
  const { invoice_by_pk } = await accountant.get<{ invoice_by_pk: Seen }>(
    `query ($id: bigint!) { invoice_by_pk(id: $id) {
      id status name number_printed invoice_number_formatted possible_duplicates file { name } view_file { name }
      timeline { timeline_entries(order_by: { entry_no: asc }) { type status message_code message_values } } } }`,
    { id },
  );
  return invoice_by_pk;
}

/** The timeline entries about pages. */
const reported = ({ timeline }: Seen): readonly string[] =>
  timeline.timeline_entries.flatMap(({ message_code, message_values }) =>
    message_code ? [[message_code, ...Object.values(message_values ?? {})].join(' ')] : [],
  );

/** The invoices received as this file or made from it, in order. */
async function madeOf(id: number): Promise<readonly number[]> {
  const rows = await demo.web.sql<{ id: number }>(
    'select i.id from invoice i where i.file_id = (select file_id from invoice where id = $1) order by i.id',
    [id],
  );
  return rows.map((row) => Number(row.id));
}

/** All received files in the archive. */
async function archive(...ids: readonly number[]): Promise<readonly string[]> {
  const rows = await demo.web.sql<{ found: string }>(
    `select f.id || encode(sha256(string_agg(c.bytes, '' order by c.chunk_no)), 'hex') || f.retain_until as found
     from file f join file_chunk c on c.tenant_id = f.tenant_id and c.file_id = f.id
     where f.invoice_id = any($1) and f.received_by = 'upload' group by f.tenant_id, f.id order by 1`,
    [ids],
  );
  return rows.map(({ found }) => found);
}

describe('REC-12 ARC-01 pages are arranged before the recognition', () => {
  test('a stack is split: the first part stays the invoice, the others become new ones, the original is kept', async () => {
    const stack = await drawStack(['A-1', 'B-2', 'C-3']);
    const id = await upload('stapel.pdf', stack);
    const before = await archive(id);
    await arranged([pages(id, 1, 2), pages(id, 3, 4), pages(id, 5, 6)]);
    const [first = 0, second = 0, third = 0, ...none] = await madeOf(id);
    expect([first, none]).toEqual([id, []]);
    expect(await shown(first)).toEqual(['A-1', 'Anlage zu A-1']);
    expect(await shown(second)).toEqual(['B-2', 'Anlage zu B-2']);
    expect(await shown(third)).toEqual(['C-3', 'Anlage zu C-3']);
    expect(await archive(id)).toEqual(before);
    const rest = await seen(third);
    expect(rest).toMatchObject({
      status: 'open',
      name: 'stapel (5–6)',
      file: { name: 'stapel.pdf' },
      view_file: { name: 'stapel (5–6).pdf' },
      possible_duplicates: [],
    });
    expect(rest.invoice_number_formatted).toMatch(/^IN-\d{6}$/);
    expect(reported(rest)).toEqual(['pages_taken stapel.pdf 5–6']);
    const original = await demo.web.sql<{ file_id: string }>('select file_id from invoice where id = $1', [
      third,
    ]);
    const received = await accountant.send({ method: 'GET', url: `/api/file/${original[0]?.file_id}` });
    expect(received.body.equals(stack)).toBe(true);
  });

  test('files are joined in order: the invoice of the first page stays, the other ends and refers to it', async () => {
    const first = await upload('brief.pdf', await drawStack(['A-1']));
    const second = await upload('anlage.pdf', await drawStack(['B-2']));
    const before = await archive(first, second);
    await arranged([[...pages(second, 1), ...pages(first, 2, 1), ...pages(second, 2)]]);
    expect(await shown(second)).toEqual(['B-2', 'Anlage zu A-1', 'A-1', 'Anlage zu B-2']);
    const [whole, joined] = [await seen(second), await seen(first)];
    expect(reported(whole)).toEqual(['pages_taken anlage.pdf 1–2', 'pages_taken brief.pdf 2, 1']);
    expect(joined.status).toBe('declined');
    expect(reported(joined)).toEqual([`pages_joined ${whole.invoice_number_formatted}`]);
    expect(await archive(first, second)).toEqual(before);
    expect(await shown(first)).toEqual(['A-1', 'Anlage zu A-1']);
  });

  test('pages can be rotated and removed repeatedly, and the received file restored', async () => {
    const id = await upload('scan.pdf', await drawStack(['A-1', 'B-2']));
    await arranged([[{ invoice_id: id, page: 3, turn: 90 }, ...pages(id, 1)]]);
    expect(await shown(id)).toEqual(['B-2 90', 'A-1']);
    expect(reported(await seen(id))).toEqual([
      'pages_taken scan.pdf 3, 1',
      'pages_turned 1',
      'pages_left_out scan.pdf 2, 4',
    ]);
    await arranged([[...pages(id, 2), { invoice_id: id, page: 1, turn: 270 }]]);
    expect(await shown(id)).toEqual(['A-1', 'B-2']);
    const whole = await upload('ganz.pdf', await drawStack(['A-1', 'B-2']));
    await arranged([pages(whole, 1, 2), pages(whole, 3, 4)]);
    const [, split = 0] = await madeOf(whole);
    await arranged([[...pages(whole, 1, 2), ...pages(split, 1, 2)]]);
    expect((await seen(whole)).view_file).toBeNull();
    expect((await seen(split)).status).toBe('declined');
    const views = await demo.web.sql("select id from file where received_by = 'view' and invoice_id = $1", [
      whole,
    ]);
    expect(views).toEqual([]);
  });

  test('photographs become upright pages', async () => {
    const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: '#ffffff' } });
    const photo = await picture.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const one = await upload('seite1.jpg', photo);
    const two = await upload('seite2.png', await picture.clone().png().toBuffer());
    await arranged([[...pages(one, 1), ...pages(two, 1)]]);
    expect(await shown(one)).toEqual(['- 90', '-']);
  });

  test('the arranged pages are read, and invoices of one stack are no duplicates of each other', async () => {
    const id = await upload('drei.pdf', await drawStack(['A-1', 'B-2', 'C-3']));
    await arranged([pages(id, 1, 2), pages(id, 3, 4), pages(id, 5, 6)]);
    const ids = await madeOf(id);
    for (const one of ids) await recognise(one);
    const read = await Promise.all(ids.map(seen));
    expect(read.map(({ number_printed, status }) => `${number_printed} ${status}`)).toEqual([
      'A-1 approval',
      'B-2 approval',
      'C-3 approval',
    ]);
  });
});

/** Starting a reading cell takes seconds; without it only in the short form. */
const read: DocumentReader['read'] = isDeep
  ? documentReader().read
  : (_tenantId, bytes, known) => readDocument(bytes, known);

async function recognise(id: number): Promise<void> {
  const answer = await accountant.send({
    method: 'POST',
    url: `/api/invoice/${id}/recognition`,
    payload: {},
  });
  await runRecognition(answer.json<{ job_id: number }>().job_id);
}

/** Runs the queued jobs of an invoice. */
async function readQueued(id: number): Promise<void> {
  const [row] = await demo.web.sql<{ job_id: string }>(
    "select job_id from invoice_recognition where invoice_id = $1 and state = 'queued'",
    [id],
  );
  await runRecognition(Number(row?.job_id));
}

async function runRecognition(jobId: number): Promise<void> {
  const { database } = demo.web;
  const { handlers } = recognitionJobs({ database, read });
  await runJob(
    { database, clock: systemClock, log: openLog('silent'), handlers },
    accountant.context.tenantId,
    jobId,
  );
}

describe('REC-12 API-39 the same arrangement is executed once', () => {
  test('when repeated with its key', async () => {
    const id = await upload('zweimal.pdf', await drawStack(['A-1', 'B-2']));
    const parts = [pages(id, 1, 2), pages(id, 3, 4)];
    const key = randomUUID();
    const [one, other] = [await arrange(parts, { key }), await arrange(parts, { key })];
    expect([one.json(), other.json()]).toEqual([{ id }, { id }]);
    expect(await madeOf(id)).toHaveLength(2);
    expect((await arrange([pages(id, 1)], { key })).json()).toMatchObject({ code: 'idempotency_key_reused' });
  });

  test('when sent concurrently', async () => {
    const id = await upload('zugleich.pdf', await drawStack(['A-1', 'B-2']));
    const parts = [pages(id, 1, 2), pages(id, 3, 4)];
    const answers = await Promise.all([arrange(parts), arrange(parts)]);
    // A concurrent request learns that the pages changed, a later one that the arrangement already exists.
    const statuses = answers.map(({ status }) => status).toSorted();
    expect([
      [200, 409],
      [200, 422],
    ]).toContainEqual(statuses);
    expect(await madeOf(id)).toHaveLength(2);
  });
});

describe('REC-01 REC-12 pages are arranged after the recognition', () => {
  test('each invoice of the stack is read again from its own pages', async () => {
    const id = await upload('sofort.pdf', await drawStack(['A-1', 'B-2']));
    await recognise(id);
    expect(await seen(id)).toMatchObject({ status: 'approval', number_printed: 'A-1' });
    await arranged([pages(id, 3, 4), pages(id, 1, 2)]);
    const [first = 0, second = 0] = await madeOf(id);
    const states = await demo.web.sql<{ state: string }>(
      "select state from invoice_recognition where invoice_id = any ($1) and state = 'queued'",
      [[first, second]],
    );
    expect(states).toHaveLength(2);
    for (const one of [first, second]) await readQueued(one);
    const read = await Promise.all([first, second].map(seen));
    expect(read.map(({ status, number_printed }) => `${number_printed} ${status}`)).toEqual([
      'B-2 approval',
      'A-1 approval',
    ]);
  });

  test('an invoice whose pages all become part of another ends in its check', async () => {
    const one = await upload('eins.pdf', await drawStack(['A-1']));
    const other = await upload('zwei.pdf', await drawStack(['B-2']));
    for (const id of [one, other]) await recognise(id);
    await arranged([[...pages(one, 1, 2), ...pages(other, 1, 2)]]);
    expect([(await seen(one)).status, (await seen(other)).status]).toEqual(['open', 'declined']);
  });
});

describe('REC-12 refusals', () => {
  const refused = async (answer: Promise<RestAnswer>) => (await answer).json<{ code: string }>().code;

  test('plans that do not fit the file', async () => {
    const id = await upload('zwei.pdf', await drawInvoice(2));
    const other = await upload('andere.pdf', await drawInvoice(2));
    expect(await refused(arrange([]))).toBe('validation_failed');
    expect(await refused(arrange([], { ids: [id] }))).toBe('pages_required');
    expect(await refused(arrange([pages(id, 1), []]))).toBe('pages_required');
    expect(await refused(arrange([pages(id, 1)], { ids: [id, other] }))).toBe('pages_required');
    expect(await refused(arrange([pages(id, 1), pages(other, 1)], { ids: [id] }))).toBe('not_found');
    expect(await refused(arrange([pages(id, 0)]))).toBe('number_out_of_range');
    expect(await refused(arrange([pages(id, 3)]))).toBe('number_out_of_range');
    expect(await refused(arrange([pages(id, 1, 1)]))).toBe('already_exists');
    expect(await refused(arrange([pages(id, 1, 2)]))).toBe('step_not_possible');
    expect((await seen(id)).view_file).toBeNull();
  });

  test('files without pages to arrange, each by name', async () => {
    const xml = await upload('daten.xml', Buffer.from(ublSample));
    const hybrid = await upload('hybrid.pdf', await withAttachment('factur-x.xml', ublSample));
    const locked = await upload('geheim.pdf', await drawInvoice(2, 'geheim'));
    const broken = await upload('kaputt.pdf', Buffer.from('%PDF-1.7\n%%EOF\n'));
    const answers = [xml, hybrid, locked, broken].map((id) =>
      arrange([[{ invoice_id: id, page: 1, turn: 90 }]]),
    );
    const bodies = (await Promise.all(answers)).map((answer) => answer.json());
    expect(bodies).toMatchObject([
      { code: 'pages_of_e_invoice', values: { name: 'daten.xml' } },
      { code: 'pages_of_e_invoice', values: { name: 'hybrid.pdf' } },
      { code: 'file_encrypted', values: { name: 'geheim.pdf' } },
      { code: 'file_damaged', values: { name: 'kaputt.pdf' } },
    ]);
  });

  test('too many pages', async () => {
    const id = await upload('endlos.pdf', await drawInvoice(500));
    expect(await refused(arrange([pages(id, 1)]))).toBe('too_many_pages');
    const long = await upload('lang.pdf', await drawInvoice(60));
    const all = Array.from({ length: 60 }, (_, place) => place + 1);
    expect(await refused(arrange([pages(long, ...all)]))).toBe('too_many_pages');
    await arranged([pages(long, ...all.slice(0, 30)), pages(long, ...all.slice(30))]);
  });

  test("another person's invoices, another tenant's, and those of a person without prices", async () => {
    const id = await upload('fremd.pdf', await drawInvoice(2));
    const stranger = await demo.person('admin@other.test');
    expect(await refused(arrange([pages(id, 1)], { who: stranger }))).toMatch(/^(not_found|module_off)$/);
    const admin = await demo.person('admin@demo.test');
    expect(await refused(arrange([pages(id, 1)], { who: admin }))).toMatch(/^(not_assignee|not_found)$/);
    const own = await upload('eigen.pdf', await drawInvoice(2), await demo.person('requester@demo.test'));
    await demo.web.sql("update lb_user set roles = array_remove(roles, 'user-price') where email = $1", [
      'requester@demo.test',
    ]);
    const withoutPrices = await demo.person('requester@demo.test');
    expect(await refused(arrange([pages(own, 1)], { who: withoutPrices }))).toBe('not_found');
  });

  test('invoices being read or discarded', async () => {
    const id = await upload('weiter.pdf', await drawInvoice(2));
    await accountant.send({ method: 'POST', url: `/api/invoice/${id}/recognition`, payload: {} });
    expect(await refused(arrange([pages(id, 1)]))).toBe('step_not_possible');
    const ended = await upload('verworfen.pdf', await drawInvoice(2));
    await demo.web.sql("update invoice set status = 'declined' where id = $1", [ended]);
    expect(await refused(arrange([pages(ended, 1)]))).toBe('step_not_possible');
  });
});

function withAttachment(name: string, content: string): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const document = new PDFDocument();
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  document.on('end', () => resolve(Buffer.concat(parts)));
  document.file(Buffer.from(content), { name });
  document.text('Rechnung');
  document.end();
  return promise;
}
