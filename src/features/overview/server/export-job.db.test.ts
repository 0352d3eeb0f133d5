import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type DemoApi, demoApi } from '../../../../tests/support/demo-api.ts';
import { unzipped } from '../../../../tests/support/unzipped.ts';
import { exportedKinds } from '../../../app/server/kinds.ts';
import type { Language } from '../../../base/language.ts';
import type { ExportResult } from '../../../platform/export-result.ts';
import { systemClock } from '../../../platform/server/clock.ts';
import { readFile } from '../../../platform/server/files/files.ts';
import { enqueueJob, runJob } from '../../../platform/server/jobs/jobs.ts';
import { prepareQueue } from '../../../platform/server/jobs/jobs-worker.ts';
import { openLog } from '../../../platform/server/log.ts';
import { columnsFor } from '../export-columns.ts';
import type { ExportOrder } from '../export-order.ts';
import { exportJob, exportJobs } from './export-job.ts';

let api: DemoApi;
let buyer: Caller;
let receiver: Caller;

beforeAll(async () => {
  api = await demoApi();
  await prepareQueue(api.db.ownerUrl);
  buyer = await api.person('buyer@demo.test');
  receiver = await api.person('receiver@demo.test');
});
afterAll(() => api.close());

const usual: ExportOrder = {
  format: 'csv',
  kind: 'procurement',
  columns: ['number', 'name', 'net', 'delivery'],
  isPerLine: false,
  where: { status: { _neq: 'draft' } },
  order_by: [{ running_number: 'asc' }],
  language: 'de',
};

interface Ended {
  readonly state: string;
  readonly progress: number;
  readonly result: ExportResult | null;
  readonly error: { readonly code: string } | null;
}

async function exported(who: Caller, change: Partial<ExportOrder> = {}): Promise<Ended> {
  const { database } = api.db;
  const order = { ...usual, ...change };
  const id = await database.inTenant(who.context, (tx) => enqueueJob(tx, exportJob, order), {
    role: 'writer',
  });
  const parts = { database, clock: systemClock, log: openLog('silent') };
  const handlers = exportJobs({
    database,
    clock: systemClock,
    graphql: api.graphql,
    kinds: exportedKinds,
  });
  await runJob({ ...parts, handlers }, who.context.tenantId, id);
  return await database.inTenant(who.context, (tx) =>
    tx.one<Ended>('select state, progress, result, error from job where id = $1', [id]),
  );
}

async function fileOf(who: Caller, { result }: Ended) {
  return await api.db.database.inTenant(who.context, (tx) => readFile(tx, result?.file_id ?? ''));
}

async function visible(who: Caller): Promise<number> {
  const answer = await who.get<{ procurement_aggregate: { aggregate: { count: number } } }>(
    '{ procurement_aggregate(where: { status: { _neq: "draft" } }) { aggregate { count } } }',
  );
  return answer.procurement_aggregate.aggregate.count;
}

