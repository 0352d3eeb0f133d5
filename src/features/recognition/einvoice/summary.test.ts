import { describe, expect, test } from 'vitest';
import { ciiSample, ublSample } from '../../../../tests/support/e-invoice-samples.ts';
import type { Invoice, Line } from './model.ts';
import { readEInvoice } from './read-einvoice.ts';
import { summaryOf, sumOfLines } from './summary.ts';

function invoiceOf(text: string): Invoice {
  const reading = readEInvoice(text);
  if (!reading.ok) throw new Error(`${reading.reason}: ${reading.detail}`);
  return reading.invoice;
}

const invoice = invoiceOf(ublSample);
const [line] = invoice.lines;
if (!line) throw new Error('the sample has a line');

function withLines(lines: readonly Partial<Line>[]): Invoice {
  return { ...invoice, lines: lines.map((each) => ({ ...(line as Line), ...each })) };
}

function net(value: string): Line['net'] {
  return { value, currency: 'EUR' };
}

test('REC-05 REC-11 the fields that the product uses are exact', () => {
  const summary = summaryOf(invoice);
  expect(summary).toMatchObject({
    number: 'R-2025-17',
    typeCode: '380',
    invoiceDate: '2025-03-03',
    dueDate: '2025-04-02',
    deliveryDate: '2025-02-28',
    periodStart: '2025-02-01',
    periodEnd: '2025-02-28',
    currency: 'EUR',
    seller: { name: 'Holzhandel Muster GmbH', vatId: 'DE123456788', taxNumber: '201/123/45678' },
    buyer: { name: 'Käufer AG', vatId: null, taxNumber: null },
    payeeName: 'Inkasso Beispiel',
    ibans: ['DE02120300000000202051'],
    bic: 'BYLADEM1001',
    remittance: 'R-2025-17',
    orderReference: 'B-815',
    buyerReference: '04011000-12345-67',
    contractReference: 'RV-77',
    precedingInvoices: [{ number: 'R-2025-3', issueDate: '2025-01-09' }],
    paymentTerms: '#SKONTO#TAGE=10#PROZENT=2.00#',
  });
  expect(summary.lines).toMatchObject([
    {
      articleNumber: 'BR-24',
      quantity: '200',
      unit: 'MTR',
      unitNetPrice: '50',
      priceBaseQuantity: '100',
      taxPercent: '19',
      lineNet: '100',
      counts: true,
    },
  ]);
  expect(summaryOf(invoiceOf(ciiSample))).toEqual(summary);
});

test('INV-11 totals, prepaid, rounding and due amounts, and the allowances of the document are read', () => {
  expect(summaryOf(invoice)).toMatchObject({
    totalNet: '95',
    totalTax: '18.05',
    taxInTaxCurrency: { amount: '450.1', currency: 'CZK' },
    totalGross: '113.05',
    prepaid: '13',
    rounding: '-0.05',
    duePayable: '100',
    allowanceTotal: '10',
    chargeTotal: '5',
    adjustments: [
      { kind: 'allowance', amount: '10', reason: 'Treue', category: 'S', taxPercent: '19' },
      { kind: 'charge', amount: '5', reason: 'Fracht', category: 'S', taxPercent: '19' },
    ],
  });
});

test('INV-18 each tax row has its category', () => {
  const taxBreakdown = [
    {
      base: net('10.00'),
      tax: net('0.00'),
      category: 'AE',
      rate: '0',
      exemptionReason: '§ 13b',
      exemptionCode: null,
    },
    { base: null, tax: null, category: '', rate: 'neunzehn', exemptionReason: '', exemptionCode: null },
  ];
  expect(summaryOf({ ...invoice, taxBreakdown }).taxRows).toEqual([
    { category: 'AE', ratePercent: '0', basis: '10', tax: '0', exemptionReason: '§ 13b' },
    { category: null, ratePercent: null, basis: null, tax: null, exemptionReason: null },
  ]);
});

test('tax that is also broken down in a second currency counts once', () => {
  const inCzk = invoice.taxBreakdown.map((row) => ({ ...row, tax: { value: '450.10', currency: 'CZK' } }));
  const { taxRows } = summaryOf({ ...invoice, taxBreakdown: [...invoice.taxBreakdown, ...inCzk] });
  expect(taxRows.map(({ tax }) => tax)).toEqual(['18.05']);
});

