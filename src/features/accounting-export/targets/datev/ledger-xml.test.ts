import { describe, expect, test } from 'vitest';
import { type LedgerInvoice, ledgerXml } from './ledger-xml.ts';

const invoice: LedgerInvoice = {
  date: '2025-03-03',
  consolidatedAmount: '1190.00',
  currency: 'EUR',
  invoiceId: 'R2025x101',
  dueDate: '2025-04-02',
  deliveryDate: '2025-02-28',
  bpAccountNo: '70001',
  supplierName: 'Müller & Söhne',
  iban: 'DE12500105170648489890',
  parts: [{ amount: '1190.00', accountNo: '4930', buCode: '9', costCategoryId: '4711', taxPercent: '19' }],
};

function xmlOf(changed: Partial<LedgerInvoice> = {}): string {
  return ledgerXml({ ...invoice, ...changed }, 'Kontor');
}

/** The texts of all elements with a name. */
function all(xml: string, name: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text);
}

describe('EXP-08 the booking proposal of an invoice', () => {
  test('has one row per booking, each with the fields of the invoice', () => {
    const xml = xmlOf({
      consolidatedAmount: '2587.00',
      parts: [
        { amount: '2380.00', accountNo: '4930', buCode: '9', taxPercent: '19' },
        { amount: '107.00', accountNo: '4945', buCode: '8', taxPercent: '7.00' },
        { amount: '100.00', accountNo: '4950', taxPercent: '0' },
      ],
    });
    expect(xml).toContain('consolidatedAmount="2587.00" consolidatedDate="2025-03-03"');
    expect(all(xml, 'amount')).toEqual(['2380.00', '107.00', '100.00']);
    expect(all(xml, 'accountNo')).toEqual(['4930', '4945', '4950']);
    expect(all(xml, 'buCode')).toEqual(['9', '8']);
    expect(all(xml, 'tax')).toEqual(['19.00', '7.00', '0.00']);
    expect(all(xml, 'bpAccountNo')).toEqual(['70001', '70001', '70001']);
    expect(all(xml, 'invoiceId')).toEqual(['R2025x101', 'R2025x101', 'R2025x101']);
    expect(all(xml, 'supplierName')[0]).toBe('Müller &amp; Söhne');
  });

  test("EXP-24 of a credit note and of an invoice's reversal is negative", () => {
    const credit = xmlOf({
      consolidatedAmount: '-1190.00',
      parts: [{ amount: '-1190.00', accountNo: '4930' }],
    });
    const discounts = [{ amount: '35.70', percentage: '3', paymentDate: '2025-03-13' }];
    const reversal = xmlOf({ isReversal: true, discounts, discountText: '3 % bis 13.03.2025' });
    for (const xml of [credit, reversal]) {
      expect(xml).toContain('consolidatedAmount="-1190.00"');
      expect(all(xml, 'amount')).toEqual(['-1190.00']);
    }
    expect(reversal).not.toContain('discount');
    expect(all(reversal, 'information')).toEqual([]);
  });

  test("EXP-24 of a credit note's reversal is positive", () => {
    const parts = [{ amount: '-1190.00', accountNo: '4930' }];
    const xml = xmlOf({ isReversal: true, consolidatedAmount: '-1190.00', parts });
    expect(all(xml, 'amount')).toEqual(['1190.00']);
  });

  test('excludes payment for a direct debit, and omits the payment order where it is unknown', () => {
    expect(all(xmlOf({ paymentOrder: false }), 'paymentOrder')).toEqual(['false']);
    expect(all(xmlOf(), 'paymentOrder')).toEqual([]);
  });

  test('DISC-05 describes discounts in a text where DATEV does not accept them', () => {
    const discount = { amount: '35.70', percentage: '3', paymentDate: '2025-03-13' };
    const texts = { discountText: '3 % bis 13.03.2025', information: 'Kosten der Messe' };
    const taken = xmlOf({ ...texts, discounts: [discount] });
    expect(all(taken, 'discountAmount')).toEqual(['35.70']);
    expect(all(taken, 'discountPercentage')).toEqual(['3.00']);
    expect(all(taken, 'discountPaymentDate')).toEqual(['2025-03-13']);
    expect(all(taken, 'information')).toEqual(['Kosten der Messe']);
    const payload = xmlOf({ ...texts, discounts: [{ ...discount, paymentDate: '2025-04-02' }] });
    expect(all(payload, 'discountAmount')).toEqual([]);
    expect(all(payload, 'information')).toEqual(['3 % bis 13.03.2025 · Kosten der Messe']);
  });

  test('omits optional values that DATEV would not accept', () => {
    const xml = xmlOf({
      dueDate: '2025-03-03',
      deliveryDate: '2025-03-04',
      iban: 'DE00500105170648489890',
      ownVatId: 'CHE-123.456.789 MWST',
      partnerVatId: 'DE999456789',
    });
    for (const name of ['dueDate', 'deliveryDate', 'iban', 'ownVatId']) expect(all(xml, name)).toEqual([]);
    expect(xml).not.toContain('consolidatedDeliveryDate');
    expect(all(xml, 'vatId')).toEqual(['DE999456789']);
  });

  test('cuts texts, but never inside a character', () => {
    const xml = xmlOf({
      information: `\u0000${'ж'.repeat(10_000)}`,
      supplierName: `${'a'.repeat(49)}🧾🧾`,
      parts: [{ amount: '1190.00', accountNo: '4930', bookingText: `]]> ${'"&'.repeat(5000)}` }],
    });
    expect(all(xml, 'information')).toEqual(['ж'.repeat(120)]);
    expect(all(xml, 'supplierName')).toEqual(['a'.repeat(49)]);
    const nothing = xmlOf({ supplierName: '\u0000\ufffe \u202e', information: '\n\t' });
    expect(nothing).not.toMatch(/<(supplierName|information)>/);
    expect(all(xml, 'bookingText')).toEqual([`]]&gt; ${'&quot;&amp;'.repeat(28)}`]);
  });

  test.each<readonly [string, Partial<LedgerInvoice>]>([
    ['parts', { parts: [] }],
    ['the sum of the parts differs from', { consolidatedAmount: '1190.01' }],
    [
      'a part has the amount 0.00',
      { consolidatedAmount: '0', parts: [{ amount: '0.00', accountNo: '4930' }] },
    ],
    ['fractions of a cent', { consolidatedAmount: '1.005', parts: [{ amount: '1.005', accountNo: '4930' }] }],
    ['invoiceId', { invoiceId: 'R 2025_101' }],
    ['currency', { currency: 'Euro' }],
    ['accountNo', { parts: [{ amount: '1190.00', accountNo: 'x' }] }],
    ['buCode', { parts: [{ amount: '1190.00', accountNo: '4930', buCode: '10009' }] }],
    ['costCategoryId', { parts: [{ amount: '1190.00', accountNo: '4930', costCategoryId: 'x'.repeat(37) }] }],
    ['bpAccountNo', { bpAccountNo: '7001' }],
  ])('never cuts or changes numbers: %s', (name, changed) => {
    expect(() => xmlOf(changed)).toThrow(name);
  });
});
