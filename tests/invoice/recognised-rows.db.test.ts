import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reading } from '../../src/features/recognition/reading.ts';
import { prepareQueue } from '../../src/platform/server/jobs/jobs-worker.ts';
import { type DemoWeb, demoWeb, type WebCaller } from '../support/demo-web.ts';
import { recognise, uploadOne } from '../support/intake.ts';
import { emptyReading, noLine, read } from '../support/readings.ts';

let demo: DemoWeb;
let accountant: WebCaller;

beforeAll(async () => {
  demo = await demoWeb();
  await prepareQueue(demo.web.ownerUrl);
  accountant = await demo.person('accountant@demo.test');
});
afterAll(() => demo.close());

/** Two lines with two rates, and freight: 100 at 19 %, 50 at 7 %, freight of 10 at 19 %. */
const mixed: Reading = {
  ...emptyReading({ totalNet: read('160.00'), totalTax: read('24.40'), totalGross: read('184.40') }),
  lines: [
    {
      ...noLine,
      lineId: read('1'),
      articleNumber: read('A-1'),
      description: read('Regal Buche'),
      quantity: read('2'),
      unitNetPrice: read('50.00'),
      taxPercent: read('19'),
      category: read('S'),
      lineNet: read('100.00'),
    },
    {
      ...noLine,
      lineId: read('1.1'),
      parentLineId: read('1'),
      description: read('Boden'),
      lineNet: read('100.00'),
    },
    {
      ...noLine,
      lineId: read('2'),
      description: read('Fachbuch'),
      taxPercent: read('7'),
      lineNet: read('50.00'),
    },
  ],
  adjustments: [
    {
      kind: 'charge',
      reason: read('Fracht'),
      amount: read('10.00'),
      taxPercent: read('19'),
      category: read('S'),
    },
  ],
  taxRows: [
    { category: read('S'), ratePercent: read('19'), basis: read('110.00'), tax: read('20.90') },
    { category: read('S'), ratePercent: read('7'), basis: read('50.00'), tax: read('3.50') },
  ],
};

interface Rows {
  readonly recognition_raw: Reading | null;
  readonly invoice_lines: readonly Record<string, unknown>[];
  readonly invoice_taxes: readonly Record<string, unknown>[];
}

async function rowsOf(id: number, who = accountant): Promise<Rows> {
  const { invoice_by_pk } = await who.get<{ invoice_by_pk: Rows }>(
    `query ($id: bigint!) { invoice_by_pk(id: $id) {
      recognition_raw
      invoice_lines(order_by: { sort_no: asc }) { kind item_number description quantity unit_net_price total_netto tax_percentage tax_category }
      invoice_taxes(order_by: { tax_percentage: desc }) { tax_percentage tax_category net tax } } }`,
    { id },
  );
  return invoice_by_pk;
}

test('DATA-34 INV-18 lines, tax rows and freight are stored as read, sub-lines only once', async () => {
  const id = await uploadOne(accountant, 'lines.pdf');
  await recognise(demo, accountant, id, async () => mixed);
  const { invoice_lines, invoice_taxes } = await rowsOf(id);
  expect(invoice_lines).toEqual([
    {
      kind: 'item',
      item_number: 'A-1',
      description: 'Regal Buche',
      quantity: 2,
      unit_net_price: 50,
      total_netto: 100,
      tax_percentage: 19,
      tax_category: 'S',
    },
    expect.objectContaining({
      description: 'Fachbuch',
      total_netto: 50,
      tax_percentage: 7,
      tax_category: null,
    }),
    expect.objectContaining({ kind: 'charge', description: 'Fracht', total_netto: 10 }),
  ]);
  expect(invoice_taxes).toEqual([
    { tax_percentage: 19, tax_category: 'S', net: 110, tax: 20.9 },
    { tax_percentage: 7, tax_category: 'S', net: 50, tax: 3.5 },
  ]);
});

test('INV-12 TASK-16 a repeated recognition replaces them, and those of a credit note are negative', async () => {
  const id = await uploadOne(accountant, 'lines-again.pdf');
  await recognise(demo, accountant, id, async () => mixed);
  const [line] = mixed.lines;
  await recognise(demo, accountant, id, async () => ({
    ...emptyReading({ documentTypeCode: read('381'), totalNet: read('100'), totalGross: read('119') }),
    lines: line ? [line] : [],
  }));
  const { invoice_lines, invoice_taxes } = await rowsOf(id);
  expect(invoice_lines).toEqual([
    expect.objectContaining({ quantity: -2, unit_net_price: 50, total_netto: -100 }),
  ]);
  expect(invoice_taxes).toEqual([]);
});

test('REC-07 ROLE-07 people who see prices can read the whole reading, and the audit does not copy it', async () => {
  const id = await uploadOne(accountant, 'raw.pdf');
  await recognise(demo, accountant, id, async () => mixed);
  expect((await rowsOf(id)).recognition_raw).toMatchObject({
    lines: [{ articleNumber: { value: 'A-1' } }, {}, {}],
  });
  const [kept] = await demo.web.sql<{ repeated: boolean }>(
    `select coalesce(bool_or(concat(data_after, amounts_after) like '%Regal Buche%'), false) as repeated
     from audit_log where invoice_id = $1 and "table" in ('invoice', 'invoice_recognition')`,
    [id],
  );
  expect(kept).toEqual({ repeated: false });
  await demo.web.sql(
    `update lb_user set roles = array_remove(array_remove(roles, 'user-price'), 'user-dashboard')
     where email = 'accountant@demo.test'`,
  );
  const withoutPrices = await demo.person('accountant@demo.test');
  expect((await rowsOf(id, withoutPrices)).recognition_raw).toBeNull();
});
