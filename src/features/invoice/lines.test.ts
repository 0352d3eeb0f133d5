import { describe, expect, it } from 'vitest';
import { emptyStored } from '../../document/fields.ts';
import { invoiceFields, invoiceLineFields } from './fields.ts';
import { isTaxDoubtful, lineNet, openDifference, settledLine, taxOf, taxRowsOf } from './lines.ts';
import type { InvoiceLineFields, TaxRow } from './model.ts';
import { checkProblems, invoiceTotals } from './rules.ts';
import { invoiceSettings } from './settings.ts';

const line = (values: Partial<InvoiceLineFields> = {}): InvoiceLineFields => ({
  ...emptyStored(invoiceLineFields),
  description: 'Strom',
  tax_percentage: '19',
  ...values,
});
const head = {
  ...emptyStored(invoiceFields),
  number_printed: 'RE-1',
  supplier_id: 1,
  client_id: 1,
  invoice_date: '2026-03-03',
  delivery_date: '2026-03-03',
  due_date: '2026-04-02',
  iban: 'DE89370400440532013000',
};
const row = (net: string, tax: string, rate = '19', category: TaxRow['tax_category'] = 'S'): TaxRow => ({
  tax_percentage: rate,
  tax_category: category,
  net,
  tax,
});

describe('PRICE-06 a line', () => {
  it.each([
    [{ quantity: '1234', unit_net_price: '0.28451' }, '351.09'],
    [{ quantity: '1000', unit_net_price: '12.34', price_unit: '1000' }, '12.34'],
    [{ quantity: '3', unit_net_price: '10', line_allowance: '2.5', line_charge: '1' }, '28.50'],
    [{ quantity: '-2', unit_net_price: '9.99' }, '-19.98'],
  ])('%o is worth %s', (values, net) => expect(lineNet(line(values))).toBe(net));

  it('has no net without a price', () => expect(lineNet(line({ quantity: '2' }))).toBeNull());

  it('VAL-19 gets the quantity 1, and computes price or net from the other', () => {
    expect(settledLine(line({ quantity: null, total_netto: '12.34' }))).toMatchObject({
      quantity: '1',
      unit_net_price: '12.34000000',
      total_netto: '12.34',
    });
    expect(settledLine(line({ quantity: '4', unit_net_price: '2.5' })).total_netto).toBe('10.00');
  });

  it('INV-11 keeps its stated net', () => {
    const stated = line({ quantity: '3', unit_net_price: '3.333', total_netto: '9.99' });
    expect(settledLine(stated).total_netto).toBe('9.99');
  });

  it('INV-11 a document-level allowance is a line without a price', () => {
    const allowance = line({ kind: 'allowance', quantity: null, total_netto: '-5.00' });
    expect(settledLine(allowance)).toEqual(allowance);
  });
});

describe('INV-11 the breakdown', () => {
  const lines = [
    line({ total_netto: '100.00' }),
    line({ total_netto: '50.10', tax_percentage: '7' }),
    line({ kind: 'allowance', quantity: null, total_netto: '-10.00', tax_percentage: '19.00' }),
  ];

  it('sums the lines by rate and computes the tax', () =>
    expect(taxRowsOf(lines, [])).toEqual([row('90.00', '17.10'), row('50.10', '3.51', '7')]));

  it('keeps the stated tax of the same net', () =>
    expect(taxRowsOf(lines, [row('90', '17.11', '19.00'), row('50.11', '3.60', '7')])).toEqual([
      row('90.00', '17.11'),
      row('50.10', '3.51', '7'),
    ]));

  it('is the stated one if there are no lines', () =>
    expect(taxRowsOf([], [row('90', '17.11')])).toEqual([row('90', '17.11')]));

  it('INV-18 states no tax under reverse charge', () => {
    expect(taxOf('100', '19', 'AE')).toBe('0.00');
    expect(taxOf('100', '19', 'S')).toBe('19.00');
  });

  it.each([
    ['17.12', false],
    ['17.13', true],
    ['17.07', true],
  ])('a tax of %s on 90.00 is doubtful: %s', (tax, doubtful) =>
    expect(isTaxDoubtful(row('90.00', tax), '0.02')).toBe(doubtful),
  );

  it('reports the difference to the total', () =>
    expect(openDifference('166.00', taxRowsOf(lines, []))).toBe('5.29'));
});

describe('VAL-16 VAL-19 leaving the check', () => {
  const codes = (total: string, lines: readonly InvoiceLineFields[], stated: readonly TaxRow[] = []) =>
    checkProblems(
      {
        head: { ...head, total_brutto: total },
        lines,
        taxRows: taxRowsOf(lines, stated),
      },
      invoiceSettings({}, null),
    ).map(({ field, code }) => `${field} ${code}`);

  it('continues if the lines sum to the total', () =>
    expect(codes('119', [line({ total_netto: '100' })])).toEqual([]));

  it('continues without lines', () => expect(codes('119', [])).toEqual([]));

  it('stops at a cent of difference', () =>
    expect(codes('119.01', [line({ total_netto: '100' })])).toEqual(['total_brutto lines_differ']));

  it('stops at a tax beyond rounding', () =>
    expect(codes('119.05', [line({ total_netto: '100' })], [row('100', '19.05')])).toEqual([
      'tax_rows tax_differs',
    ]));

  it('names the missing fields of each line', () =>
    expect(
      codes('119', [line({ total_netto: '100' }), line({ description: null, tax_percentage: null })]),
    ).toEqual([
      'lines.1.description specific_field_required',
      'lines.1.total_netto specific_field_required',
      'lines.1.tax_percentage specific_field_required',
    ]));
});

it('INV-11 net and tax follow the breakdown, the gross total stays as stated', () => {
  const typed = { ...head, total_brutto: '120' };
  expect(invoiceTotals(typed, [row('100.00', '19.00'), row('0.50', '0.04', '7')])).toEqual({
    total_netto: '100.50',
    total_tax: '19.04',
    total_brutto: '120',
  });
});
