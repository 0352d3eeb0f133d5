import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkExtf } from '../../scripts/extf/check-extf.ts';
import { languages } from '../../src/base/language.ts';
import { exportTargets } from '../../src/features/export-target/targets.ts';
import { initialSettings } from '../../src/features/invoice/setting-fields.ts';
import { client } from '../../src/features/master-data/client.ts';
import { type TextValues, text } from '../../src/platform/server/texts.ts';
import type { Invoice } from '../invoice/invoices.ts';
import { downloaded, type ExportingDemo, exportingDemo } from './exports.ts';

let fixture: ExportingDemo;

beforeAll(async () => {
  fixture = await exportingDemo();
});
afterAll(() => fixture.close());

/** The rows of a file, by cell. */
async function rowsOf(fileId: string): Promise<readonly (readonly string[])[]> {
  const text = new TextDecoder('windows-1252').decode(await downloaded(fixture.accountant, fileId));
  return text
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(';').map((cell) => cell.replace(/^"(.*)"$/, '$1')));
}

const statusOf = async (id: number) =>
  (
    await fixture.accountant.get<{ invoice_by_pk: { status: string; exported_at: string | null } }>(
      'query ($id: bigint!) { invoice_by_pk(id: $id) { status exported_at } }',
      { id },
    )
  ).invoice_by_pk;

