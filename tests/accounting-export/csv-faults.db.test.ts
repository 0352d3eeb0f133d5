import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkExtf } from '../../scripts/extf/check-extf.ts';
import { exportRunJobs } from '../../src/features/accounting-export/server/runs/run-job.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import { runJob } from '../../src/platform/server/jobs/jobs.ts';
import { openLog } from '../../src/platform/server/log.ts';
import { inDepth } from '../support/depth.ts';
import { unzipped } from '../support/unzipped.ts';
import { type Chance, chanceOf } from '../torture/chance.ts';
import { type Breaks, breaking, countOf } from './breaking.ts';
import { discard, downloaded, type ExportingDemo, exportingDemo, type Run, unconnected } from './exports.ts';

/** The number of runs, and of invoices per run. */
const [runs, ofRun] = inDepth([1, 12], [3, 125]);
/** Every n-th invoice has a tax rate without a posting key. */
const wrongEach = 20;
/** The share of a worker's steps at which it dies: early in some rounds, as late as the files in others. */
const shares = [0.2, 0.05, 0.004, 0.001];
/** The number of invoices of a run that are discarded after export. */
const discarded = 3;

let fixture: ExportingDemo;
const broken: Breaks = { steps: 0, breaks: 0 };
let share = 0;

beforeAll(async () => {
  fixture = await exportingDemo();
});
afterAll(() => fixture.close());

/** Processes a job until the worker dies or finishes. */
function workerOf(chance: Chance): (jobId: number) => Promise<void> {
  const { database } = fixture.demo.web;
  const dying = breaking(database, chance, () => share, broken);
  const parts = {
    database,
    clock: systemClock,
    log: openLog('silent'),
    ...exportRunJobs({ database: dying, transports: unconnected }),
  };
  return (jobId) => runJob(parts, fixture.accountant.context.tenantId, jobId);
}

/** Two workers, sometimes simultaneously, until the job is done. */
async function workedOff(jobId: number, chance: Chance): Promise<void> {
  const [one, other] = [workerOf(chance), workerOf(chance)];
  for (let round = 1; round <= 400; round += 1) {
    const [job] = await fixture.demo.web.sql<{ state: string }>(
      'update job set failed_attempts = 0 where id = $1 returning state',
      [jobId],
    );
    if (job?.state === 'done') return;
    share = chance.pick(round <= 6 ? shares.slice(0, 2) : shares) ?? 0;
    if (chance.share(0.4)) await Promise.all([one(jobId), other(jobId)]);
    else await (chance.share(0.5) ? one : other)(jobId);
  }
  throw new Error('the job does not come to its end');
}

let made = 0;

/** Makes each invoice distinct. */
function unlikeOthers(): object {
  made += 1;
  return { invoice_date: '2026-10-12', total_brutto: (119 + made / 100).toFixed(2) };
}

async function brought(): Promise<{ readonly right: number[]; readonly wrong: number[] }> {
  const ids: number[] = [];
  for (let from = 0; from < ofRun; from += 5) {
    const some = Array.from({ length: Math.min(5, ofRun - from) }, (_, place) =>
      fixture.waiting({
        ...unlikeOthers(),
        tax: (from + place) % wrongEach === 0 ? '20' : '19',
      }),
    );
    ids.push(...(await Promise.all(some)).map(({ id }) => id));
  }
  await fixture.givePage(ids);
  return {
    right: ids.filter((_, place) => place % wrongEach !== 0),
    wrong: ids.filter((_, place) => place % wrongEach === 0),
  };
}

/** Orders an export that dying workers process. */
async function exportedByTheDying(order: object, chance: Chance): Promise<readonly Run[]> {
  const { body } = await fixture.order(order);
  await workedOff(body.job_id ?? 0, chance);
  return await fixture.runs(body.run_ids ?? []);
}

/** The bytes of the files of runs. */
async function filesOf(exported: readonly Run[], content: string): Promise<readonly [string, Buffer][]> {
  const files = exported.flatMap((run) => run.files).filter((file) => file.content === content);
  return await Promise.all(
    files.map(
      async ({ file }): Promise<[string, Buffer]> => [
        file.name,
        await downloaded(fixture.accountant, file.id),
      ],
    ),
  );
}

/** Counts the bookings of each document by GUID, either of reversals or of the others. */
async function booked(exported: readonly Run[], isTakenBack: boolean): Promise<Map<string, number>> {
  const rows = (await filesOf(exported, 'bookings')).flatMap(([name, bytes]) => {
    expect(checkExtf(bytes, name).findings).toEqual([]);
    return new TextDecoder('windows-1252').decode(bytes).trimEnd().split('\r\n').slice(2);
  });
  const cells = rows.map((row) => row.split(';')).filter((row) => (row[117] === '"1"') === isTakenBack);
  return countOf(cells.map((row) => guidIn(row[19] ?? '')));
}

/** Counts each document in the archives by GUID. */
async function archived(exported: readonly Run[]): Promise<Map<string, number>> {
  const directories = (await filesOf(exported, 'documents')).map(
    ([, bytes]) => unzipped(bytes).get('document.xml') ?? '',
  );
  return countOf(
    directories.flatMap((xml) =>
      [...xml.matchAll(/<document guid="([^"]+)"/g)].map(([found]) => guidIn(found)),
    ),
  );
}

const guidIn = (text: string): string =>
  (/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text)?.[0] ?? text).toLowerCase();

/** The GUIDs of invoices, each expected once. */
async function onceEach(ids: readonly number[]): Promise<Map<string, number>> {
  const rows = await fixture.demo.web.sql<{ guid: string }>(
    'select guid from invoice where id = any ($1::bigint[])',
    [ids],
  );
  return new Map(rows.map(({ guid }) => [guid, 1]));
}

describe('EXP-04 EXP-06 EXP-10 EXP-19 failures while files are written', () => {
  it.each(Array.from({ length: runs }, (_, seed) => seed + 1))(
    `${ofRun} invoices are booked once each, with one document, and reversed once (%i)`,
    async (seed) => {
      const chance = chanceOf(seed);
      const { right, wrong } = await brought();
      const first = await exportedByTheDying({ invoice_ids: [...right, ...wrong] }, chance);
      expect(first).toMatchObject([
        { state: 'done', exported_count: right.length, failed_count: wrong.length },
      ]);
      const expected = await onceEach(right);
      expect(await booked(first, false)).toEqual(expected);
      expect(await archived(first)).toEqual(expected);

      const gone = right.slice(0, discarded);
      for (const id of gone) await discard(fixture, { id });
      const second = await exportedByTheDying({ client_id: fixture.client, from: '2090-01-01' }, chance);
      expect(second).toMatchObject([{ state: 'done', exported_count: gone.length, failed_count: 0 }]);
      expect(await booked(second, true)).toEqual(await onceEach(gone));
      expect(await booked(second, false)).toEqual(new Map());
      console.info(
        `csv ${seed}: ${right.length} booked once, ${wrong.length} refused, ${gone.length} taken back once; ` +
          `${broken.breaks} breaks in ${broken.steps} steps`,
      );
    },
  );
});
