import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recognitionJobs } from '../../src/features/invoice/server/recognition-job.ts';
import { documentReader } from '../../src/features/recognition/server/reader.ts';
import type { JobHandlers } from '../../src/platform/server/jobs/jobs.ts';
import { runJob, systemContext } from '../../src/platform/server/jobs/jobs.ts';
import { ReaderEnded } from '../../src/platform/server/reading-cell/cell-limits.ts';
import { beginReading } from '../../src/platform/server/reading-cell/tries.ts';
import { ContractSetup } from '../contract/contract-setup.ts';
import type { WebCaller } from '../support/demo-web.ts';
import { isDeep } from '../support/depth.ts';
import { uploadOne } from '../support/intake.ts';
import { ublInvoice } from '../support/ubl-invoice.ts';
import { pdfBombs } from './pdf-bombs.ts';

let setup: ContractSetup;
let admin: WebCaller;
beforeAll(async () => {
  setup = await ContractSetup.open();
  admin = setup.admin;
});
afterAll(() => setup.close());

/** A reader that dies each time for an unknown reason, and counts its calls. */
function dying() {
  const asked = { times: 0 };
  const read = async (): Promise<never> => {
    asked.times += 1;
    throw new ReaderEnded('ended', 'killed by a test');
  };
  return { asked, read };
}

const work = async (
  job: number,
  jobs: { readonly handlers: JobHandlers; readonly givenUp?: JobHandlers },
) => {
  const { database, clock, log } = setup.demo.web;
  await runJob({ database, clock, log: log.log, ...jobs }, admin.context.tenantId, job);
};

/** Asks for the recognition of an invoice like a person; returns the queued job. */
async function queued(invoice: number): Promise<number> {
  const answer = await admin.send({
    method: 'POST',
    url: `/api/invoice/${invoice}/recognition`,
    payload: {},
  });
  return answer.json<{ job_id: number }>().job_id;
}

const endingOf = async (job: number) =>
  (
    await setup.sql<{ state: string; failure: string | null }>(
      'select state, failure from invoice_recognition where job_id = $1',
      [job],
    )
  )[0];

async function originalOf(invoice: number): Promise<Buffer> {
  const { invoice_by_pk: found } = await admin.get<{ invoice_by_pk: { file: { id: string } } }>(
    'query ($id: bigint!) { invoice_by_pk(id: $id) { file { id } } }',
    { id: invoice },
  );
  return (await admin.send({ method: 'GET', url: `/api/file/${found.file.id}` })).body;
}

const notes = async () => (await setup.sql<{ tries: number }>('select tries from reading_try')).length;

describe('TECH-20 a document that ends its reader twice is put aside before a third reading', () => {
  test('an invoice shows that it could not be read safely, with its original', async () => {
    const bytes = ublInvoice({ number: 'KILLER-1', seller: 'Papierhaus' });
    const invoice = await uploadOne(admin, 'killer.xml', bytes);
    const job = await queued(invoice);
    const { asked, read } = dying();
    const { database } = setup.demo.web;
    const jobs = recognitionJobs({ database, read });
    for (const turn of [1, 2, 3, 4]) {
      await work(job, jobs);
      expect(asked.times).toBe(Math.min(turn, 2));
    }
    expect(await endingOf(job)).toEqual({ state: 'failed', failure: 'not_safe' });
    expect(await originalOf(invoice)).toEqual(bytes);
    expect(await notes()).toBe(0);
  });

  test('the note exists during the reading, so that an end of the whole product counts', async () => {
    const invoice = await uploadOne(
      admin,
      'slow.xml',
      ublInvoice({ number: 'KILLER-2', seller: 'Papierhaus' }),
    );
    const job = await queued(invoice);
    let during = 0;
    const read = async (): Promise<never> => {
      during = await notes();
      throw new ReaderEnded('ended', 'the machine was switched off');
    };
    await work(job, recognitionJobs({ database: setup.demo.web.database, read }));
    expect([during, await notes()]).toEqual([1, 1]);
    await work(job, recognitionJobs({ database: setup.demo.web.database, read: documentReader().read }));
    expect(await notes()).toBe(0);
  });

  test('JOB-06 a reading ended by its node is repeated nine times, and uses no try of another tenant', async () => {
    const { database } = setup.demo.web;
    const another = await setup.sql<{ id: string }>(
      "insert into tenant (name) values ('Another') returning id",
    );
    const begin = (tenantId: number) =>
      database.inTenant(systemContext(tenantId), (tx) => beginReading(tx, 'test', 'the same'), {
        role: 'writer',
      });
    const own = admin.context.tenantId;
    for (let ended = 0; ended < 10; ended += 1) expect(await begin(own)).toBe(true);
    expect(await begin(own)).toBe(false);
    expect(await begin(Number(another[0]?.id))).toBe(true);
  });
});

describe('TECH-20 a document that takes gigabytes', () => {
  test('fails with a code in every job that reads it, with its original kept', async () => {
    const bytes = pdfBombs['a page packed twice']?.() ?? Buffer.alloc(0);
    const invoice = await uploadOne(admin, 'bomb.pdf', bytes);
    const job = await queued(invoice);
    await work(job, recognitionJobs({ database: setup.demo.web.database, read: documentReader(4).read }));
    const ending = await endingOf(job);
    expect(ending?.state).toBe('failed');
    expect(['too_large', 'too_slow']).toContain(ending?.failure);
    expect(await originalOf(invoice)).toEqual(bytes);
  });

  test('small documents have their own queue, and one tenant has three queues', async () => {
    const large = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      Buffer.alloc(200_000, 0x20),
      Buffer.from('\n%%EOF'),
    ]);
    const rows = new Set<string>();
    for (const [name, bytes] of [
      ['a.xml', ublInvoice({ number: 'R-1', seller: 'P' })],
      ['b.pdf', large],
      ['c.pdf', Buffer.concat([large, large])],
    ] as const) {
      const job = await queued(await uploadOne(admin, name, bytes));
      const [row] = await setup.sql<{ queue: string }>(
        `select q.queue_name as queue from graphile_worker._private_jobs j join graphile_worker._private_job_queues q on q.id = j.job_queue_id
         where (j.payload ->> 'job_id')::bigint = $1`,
        [job],
      );
      rows.add(row?.queue.replace(/^reading \d+ /, '') ?? '');
    }
    expect([...rows].every((row) => ['small', '0', '1'].includes(row))).toBe(true);
    expect(rows).toContain('small');
    expect(rows.size).toBeGreaterThan(1);
  });

  test.runIf(isDeep)('two tenants with slow documents do not delay a third one', async () => {
    const others = documentReader();
    const small = ublInvoice({ number: 'B-1', seller: 'Papierhaus' });
    await others.read(2, small, { own: [] });
    const slow = documentReader(60);
    const ended: string[] = [];
    const bomb = pdfBombs['forms that show nothing']?.() ?? Buffer.alloc(0);
    const all = [1, 3, 1, 3].map(async (tenant) => {
      const end = await slow
        .read(tenant, bomb, { own: [] })
        .catch(({ failure }: { failure: string }) => failure);
      ended.push(String(end));
    });
    await others.read(2, small, { own: [] });
    expect(ended).toEqual([]);
    await Promise.all(all);
    expect(ended).toEqual(all.map(() => 'too_slow'));
  });
});