describe('EXP-04 EXP-10 EXP-23 invoices exported to DATEV as a file', () => {
  it('waiting ones are completed, and their bookings are in the file of their month', async () => {
    const one = await fixture.waiting();
    const other = await fixture.waiting({
      total_brutto: '-11.90',
      name: 'Gutschrift Řezník',
      corrects_invoice_id: one.id,
    });
    const november = await fixture.waiting({ invoice_date: '2026-11-02' });
    const [run] = await fixture.exported({ client_id: fixture.client });
    expect(run).toMatchObject({ state: 'done', exported_count: 3, failed_count: 0, control_total: 226.1 });
    expect(run?.files.map(({ file }) => file.name)).toEqual([
      expect.stringMatching(/^EXTF_Buchungsstapel_55003_202610_\d{14}\.csv$/),
      expect.stringMatching(/^EXTF_Buchungsstapel_55003_202611_\d{14}\.csv$/),
    ]);
    for (const { file } of run?.files ?? [])
      expect(checkExtf(await downloaded(fixture.accountant, file.id), file.name).findings).toEqual([]);
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

describe('EXP-04 EXP-05 invoices that cannot be exported', () => {
  it('keep their status and show the reason, and the others are exported', async () => {
    const good = await fixture.waiting();
    const wrong = await fixture.waiting({ tax: '20' });
    const [run] = await fixture.exported({ invoice_ids: [good.id, wrong.id] });
    expect(run).toMatchObject({ state: 'done', exported_count: 1, failed_count: 1 });
    expect(run?.entries.map(({ state, problem }) => [state, problem?.code])).toEqual([
      ['exported', undefined],
      ['failed', 'export_tax_key_missing'],
    ]);
    expect((await statusOf(wrong.id)).status).toBe('export');
    const { timeline_entry: remarks } = await fixture.accountant.get<{
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

  it('LOCK-09 a locked invoice shows that as the reason, and the others of its batch are exported', async () => {
    const [one, held, other] = [await fixture.waiting(), await fixture.waiting(), await fixture.waiting()];
    const buyer = await fixture.demo.person('buyer@demo.test');
    await fixture.demo.web.sql(
      `insert into record_lock (tenant_id, table_name, foreign_id, locked_by_id, locked_at)
       select tenant_id, 'timeline', timeline_id, $2, now() from invoice where id = $1`,
      [held.id, buyer.context.userId],
    );
    const [run] = await fixture.exported({ invoice_ids: [one.id, held.id, other.id] });
    expect(run).toMatchObject({ state: 'done', exported_count: 2, failed_count: 1 });
    expect(run?.entries.map(({ invoice_id, problem }) => [invoice_id, problem?.code])).toEqual([
      [one.id, undefined],
      [held.id, 'timeline_locked'],
      [other.id, undefined],
    ]);
    expect((await statusOf(held.id)).status).toBe('export');
  });

  it('EXP-02 TASK-17 exports again only when include_exported is set', async () => {
    const invoice = await fixture.waiting();
    await fixture.exported({ invoice_ids: [invoice.id] });
    const [refused] = await fixture.exported({ invoice_ids: [invoice.id] });
    expect(refused?.entries).toMatchObject([{ state: 'failed', problem: { code: 'already_exported' } }]);
    const [again] = await fixture.exported({ invoice_ids: [invoice.id], include_exported: true });
    expect(again?.entries).toMatchObject([{ state: 'exported' }]);
  });

  it('EXP-02 EXP-03 invoices of a company and period are exported in the background with number and sum', async () => {
    const [early, late] = [
      await fixture.waiting({ invoice_date: '2026-01-05' }),
      await fixture.waiting({ invoice_date: '2026-01-25' }),
    ];
    const wanted = { client_id: fixture.client, from: '2026-01-01', to: '2026-01-10' };
    const { body } = await fixture.order(wanted);
    const ids = body.run_ids ?? [];
    expect(await fixture.runs(ids)).toMatchObject([{ state: 'running', exported_count: 0 }]);
    expect((await statusOf(early.id)).status).toBe('export');
    await fixture.work(body.job_id ?? 0);
    const [run] = await fixture.runs(ids);
    expect(run).toMatchObject({ state: 'done', exported_count: 1, control_total: 119 });
    expect(run?.entries.map(({ invoice_id }) => invoice_id)).toEqual([early.id]);
    expect([(await statusOf(early.id)).status, (await statusOf(late.id)).status]).toEqual([
      'completed',
      'export',
    ]);
  });

  it('EXP-06 a second run of a company waits for the first, which another worker resumes after a crash', async () => {
    const invoice = await fixture.waiting();
    const { body } = await fixture.order({ client_id: fixture.client });
    expect(await fixture.order({ client_id: fixture.client })).toMatchObject({
      status: 422,
      body: { code: 'export_running' },
    });
    await Promise.all([fixture.work(body.job_id ?? 0), fixture.work(body.job_id ?? 0)]);
    const entries = await fixture.demo.web.sql(
      `select state from invoice_export_entry where invoice_id = $1 and state = 'exported'`,
      [invoice.id],
    );
    expect(entries).toHaveLength(1);
  });

  it('EXP-04 people without the right are refused, and an empty export is reported', async () => {
    const requester = await fixture.demo.person('requester@demo.test');
    const order = { method: 'POST', url: '/api/invoice/export', payload: {} } as const;
    expect(await requester.send(order)).toMatchObject({ status: 403 });
    expect(await fixture.order({ from: '2030-01-01' })).toMatchObject({
      body: { code: 'nothing_to_export' },
    });
  });
});

const exportsTo = async (target: string | null) => {
  const { tenantId } = fixture.accountant.context;
  await fixture.demo.web.sql(
    "delete from configuration where tenant_id = $1 and key = 'invoice_export_target'",
    [tenantId],
  );
  if (target !== null)
    await fixture.demo.web.sql(
      "insert into configuration (tenant_id, key, value) values ($1, 'invoice_export_target', $2)",
      [tenantId, target],
    );
};

describe('EXP-01 the export target of a tenant', () => {
  it('is one of three, DATEV online by default, and each run keeps its own', async () => {
    expect(exportTargets).toEqual(['datev', 'datev-csv', 'ms365']);
    expect(initialSettings.exportTarget).toBe('datev');
    const targetOf = async (id: number | undefined) =>
      (
        await fixture.accountant.get<{ invoice_export_run_by_pk: { target: string } }>(
          'query ($id: bigint!) { invoice_export_run_by_pk(id: $id) { target } }',
          { id },
        )
      ).invoice_export_run_by_pk.target;
    const invoice = await fixture.waiting();
    const [run] = await fixture.exported({ invoice_ids: [invoice.id] });
    await exportsTo(null);
    expect(await targetOf(run?.id)).toBe('datev-csv');
    await exportsTo('datev-csv');
  });
});

describe('EXP-13 a file needs no connection', () => {
  it('its settings are on a tab of the company and apply from the next run on', async () => {
    const tab = client.tabs.find(({ name }) => name === 'datev_csv_export');
    const fields = tab?.parts.flatMap((part) => ('field' in part ? [part.field] : []));
    expect(fields).toEqual(expect.arrayContaining(['datev_lock', 'datev_kost_length', 'payables_ledger']));
    const invoice = await fixture.waiting();
    await fixture.demo.web.sql('update client set datev_lock = true where id = $1', [fixture.client]);
    const [run] = await fixture.exported({ invoice_ids: [invoice.id] });
    await fixture.demo.web.sql('update client set datev_lock = false where id = $1', [fixture.client]);
    const bookings = run?.files.find(({ content }) => content === 'bookings');
    const [header = [], , ...rows] = await rowsOf(bookings?.file.id ?? '');
    expect([header[20], ...rows.map((row) => row[113])]).toEqual(['1', '1']);
  });
});

/** The export remarks in the timeline of an invoice, in a language. */
async function payload({ id }: Pick<Invoice, 'id'>, language: (typeof languages)[number] = 'de') {
  const { timeline_entry: remarks } = await fixture.accountant.get<{
    timeline_entry: { status: string; message_code: string; message_values: TextValues }[];
  }>(
    `query ($id: bigint!) { timeline_entry(where: { timeline: { invoice: { id: { _eq: $id } } },
       message_code: { _in: ["export_failed", "exported"] } }, order_by: { entry_no: asc }) {
         status message_code message_values } }`,
    { id },
  );
  expect(remarks.every(({ status }) => status === 'system')).toBe(true);
  return remarks.map(({ message_code, message_values }) =>
    text(language, `timeline.note.${message_code}`, message_values),
  );
}

describe('ERR-11 EXP-05 EXP-18 the timeline of a failed invoice shows the reason', () => {
  it('ROLE-18 a company without access data: the reader is referred to an administrator', async () => {
    const invoice = await fixture.waiting();
    const [company] = await fixture.demo.web.sql<{ name: string }>('select name from client where id = $1', [
      fixture.client,
    ]);
    await fixture.demo.web.sql('update client set consultant_number = null where id = $1', [fixture.client]);
    const [run] = await fixture.exported({ invoice_ids: [invoice.id] });
    await fixture.demo.web.sql("update client set consultant_number = '29098' where id = $1", [
      fixture.client,
    ]);
    expect(run).toMatchObject({ exported_count: 0, failed_count: 1 });
    expect(await payload(invoice)).toEqual([
      `Rechnungsexport fehlgeschlagen: Der Firma ${company?.name} fehlt die Berater- oder Mandantennummer. Bitte wenden Sie sich an Ihre Administration.`,
    ]);
    expect(new Set((await Promise.all(languages.map((one) => payload(invoice, one)))).flat()).size).toBe(
      languages.length,
    );
  });

  it('a fiscal year that is not released, a supplier without a number, an account with another rate', async () => {
    const failing = async (wrong: string, right: string, head: object = {}) => {
      const invoice = await fixture.waiting(head);
      await fixture.demo.web.sql(wrong);
      await fixture.exported({ invoice_ids: [invoice.id] });
      await fixture.demo.web.sql(right);
      return (await payload(invoice))[0];
    };
    const { client } = fixture;
    expect(
      await failing(
        `update client set payables_ledger = false where id = ${client}`,
        `update client set payables_ledger = true where id = ${client}`,
      ),
    ).toMatch(
      /^Rechnungsexport fehlgeschlagen: Das Wirtschaftsjahr von .* ist nicht für Eingangsrechnungen freigegeben\.$/,
    );
    expect(
      await failing(
        "update supplier set external_id = null where external_id = '70001'",
        "update supplier set external_id = '70001' where id = (select supplier_id from invoice order by id desc limit 1)",
      ),
    ).toMatch(
      /^Rechnungsexport fehlgeschlagen: Dem Lieferanten .* fehlt die Kreditorennummer oder der Name\.$/,
    );
    expect(await failing('select 1', 'select 1', { tax: '20' })).toBe(
      'Rechnungsexport fehlgeschlagen: Für die Steuerkategorie S mit 20 % ist kein BU-Schlüssel festgelegt.',
    );
  });
});
