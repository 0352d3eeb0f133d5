import { expect, test } from 'vitest';
import type { Reading } from '../reading.ts';
import { readEInvoice } from './read-einvoice.ts';
import { readingOfEInvoice } from './reading-of-e-invoice.ts';

const day = (name: string, digits: string) =>
  `<ram:${name}><udt:DateTimeString format="102">${digits}</udt:DateTimeString></ram:${name}>`;
const discount = (inner: string) =>
  `<ram:ApplicableTradePaymentDiscountTerms>${inner}</ram:ApplicableTradePaymentDiscountTerms>`;
const period = '<ram:BasisPeriodMeasure unitCode="DAY">10</ram:BasisPeriodMeasure>';
const percent = '<ram:CalculationPercent>2</ram:CalculationPercent>';

/** An invoice of 10 November 2026 over 1190 EUR with these payment terms, each the content of its element. */
function withTerms(...terms: string[]): Reading {
  const read =
    readEInvoice(`<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
    xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
    xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
    <rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
    <rsm:ExchangedDocument><ram:ID>H-1</ram:ID><ram:TypeCode>380</ram:TypeCode>${day('IssueDateTime', '20261110')}</rsm:ExchangedDocument>
    <rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeSettlement>
      ${terms.map((inner) => `<ram:SpecifiedTradePaymentTerms>${inner}</ram:SpecifiedTradePaymentTerms>`).join('')}
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:GrandTotalAmount>1190.00</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`);
  if (!read.ok) throw new Error('not an e-invoice');
  return readingOfEInvoice(read);
}

const description = (text: string) => `<ram:Description>${text}</ram:Description>`;

test('INV-27 of two terms the one without a discount has the due date, in any order', () => {
  const early = day('DueDateDateTime', '20261120') + discount(percent);
  const late = day('DueDateDateTime', '20261210');
  for (const terms of [
    [early, late],
    [late, early],
  ]) {
    const { fields, discounts } = withTerms(...terms);
    expect(fields.dueDate?.value).toBe('2026-12-10');
    expect(discounts).toMatchObject([
      { percentage: { value: '2' }, days: null, until: { value: '2026-11-20' } },
    ]);
  }
});

test('INV-27 discount days are converted to a last day unless their basis date is the invoice date', () => {
  const from = (digits: string) =>
    withTerms(discount(day('BasisDateTime', digits) + period + percent)).discounts[0];
  expect(from('20261120')).toMatchObject({ days: null, until: { value: '2026-11-30' } });
  expect(from('20261110')).toMatchObject({ days: { value: '10' }, until: null });
});

test('INV-27 the text of the terms supplies values missing from the fields', () => {
  const { fields, dueTerm, discounts } = withTerms(
    description('Zahlbar innerhalb 10 Tagen mit 2% Skonto, 30 Tage netto'),
  );
  expect(fields.dueDate).toBeNull();
  expect(dueTerm).toMatchObject({ value: { count: 30, from: 'invoice' }, sure: true });
  expect(discounts).toMatchObject([{ percentage: { value: '2' }, days: { value: '10' } }]);
  expect(withTerms(description('Zahlbar bis zum 24.12.2026')).fields.dueDate?.value).toBe('2026-12-24');
});

test('INV-27 fields take precedence over the text', () => {
  const { fields, dueTerm, discounts } = withTerms(
    description('8 Tage 3 %, 14 Tage netto') +
      day('DueDateDateTime', '20261210') +
      discount(period + percent),
  );
  expect(fields.dueDate?.value).toBe('2026-12-10');
  expect(dueTerm).toBeNull();
  expect(discounts).toMatchObject([{ percentage: { value: '2' }, days: { value: '10' } }]);
});

test('DISC-06 tiers in the notation of XRechnung keep their bases', () => {
  const { discounts } = withTerms(
    description(
      '#SKONTO#TAGE=7#PROZENT=3.00#BASISBETRAG=1000.00#\n#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=500.00#\n',
    ),
  );
  expect(discounts.map(({ base }) => base?.value)).toEqual(['1000', '500']);
});
