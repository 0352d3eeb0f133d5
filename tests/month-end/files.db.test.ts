import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MonthEndOrder } from '../../src/features/month-end/model.ts';
import { monthEndJob, monthEndJobs } from '../../src/features/month-end/server/file-job.ts';
import type { ExportResult } from '../../src/platform/export-result.ts';
import { systemClock } from '../../src/platform/server/clock.ts';
import { readFile } from '../../src/platform/server/files/files.ts';
import { enqueueJob, runJob } from '../../src/platform/server/jobs/jobs.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { openLog } from '../../src/platform/server/log.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { inDepth } from '../support/depth.ts';
import { longestBlock } from '../support/event-loop.ts';
import { unzipped } from '../support/unzipped.ts';

let demo: DemoWeb;
let accountant: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  await prepareQueue(demo.web.ownerUrl);
  accountant = await demo.person('accountant@demo.test');
});
afterAll(() => demo.close());

const usual: MonthEndOrder = {
  ...{ list: 'received_not_invoiced', day: '2099-12-31', client: null, department: null, cost_center: null },
  ...{ format: 'csv', language: 'de' },
};

interface Ended {
  readonly state: string;
  readonly result: ExportResult | null;
  readonly error: { readonly code: string } | null;
}

async function ended(who: WebCaller, change: Partial<MonthEndOrder> = {}): Promise<Ended> {
  const { database } = demo.web;
  const id = await database.inTenant(
    who.context,
    (tx) => enqueueJob(tx, monthEndJob, { ...usual, ...change }),
    {
      role: 'writer',
    },
  );
  const parts = { database, clock: systemClock, log: openLog('silent') };
  await runJob({ ...parts, handlers: monthEndJobs({ database }) }, who.context.tenantId, id);
  return await database.inTenant(who.context, (tx) =>
    tx.one<Ended>('select state, result, error from job where id = $1', [id]),
  );
}

async function fileOf(who: WebCaller, { result }: Ended) {
  return await demo.web.database.inTenant(who.context, (tx) => readFile(tx, result?.file_id ?? ''));
}

async function linesOf(who: WebCaller, change: Partial<MonthEndOrder> = {}): Promise<readonly string[]> {
  const { bytes } = await fileOf(who, await ended(who, change));
  return bytes.toString('utf8').trimEnd().split('\r\n');
}

describe('DASH-07 EXP-17 a list as a file', () => {
  it('contains every row of the list, with German numbers and days', async () => {
    const { json } = await accountant.send({ method: 'POST', url: '/api/month-end', payload: usual });
    const { count } = json<{ count: number }>();
    expect(count).toBeGreaterThan(20);
    const end = await ended(accountant);
    expect(end).toMatchObject({ state: 'done', result: { rows: count } });
    const { name, mime } = await fileOf(accountant, end);
    expect([name, mime]).toEqual(['Erhalten, nicht berechnet_2099-12-31.csv', 'text/csv; charset=utf-8']);
    const [head, ...rows] = await linesOf(accountant);
    expect(head).toBe(
      '\uFEFFNummer;Bezeichnung;Lieferant;Position;Firma;Abteilung;Kostenstelle;Seit;Bestellt;Erhalten;Berechnet;Offen netto;Währung',
    );
    expect(rows).toHaveLength(count);
    expect(rows[0]).toMatch(/^PO-\d+;.*;\d\d\.\d\d\.\d{4};\d+,\d\d;\d+,\d\d;0,00;\d+,\d\d;EUR$/);
  });

  it('can be an XLSX file, in the reader’s language', async () => {
    const { bytes, name } = await fileOf(
      accountant,
      await ended(accountant, { format: 'xlsx', language: 'en' }),
    );
    expect(name).toBe('Received, not invoiced_2099-12-31.xlsx');
    const sheet = unzipped(bytes).get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet).toContain('>Open net<');
    expect(sheet.match(/<row>/g)).toHaveLength((await linesOf(accountant)).length);
  });

  it('SHEET-14 no text is read as a formula', async () => {
    await demo.web.sql("update procurement set name = '=HYPERLINK(\"x\")' where status = 'ordered'");
    const lines = await linesOf(accountant);
    expect(lines.join('\n')).toContain("'=HYPERLINK");
    expect(lines.join('\n')).not.toMatch(/;"?=HYPERLINK/);
  });

  it('DASH-01 requires the dashboard and price rights, on request and on execution', async () => {
    const requester = await demo.person('requester@demo.test');
    for (const path of ['/api/month-end', '/api/month-end/file'])
      expect(await requester.send({ method: 'POST', url: path, payload: usual })).toMatchObject({
        status: 403,
      });
    expect(await ended(requester)).toMatchObject({ state: 'failed', error: { code: 'permission_denied' } });
  });

  const many = inDepth(5_000, 50_000);

  it(`API-44 other requests run while ${many} rows are written`, async () => {
    await demo.web.sql(
      `insert into order_movement (tenant_id, procurement_id, line, kind, day, currency, net)
       select p.tenant_id, p.id, 1000000000 + n, kind, '2026-01-31', 'EUR', 1
       from (select tenant_id, id from procurement where tenant_id = $1 and status = 'ordered' limit 1) p,
         generate_series(1, $2::int) n, unnest(array['ordered', 'received']) kind`,
      [accountant.context.tenantId, many],
    );
    await demo.web.sql('analyze order_movement');
    let rows = 0;
    const blocked = await longestBlock(async () => {
      rows = (await ended(accountant)).result?.rows ?? 0;
    });
    expect(rows).toBeGreaterThan(many);
    expect(blocked).toBeLessThan(200);
  }, 120_000);
});