test('DISC-06 tiers come from the terms of CII, else from the notation', () => {
  const terms = { days: '5', basisDate: null, dueDate: null, base: null, percentage: '4', amount: null };
  expect(summaryOf(invoice).discounts).toMatchObject([{ days: 10, percentage: '2' }]);
  expect(summaryOf({ ...invoice, discountTerms: [terms] }).discounts).toMatchObject([
    { days: 5, percentage: '4' },
  ]);
  expect(summaryOf({ ...invoice, paymentTerms: '#VERZUG#TAGE=30#PROZENT=5.00#' })).toMatchObject({
    discounts: [],
    interest: [{ days: 30, percentage: '5' }],
  });
});

describe('INV-11 sub-lines', () => {
  test('in UBL sub-lines count in their parent', () => {
    const { lines } = summaryOf(
      withLines([
        { id: '1', net: net('10.10') },
        { id: '1.1', parentId: '1', net: net('4.00') },
        { id: '2', net: net('0.20') },
      ]),
    );
    expect(lines.map(({ counts }) => counts)).toEqual([true, false, true]);
    expect(sumOfLines(lines)).toBe('10.3');
  });

  test('INV-26 in CII a sub-line without a status counts beside its parent, as in the total', () => {
    const id = '<ram:LineID>1</ram:LineID>';
    const [line = ''] =
      /<ram:IncludedSupply.*<\/ram:IncludedSupplyChainTradeLineItem>/s.exec(ciiSample) ?? [];
    const part = line.replace(id, '<ram:LineID>1.1</ram:LineID><ram:ParentLineID>1</ram:ParentLineID>');
    const { lines } = summaryOf(invoiceOf(ciiSample.replace(line, () => line + part)));
    expect(lines.map(({ lineId, counts }) => [lineId, counts])).toEqual([
      ['1', true],
      ['1.1', true],
    ]);
  });

  test('in Factur-X only detail lines count', () => {
    const { lines } = summaryOf(
      withLines([
        { id: '1', statusReason: 'GROUP', net: net('10.00') },
        { id: '1.1', parentId: '1', statusReason: 'DETAIL', net: net('10.00') },
        { id: '1.2', parentId: '1', statusReason: 'INFORMATION', net: net('3.00') },
        { id: '2', statusReason: '', net: null },
      ]),
    );
    expect(lines.map(({ counts }) => counts)).toEqual([false, true, false, true]);
    expect(sumOfLines(lines)).toBe('10');
  });
});

test('invalid numbers, invalid days and empty texts are null', () => {
  const summary = summaryOf({
    ...invoice,
    issueDate: '2025-02-30',
    dueDate: '202503',
    orderReference: '',
    totals: { ...invoice.totals, withTax: net('1.234,00'), tax: [] },
    seller: { ...invoice.seller, name: '' },
    paymentInstructions: [],
  });
  expect(summary).toMatchObject({
    invoiceDate: null,
    dueDate: null,
    orderReference: null,
    totalGross: null,
    totalTax: null,
    seller: { name: 'Holz & Mehr' },
    ibans: [],
    bic: null,
  });
});

test('a tax in another currency is not used as the tax in the document currency', () => {
  const { totals } = invoice;
  const tax = totals.tax.filter(({ currency }) => currency === 'CZK');
  expect(summaryOf({ ...invoice, totals: { ...totals, tax } }).totalTax).toBeNull();
  const unnamed = [{ value: '18.05', currency: null }];
  expect(summaryOf({ ...invoice, totals: { ...totals, tax: unnamed } }).totalTax).toBe('18.05');
});

test('accounts that are no IBAN keep their characters, and each is listed once', () => {
  const account = { name: null, bic: null };
  const [instructions] = invoice.paymentInstructions;
  if (!instructions) throw new Error('the sample says how to pay');
  const accounts = [
    { ...account, id: 'de02 1203 0000 0000 2020 51' },
    { ...account, id: 'DE02120300000000202051' },
    { ...account, id: '44-4 21' },
    { ...account, id: '' },
  ];
  const { ibans } = summaryOf({ ...invoice, paymentInstructions: [{ ...instructions, accounts }] });
  expect(ibans).toEqual(['DE02120300000000202051', '44-421']);
});
