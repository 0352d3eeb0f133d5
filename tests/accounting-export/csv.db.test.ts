import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkExtf } from '../../src/features/accounting-export/extf/check/check-extf.ts';
import { downloaded, type ExportingDemo, exportingDemo } from './exports.ts';

let world: ExportingDemo;

beforeAll(async () => {
  world = await exportingDemo();
});
afterAll(() => world.close());

/** The rows of a file, by cell. */
async function rowsOf(fileId: string): Promise<readonly (readonly string[])[]> {
  const text = new TextDecoder('windows-1252').decode(await downloaded(world.accountant, fileId));
  return text
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(';').map((cell) => cell.replace(/^"(.*)"$/, '$1')));
}

const statusOf = async (id: number) =>
  (
    await world.accountant.get<{ invoice_by_pk: { status: string; exported_at: string | null } }>(
      'query ($id: bigint!) { invoice_by_pk(id: $id) { status exported_at } }',
      { id },
    )
  ).invoice_by_pk;

describe('EXP-04 EXP-10 EXP-23 invoices leave for DATEV as a file', () => {
  it('those that wait are completed, and their bookings stand in the file of their month', async () => {
    const one = await world.waiting();
    const other = await world.waiting({
      total_brutto: '-11.90',
      name: 'Gutschrift Řezník',
      corrects_invoice_id: one.id,
    });
    const november = await world.waiting({ invoice_date: '2026-11-02' });
    const [run] = await world.exported({ client_id: world.client });
    expect(run).toMatchObject({ state: 'done', exported_count: 3, failed_count: 0, control_total: 226.1 });
    expect(run?.files.map(({ file }) => file.name)).toEqual([
      expect.stringMatching(/^EXTF_Buchungsstapel_55003_202610_\d{14}\.csv$/),
      expect.stringMatching(/^EXTF_Buchungsstapel_55003_202611_\d{14}\.csv$/),
    ]);
    for (const { file } of run?.files ?? [])
      expect(checkExtf(await downloaded(world.accountant, file.id), file.name).findings).toEqual([]);
    const [header = [], titles = [], ...rows] = await rowsOf(run?.files[0]?.file.id ?? '');
    expect(header.slice(0, 5)).toEqual(['EXTF', '700', '21', 'Buchungsstapel', '13']);
    expect(header.slice(10, 16)).toEqual(['29098', '55003', '20260101', '4', '20261001', '20261031']);
    expect([header[20], header[21], titles.length]).toEqual(['0', 'EUR', 125]);
    expect(rows.map((row) => [...row.slice(0, 2), ...row.slice(6, 11), row[13], row[113]])).toEqual([
      ['119,00', 'H', '70001', '4980', '9', '1110', 'RE-1', 'Brüggemann Bürobedarf GmbH', '0'],
      [
        '11,90',
        'S',
        '70001',
        '4980',
        '9',
        '1210',
        'RE-2',
        'Brüggemann Bürobedarf GmbH, Gutschrift Rezník',
        '0',
      ],
    ]);
    for (const { id } of [one, other, november])
      expect(await statusOf(id)).toEqual({ status: 'completed', exported_at: expect.any(String) });
  });
});

describe('EXP-04 EXP-05 what cannot leave', () => {
  it('stays where it is and says why, and the others go on', async () => {
    const good = await world.waiting();
    const wrong = await world.waiting({ tax: '20' });
    const [run] = await world.exported({ invoice_ids: [good.id, wrong.id] });
    expect(run).toMatchObject({ state: 'done', exported_count: 1, failed_count: 1 });
    expect(run?.entries.map(({ state, problem }) => [state, problem?.code])).toEqual([
      ['exported', undefined],
      ['failed', 'export_tax_key_missing'],
    ]);
    expect((await statusOf(wrong.id)).status).toBe('export');
    const { timeline_entry: remarks } = await world.accountant.get<{
      timeline_entry: { message_values: object }[];
    }>(
      `query ($id: bigint!) { timeline_entry(where: { timeline: { invoice: { id: { _eq: $id } } },
         message_code: { _eq: "export_failed" } }) { message_values } }`,
      { id: wrong.id },
    );
    expect(remarks).toEqual([
      { message_values: { code: 'export_tax_key_missing', category: 'S', rate: '20' } },
    ]);
  });

  it('EXP-02 TASK-17 what left before leaves again only by wish', async () => {
    const invoice = await world.waiting();
    await world.exported({ invoice_ids: [invoice.id] });
    const [refused] = await world.exported({ invoice_ids: [invoice.id] });
    expect(refused?.entries).toMatchObject([{ state: 'failed', problem: { code: 'already_exported' } }]);
    const [again] = await world.exported({ invoice_ids: [invoice.id], include_exported: true });
    expect(again?.entries).toMatchObject([{ state: 'exported' }]);
  });

  it('EXP-06 a second run of a company waits for the first, which a crashed worker takes up again', async () => {
    const invoice = await world.waiting();
    const { body } = await world.order({ client_id: world.client });
    expect(await world.order({ client_id: world.client })).toMatchObject({
      status: 422,
      body: { code: 'export_running' },
    });
    await Promise.all([world.work(body.job_id ?? 0), world.work(body.job_id ?? 0)]);
    const entries = await world.demo.web.sql(
      `select state from invoice_export_entry where invoice_id = $1 and state = 'exported'`,
      [invoice.id],
    );
    expect(entries).toHaveLength(1);
  });

  it('EXP-04 whoever may not export is refused, and nothing to export is said', async () => {
    const requester = await world.demo.person('requester@demo.test');
    const order = { method: 'POST', url: '/api/invoice/export', payload: {} } as const;
    expect(await requester.send(order)).toMatchObject({ status: 403 });
    expect(await world.order({ from: '2030-01-01' })).toMatchObject({ body: { code: 'nothing_to_export' } });
  });
});
