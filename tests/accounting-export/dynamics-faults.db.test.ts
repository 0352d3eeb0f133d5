import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standardSetup } from '../../src/features/accounting-export/sandbox/dynamics/server.ts';
import { exportRunJobs } from '../../src/features/accounting-export/server/runs/run-job.ts';
import { dynamicsTransport } from '../../src/features/accounting-export/targets/ms365/server/dynamics-transport.ts';
import type { Fault } from '../../src/platform/sandbox/faults.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import { runJob } from '../../src/platform/server/jobs/jobs.ts';
import { openLog } from '../../src/platform/server/log.ts';
import { inDepth } from '../support/depth.ts';
import { type Chance, chanceOf } from '../torture/chance.ts';
import { type Breaks, breaking, countOf } from './breaking.ts';
import { type DynamicsDemo, dynamicsDemo, reasonsOf } from './dynamics.ts';
import { unconnected } from './exports.ts';

/** The number of batches per kind of document, and of invoices per batch. */
const [stacks, stack] = inDepth([1, 16], [3, 40]);
/** Every n-th invoice is booked on a missing account. */
const wrongEach = 20;

let fixture: DynamicsDemo;
const broken: Breaks = { steps: 0, breaks: 0 };

beforeAll(async () => {
  fixture = await dynamicsDemo(standardSetup);
  await fixture.set({ d365_procurement_category: 'Office' });
});
afterAll(() => fixture.close());

const among: readonly Fault[] = [
  { kind: 'answer_lost' },
  { kind: 'answer_lost' },
  { kind: 'upload_cut' },
  { kind: 'unreachable', milliseconds: 10 },
  { kind: 'slow', milliseconds: 5 },
  { kind: 'status', status: 429, retryAfterSeconds: 1 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503, body: '<html>Service Unavailable</html>' },
];

/** Processes a job until the worker dies or finishes. */
function workerOf(chance: Chance): (jobId: number) => Promise<void> {
  const { demo } = fixture;
  const { database } = demo.web;
  const dying = breaking(database, chance, () => 0.012, broken);
  const transports = {
    ...unconnected,
    ms365: dynamicsTransport({ ...fixture.transportParts(demo), database: dying }),
  };
  const runs = exportRunJobs({ database: dying, transports, worker: randomUUID() });
  const jobs = { database, clock: systemClock, log: openLog('silent'), ...runs };
  return (jobId) => runJob(jobs, fixture.accountant.context.tenantId, jobId);
}

let made = 0;

/** Makes each invoice distinct. */
function unlikeOthers(): object {
  made += 1;
  return { invoice_date: '2026-10-12', total_brutto: (119 + made / 100).toFixed(2) };
}

async function brought(): Promise<{ readonly right: number[]; readonly wrong: number[] }> {
  const right = await fixture.account('600150');
  const unknown = await fixture.account('999999');
  const ids: number[] = [];
  for (let from = 0; from < stack; from += 5) {
    const some = Array.from({ length: Math.min(5, stack - from) }, (_, place) =>
      fixture.waiting({
        ...unlikeOthers(),
        ledger_account_id: (from + place) % wrongEach === 0 ? unknown : right,
      }),
    );
    ids.push(...(await Promise.all(some)).map(({ id }) => id));
  }
  await fixture.givePage(ids);
  const isWrong = (_: number, place: number): boolean => place % wrongEach === 0;
  return {
    right: ids.filter((id, place) => !isWrong(id, place)),
    wrong: ids.filter(isWrong),
  };
}

/** Makes workers silent, so that another one can take their transfers. */
const silence = () =>
  fixture.demo.web.sql(
    `update invoice_export_transfer set alive_at = now() - interval '3 minutes' where state = 'sending'`,
  );

