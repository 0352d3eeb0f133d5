import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Compared } from '../../src/features/accounting-export/server/reconciling/compared.ts';
import { formOf } from '../support/demo-web.ts';
import { discard, downloaded, type ExportingDemo, exportingDemo, read } from './exports.ts';

let fixture: ExportingDemo;

beforeAll(async () => {
  fixture = await exportingDemo();
});
afterAll(() => fixture.close());

/** A run of three invoices with its file. */
async function exportedRun() {
  const invoices = [await fixture.waiting(), await fixture.waiting(), await fixture.waiting()];
  const [run] = await fixture.exported({ invoice_ids: invoices.map(({ id }) => id) });
  const file = run?.files.find(({ content }) => content === 'bookings')?.file.id ?? '';
  const bytes = await downloaded(fixture.accountant, file);
  return { invoices, runId: run?.id ?? 0, text: bytes.toString('latin1') };
}

async function compare(runId: number, text: string) {
  const answer = await fixture.accountant.send({
    ...formOf({}, [{ name: 'EXTF_Kanzlei.csv', bytes: Buffer.from(text, 'latin1') }]),
    url: `/api/invoice/export/${runId}/compare`,
  });
  return { status: answer.status, body: answer.json<Compared & { readonly code?: string }>() };
}

const foundOf = (runId: number) =>
  fixture.demo.web.sql<{ invoice_id: string; found: string; differences: unknown }>(
    'select invoice_id::int, found, differences from invoice_export_entry where invoice_export_run_id = $1 order by id',
    [runId],
  );

it('EXP-29 a file of the adviser shows which invoices arrived, were changed or were deleted', async () => {
  const { invoices, runId, text } = await exportedRun();
  expect((await compare(runId, text)).body).toEqual({
    arrived: 3,
    changed: 0,
    missing: 0,
    unknown: 0,
    settled: 0,
  });
  const [header = '', headings = '', first = '', second = '', , ...rest] = text.split('\r\n');
  const payment = second.replace(/^119,00;"H"/, '119,00;"S"').replace(';4980;', ';1200;');
  const atAdviser = [header, headings, first, second.replace(';4980;', ';4900;'), payment, ...rest].join(
    '\r\n',
  );
  expect((await compare(runId, atAdviser)).body).toMatchObject({ arrived: 1, changed: 1, missing: 1 });
  expect(await foundOf(runId)).toEqual([
    { invoice_id: invoices[0]?.id, found: 'arrived', differences: null },
    {
      invoice_id: invoices[1]?.id,
      found: 'changed',
      differences: [
        { account: '4980 9', ours: '119', theirs: null },
        { account: '4900 9', ours: null, theirs: '119' },
      ],
    },
    { invoice_id: invoices[2]?.id, found: 'missing', differences: null },
  ]);
  const { invoice_export_run } = await fixture.accountant.get<{ invoice_export_run: object[] }>(
    `query ($id: bigint!) { invoice_export_run(where: { id: { _eq: $id } }) { compared_at compared_with } }`,
    { id: runId },
  );
  expect(invoice_export_run).toEqual([{ compared_at: expect.any(String), compared_with: 'file' }]);
});

it('EXP-29 days outside of the file are unknown, and a file of another company is refused', async () => {
  const { runId, text } = await exportedRun();
  const elsewhen = text.replace(/;20261001;20261031;|;202610\d\d;202610\d\d;/, ';20260101;20260131;');
  expect(elsewhen).not.toBe(text);
  expect((await compare(runId, elsewhen)).body).toMatchObject({ unknown: 3 });
  expect((await compare(runId, text.replace(';29098;55003;', ';29098;55004;'))).body.code).toBe(
    'extf_other_company',
  );
  expect(
    (await compare(runId, text.replace(';21;"Buchungsstapel"', ';20;"Kontenbeschriftungen"'))).body.code,
  ).toBe('extf_category');
});

it('EXP-24 EXP-29 a reversal is found separately from the reversed booking', async () => {
  const { invoices, runId, text } = await exportedRun();
  const [invoice] = invoices;
  await discard(fixture, await read(fixture, invoice?.id ?? 0));
  const [reversal] = await fixture.exported({ invoice_ids: [invoice?.id] });
  const file = reversal?.files.find(({ content }) => content === 'bookings')?.file.id ?? '';
  const [, , row = ''] = (await downloaded(fixture.accountant, file)).toString('latin1').split('\r\n');
  expect((await compare(reversal?.id ?? 0, text)).body).toMatchObject({ missing: 1 });
  const both = `${text}${row}\r\n`;
  expect((await compare(reversal?.id ?? 0, both)).body).toMatchObject({ arrived: 1 });
  expect((await compare(runId, both)).body).toMatchObject({ arrived: 3 });
});