describe('OVW-09 EXP-17 an export in the background', () => {
  test('SHEET-14 a CSV file contains all selected documents in their order', async () => {
    const ended = await exported(buyer);
    expect(ended).toMatchObject({ state: 'done', progress: 100, result: { rows: await visible(buyer) } });
    const { name, mime, bytes } = await fileOf(buyer, ended);
    expect(name).toMatch(/^Bestellungen_\d{4}-\d\d-\d\d\.csv$/);
    expect(mime).toBe('text/csv; charset=utf-8');
    const lines = bytes.toString('utf8').trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFNummer;Bezeichnung;Liefertermin;Netto');
    expect(lines).toHaveLength((await visible(buyer)) + 1);
    const numbers = lines.slice(1).map((line) => line.split(';')[0] ?? '');
    expect(numbers).toEqual(numbers.toSorted());
    expect(lines.slice(1).filter((line) => !/;-?\d+,\d\d$/.test(line))).toEqual([]);
  });

  test.each(exportedKinds)(
    'EXP-17 ROLE-07 a file of $name has a row per line by choice, without amounts for people without user-price',
    async ({ name: kind, exportLines = {} }) => {
      const change = { kind, columns: ['name'], isPerLine: true, where: {}, order_by: [] } as const;
      const linesOf = async (who: Caller): Promise<readonly string[]> => {
        const { bytes } = await fileOf(who, await exported(who, change));
        return bytes.toString('utf8').slice(1).trimEnd().split('\r\n');
      };
      const admin = await api.person('admin@demo.test');
      const [title = '', ...rows] = await linesOf(admin);
      const { document } = await admin.get<{ document: readonly { of: { lines: readonly unknown[] } }[] }>(
        `query ($kind: String!) { document(where: { kind: { _eq: $kind } }) { of: ${kind} { lines: ${kind}_lines { id } } } }`,
        { kind },
      );
      const expected = document.reduce((sum, { of }) => sum + Math.max(of.lines.length, 1), 0);
      // The demo of these tests has no invoices.
      if (kind !== 'invoice') expect(expected).toBeGreaterThan(document.length);
      // Texts of several lines take several rows of the text.
      expect(rows.length).toBeGreaterThanOrEqual(expected);
      expect(title.split(';').slice(0, 2)).toEqual(['Bezeichnung', 'Position']);
      expect(title.split(';')).toHaveLength(2 + Object.keys(exportLines).length);
      const [ofReceiver = ''] = await linesOf(receiver);
      expect(ofReceiver.split(';')).toHaveLength(2 + columnsFor({ columns: exportLines }, false).length);
      expect(ofReceiver.split(';').length).toBeLessThan(title.split(';').length);
    },
  );

  test('a file without a kind has the common columns', async () => {
    const ended = await exported(buyer, { kind: null, columns: ['number', 'kind', 'status', 'supplier'] });
    const lines = (await fileOf(buyer, ended)).bytes.toString('utf8').trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFNummer;Belegart;Status;Lieferant');
    expect(lines[1]).toMatch(/^PO-\d+;Bestellungen;[^;]+;[^;]*$/);
    expect((await fileOf(buyer, ended)).name).toMatch(/^Alle_Dokumente_/);
    expect(lines).toHaveLength((await visible(buyer)) + 1);
  });

  test('an XLSX file has the same content', async () => {
    const { bytes, name } = await fileOf(buyer, await exported(buyer, { format: 'xlsx', language: 'en' }));
    expect(name).toMatch(/\.xlsx$/);
    const sheet = unzipped(bytes).get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet.match(/<row>/g)).toHaveLength((await visible(buyer)) + 1);
    expect(sheet).toContain('>Number<');
  });

  test('I18N-07 names are in the language of the order', async () => {
    const columns = ['department', 'cost_center'] as const;
    const namesIn = async (language: Language) => {
      const ended = await exported(buyer, { columns, language });
      return (await fileOf(buyer, ended)).bytes.toString('utf8').trimEnd().split('\r\n').slice(1);
    };
    const [german, english] = [await namesIn('de'), await namesIn('en')];
    expect(german).toContain('Produktion;2100 Instandhaltung');
    expect(english.map((line, place) => [german[place], line])).toContainEqual([
      'Produktion;2100 Instandhaltung',
      'Production;2100 Maintenance',
    ]);
    expect(english.join()).not.toContain('Produktion');
  });

  test('OVW-07 ROLE-07 contains what the person sees, and amounts only with user-price', async () => {
    const requester = await api.person('requester@demo.test');
    expect((await exported(requester)).result?.rows).toBe(await visible(requester));
    expect(await visible(requester)).toBeLessThan(await visible(buyer));
    const text = (await fileOf(receiver, await exported(receiver))).bytes.toString('utf8');
    expect(text).toMatch(/^\uFEFFNummer;Bezeichnung;Liefertermin\r\n/);
  });

  test('other people cannot read the file', async () => {
    const ended = await exported(buyer);
    await expect(fileOf(receiver, ended)).rejects.toMatchObject({ refusal: { code: 'not_found' } });
    await expect(fileOf(await api.person('admin@demo.test'), ended)).rejects.toMatchObject({
      refusal: { code: 'not_found' },
    });
  });

  test('ROLE-07 a person who loses the price role keeps files without amounts and loses those with amounts', async () => {
    /** Every change of roles ends the person's sessions. */
    const withRoles = async (change: string): Promise<Caller> => {
      await api.db.sql(`update lb_user set roles = ${change} where id = $1`, [receiver.context.userId]);
      return await api.person('receiver@demo.test');
    };
    const priced = await withRoles("roles || 'user-price'::text");
    const [whole, plain] = [await exported(priced), await exported(priced, { columns: ['number', 'name'] })];
    expect((await fileOf(priced, whole)).bytes.toString('utf8')).toContain(';Netto');
    receiver = await withRoles("array_remove(roles, 'user-price')");
    await expect(fileOf(receiver, whole)).rejects.toMatchObject({ refusal: { code: 'not_found' } });
    expect((await fileOf(receiver, plain)).bytes.toString('utf8')).toContain('PO-');
  });

  test('a filter unknown to the API fails the job with its refusal and leaves no file', async () => {
    const count = async () => (await api.db.sql("select id from file where received_by = 'export'")).length;
    const before = await count();
    const ended = await exported(buyer, { where: { secrets: { _eq: 1 } } });
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'specific_field_not_found' } });
    expect(await count()).toBe(before);
  });

  test('deletes files after a day', async () => {
    const ended = await exported(buyer);
    await api.db.sql("update file set created_at = now() - interval '25 hours' where received_by = 'export'");
    await api.db.database.atGate((tx) => tx.query('select app.clean_up_exports()'));
    await expect(fileOf(buyer, ended)).rejects.toMatchObject({ refusal: { code: 'not_found' } });
  });
});