/** Two workers take turns, and take over each other's transfers, until the job is done. */
async function workedOff(jobId: number, seed: number, takesOver: boolean): Promise<number> {
  const chance = chanceOf(seed);
  const [one, other] = [workerOf(chance), workerOf(chance)];
  for (let round = 1; round <= 400; round += 1) {
    const [job] = await fixture.demo.web.sql<{ state: string }>(
      `update job set failed_attempts = 0 where id = $1 returning state`,
      [jobId],
    );
    if (job?.state === 'done') return round;
    await silence();
    // A pending request ends before its worker counts as silent; with keys of our own even that would be safe.
    const second = async (): Promise<void> => {
      await delay(20);
      if (takesOver) await silence();
      await other(jobId);
    };
    if (chance.share(0.3)) await Promise.all([one(jobId), second()]);
    else await (chance.share(0.5) ? one : other)(jobId);
  }
  throw new Error('the job does not come to its end');
}

describe.each([
  ['journal', true],
  ['pending', false],
] as const)('EXP-14 EXP-05 failures on the way to a %s', (document, takesOver) => {
  it.each(Array.from({ length: stacks }, (_, seed) => seed + 1))(
    'each invoice exists exactly once (%i)',
    async (seed) => {
      await fixture.set({ d365_document: document });
      const { right, wrong } = await brought();
      const { sandbox, demo } = fixture;
      const before = sandbox.requests.length;
      const { body } = await fixture.order({ invoice_ids: [...right, ...wrong] });
      sandbox.faults.drawBy({ seed, share: 0.12, among, path: /^\/data\// });
      const rounds = await workedOff(body.job_id ?? 0, seed, takesOver);
      sandbox.faults.clear();
      // The next run removes journals that could not be deleted.
      const ledger_account_id = await fixture.account('600150');
      const last = await fixture.waiting({ ...unlikeOthers(), ledger_account_id });
      await fixture.givePage([last.id]);
      await fixture.exported({ invoice_ids: [last.id] });
      const rows = await demo.web.sql<{ id: string; number: string; state: string; status: string }>(
        `select i.id, i.number, i.status, e.state from invoice_export_entry e join invoice i on i.id = e.invoice_id
         where e.invoice_export_run_id = any ($1::bigint[])`,
        [body.run_ids],
      );
      const stateOf = new Map(rows.map(({ id, state, status }) => [Number(id), `${state} ${status}`]));
      expect(right.filter((id) => stateOf.get(id) !== 'exported completed')).toEqual([]);
      expect(wrong.filter((id) => stateOf.get(id) !== 'failed export')).toEqual([]);
      const { state } = sandbox;
      const there = countOf(state.invoices.map(({ invoice }) => invoice));
      const numbers = (ids: readonly number[]) =>
        rows.filter(({ id }) => ids.includes(Number(id))).map(({ number }) => number);
      expect(numbers(right).filter((number) => there.get(number) !== 1)).toEqual([]);
      expect(numbers(wrong).filter((number) => there.has(number))).toEqual([]);
      expect(state.doubles).toEqual([]);
      expect(state.vouchers.filter(({ isBalanced }) => !isBalanced)).toEqual([]);
      expectNothingLeft();
      for (const id of wrong) expect(await reasonsOf(fixture, id)).toHaveLength(1);
      console.info(
        `${document} ${seed}: ${right.length} invoices there once, ${wrong.length} refused once; ` +
          `${sandbox.requests.length - before} requests, ${broken.breaks} breaks in ${broken.steps} steps, ${rounds} rounds`,
      );
    },
  );
});

/** No journal is empty, and each pending invoice has its line and page once. */
function expectNothingLeft(): void {
  const { tables } = fixture.sandbox.state;
  const of = (table: keyof typeof tables, key: string) =>
    countOf(tables[table].map(({ values }) => String(values[key])));
  const lines = of('VendInvoiceJournalLines', 'JournalBatchNumber');
  expect(
    [...of('VendInvoiceJournalHeaders', 'JournalBatchNumber').keys()].filter((key) => !lines.has(key)),
  ).toEqual([]);
  const heads = of('VendorInvoiceHeaders', 'HeaderReference');
  expect(of('VendorInvoiceLines', 'HeaderReference')).toEqual(heads);
  expect(of('VendorInvoiceDocumentAttachments', 'HeaderReference')).toEqual(heads);
}
