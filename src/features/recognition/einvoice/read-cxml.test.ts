import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CxmlInvoice,
  cxmlMessage,
  inEuros,
  invoiceDetailRequest,
  netOfLine,
  sumsOf,
} from '../../../../tests/support/cxml-invoice.ts';
import { amountOf } from '../../../base/money.ts';
import type { Reading } from '../reading.ts';
import { readEInvoice } from './read-einvoice.ts';
import { readingOfEInvoice } from './reading-of-e-invoice.ts';

const sold: CxmlInvoice = {
  number: 'RE-2026-7',
  orders: [{ number: 'PO-57', lines: [{ orderLine: 2, quantity: 10n, price: 89n, rate: 19n }] }],
};

function readingOf(text: string): Reading {
  const read = readEInvoice(new TextEncoder().encode(text));
  if (!read.ok) throw new Error(read.reason);
  return readingOfEInvoice(read);
}
const readingOfInvoice = (invoice: CxmlInvoice) => readingOf(cxmlMessage(invoiceDetailRequest(invoice)));
const euros = (cents: bigint) => amountOf(inEuros(cents));
const amountIn = (read: { readonly value: string } | null | undefined) => read && amountOf(read.value);

const purposes = ['standard', 'lineLevelCreditMemo', 'creditMemo'] as const;
const drawn = fc.record({
  lines: fc.array(
    fc.record({
      orderLine: fc.integer({ min: 1, max: 99 }),
      quantity: fc.bigInt(1n, 900n),
      price: fc.bigInt(1n, 500_000n),
      per: fc.constantFrom(1n, 10n, 1000n),
      rate: fc.constantFrom(7n, 19n),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  shipping: fc.option(fc.bigInt(1n, 9_900n), { nil: undefined }),
  deposit: fc.option(fc.bigInt(1n, 90n), { nil: undefined }),
  taxInLine: fc.boolean(),
  purpose: fc.constantFrom(...purposes),
});

const creditOfNothing = {
  lines: [{ orderLine: 1, quantity: 1n, price: 1n, per: 1000n as const, rate: 7n as const }],
  ...{ shipping: undefined, deposit: 1n, taxInLine: false, purpose: 'lineLevelCreditMemo' as const },
};

describe('PUN-17 a cXML invoice', () => {
  test('has the sums of a second calculation and no violated rule, whatever its lines, taxes and purpose', () => {
    fc.assert(
      fc.property(drawn, ({ lines, shipping, ...rest }) => {
        // With one rate, the header alone tells the tax of each line.
        const one = rest.taxInLine && shipping === undefined;
        const taxed = one ? lines : lines.map((line) => ({ ...line, rate: 19n }));
        const order = { number: 'PO-57', lines: taxed };
        const invoice = {
          ...{ number: 'RE-1', orders: [order], ...rest },
          ...(shipping === undefined ? {} : { shipping }),
        } as CxmlInvoice;
        const sums = sumsOf(invoice);
        const { fields, lines: read, taxRows, eInvoice } = readingOfInvoice(invoice);
        expect(eInvoice).toMatchObject({ syntax: 'cxml', verdict: 'valid', findings: [] });
        expect(
          [fields.totalNet, fields.totalTax, fields.totalGross, fields.duePayable].map(amountIn),
        ).toEqual([sums.net, sums.tax, sums.gross, sums.due].map(euros));
        expect(read.map(({ lineNet }) => amountIn(lineNet))).toEqual(
          taxed.map((line) => euros(netOfLine(line))),
        );
        expect(taxRows.map(({ basis, tax }) => [amountIn(basis), amountIn(tax)])).toEqual(
          [...sums.rows.values()].map(({ base, tax }) => [euros(base), euros(tax)]),
        );
        expect(fields.documentTypeCode?.value).toBe(rest.purpose === 'standard' ? '380' : '381');
      }),
      { examples: [[creditOfNothing]] },
    );
  });

  test('has number, days, parties, account, terms and the lines of its orders', () => {
    const { fields, lines, discounts } = readingOfInvoice({
      ...sold,
      orders: [
        ...sold.orders,
        { number: 'PO-58', lines: [{ orderLine: 1, quantity: 1n, price: 500n, rate: 19n }] },
      ],
    });
    const shown = Object.fromEntries(
      Object.entries(fields).map(([name, read]) => [name, read?.value ?? null]),
    );
    expect(shown).toMatchObject({
      ...{ invoiceNumber: 'RE-2026-7', invoiceDate: '2026-11-20', dueDate: '2026-12-20', currency: 'EUR' },
      ...{ sellerName: 'Papierhaus GmbH', sellerVatId: 'DE136695976', buyerName: 'Muster & Co' },
      ...{ sellerIban: 'DE89370400440532013000', sellerBic: 'COBADEFFXXX', orderReference: 'PO-57, PO-58' },
    });
    expect(discounts).toMatchObject([{ days: { value: '10' }, percentage: { value: '2' } }]);
    expect(lines.map(({ orderLine }) => orderLine)).toEqual([
      { order: 'PO-57', number: '2' },
      { order: 'PO-58', number: '1' },
    ]);
    expect(lines[0]).toMatchObject({
      ...{ articleNumber: { value: 'A-2' }, description: { value: 'Artikel 2' }, unitCode: { value: 'EA' } },
      ...{ quantity: { value: '10' }, unitNetPrice: { value: '0.89' }, taxPercent: { value: '19' } },
    });
  });

  test('that credits names the invoice it corrects, with the signs of the norm', () => {
    const { fields, lines } = readingOfInvoice({
      ...sold,
      purpose: 'lineLevelCreditMemo',
      corrects: 'RE-2026-1',
    });
    expect(fields.precedingInvoice?.value).toBe('RE-2026-1');
    expect(lines[0]?.quantity?.value).toBe('10');
    expect(amountIn(fields.totalGross)).toBe('10.59');
  });

  test('with a shipping charge and a discount states them as charge and allowance', () => {
    const { adjustments, eInvoice } = readingOfInvoice({ ...sold, shipping: 490n, discount: 100n });
    expect(
      adjustments.map(({ kind, amount, taxPercent }) => [kind, amountIn(amount), taxPercent?.value]),
    ).toEqual([
      ['allowance', '1', '19'],
      ['charge', '4.9', '19'],
    ]);
    expect(eInvoice?.findings).toEqual([]);
  });

  test('whose totals do not add up is invalid by the rule of the norm', () => {
    const text = cxmlMessage(invoiceDetailRequest(sold));
    const wrong = text.replace(
      /(<SubtotalAmount><Money currency="EUR">)8\.90(<\/Money><\/SubtotalAmount><Tax>)/,
      '$19.90$2',
    );
    expect(wrong).not.toBe(text);
    const { eInvoice } = readingOf(wrong);
    expect(eInvoice?.verdict).toBe('invalid');
    expect(eInvoice?.findings.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['BR-CO-10', 'BR-CO-13']),
    );
  });

  test.each([
    ['a withdrawal', invoiceDetailRequest({ ...sold, attributes: 'operation="delete"' })],
    ['a copy that only informs', invoiceDetailRequest({ ...sold, attributes: 'isInformationOnly="yes"' })],
    ['an order', '<OrderRequest/>'],
  ])('is not %s', (_, request) =>
    expect(readEInvoice(cxmlMessage(request))).toMatchObject({ ok: false, reason: 'not_an_invoice' }),
  );

  test.each([
    ['an entity', '<!DOCTYPE cXML [<!ENTITY a "x">]>'],
    [
      'an external subset of its own',
      '<!DOCTYPE cXML SYSTEM "a.dtd" [<!ENTITY % a SYSTEM "file:///etc/passwd">]>',
    ],
  ])('with %s is refused', (_, doctype) =>
    expect(
      readEInvoice(cxmlMessage(invoiceDetailRequest(sold)).replace(/<!DOCTYPE[^>]*>/, doctype)),
    ).toMatchObject({
      ok: false,
      reason: 'doctype',
    }),
  );
});
