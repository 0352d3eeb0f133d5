import { describe, expect, test } from 'vitest';
import { ublSample } from '../../../tests/support/e-invoice-samples.ts';
import { readEInvoice } from '../recognition/einvoice/read-einvoice.ts';
import { readingOfEInvoice } from '../recognition/einvoice/reading-of-e-invoice.ts';
import { netOtherwise } from './lines.ts';
import { recognisedLines } from './recognised-lines.ts';

const [, wholeLine = ''] = /(<cac:InvoiceLine>.*<\/cac:InvoiceLine>)/s.exec(ublSample) ?? [];

/** A line of the UBL sample with these amounts and the given XML between its net and its item. */
function line(quantity: string, unit: string, price: string, net: string, between = ''): string {
  return `<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="${unit}">${quantity}</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="EUR">${net}</cbc:LineExtensionAmount>${between}
    <cac:Item><cbc:Name>Brett</cbc:Name><cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>19</cbc:Percent>
      <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory></cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="EUR">${price}</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`;
}

function adjustment(isCharge: boolean, amount: string): string {
  return `<cac:AllowanceCharge><cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator>
    <cbc:AllowanceChargeReason>Vereinbart</cbc:AllowanceChargeReason><cbc:Amount currencyID="EUR">${amount}</cbc:Amount></cac:AllowanceCharge>`;
}

function linesOf(written: string, sign: 1 | -1 = 1) {
  const read = readEInvoice(ublSample.replace(wholeLine, written));
  if (!read.ok) throw new Error(read.detail);
  return recognisedLines(readingOfEInvoice(read), sign).filter(({ kind }) => kind === 'item');
}

describe('INV-26 the form takes the whole line of an e-invoice', () => {
  test('takes unit, allowances and charges, which explain the net', () => {
    const between = `${adjustment(false, '30.00')}${adjustment(false, '1.16')}${adjustment(true, '4.00')}`;
    const [found] = linesOf(line('2', 'XPK', '77.88', '128.60', between));
    expect(found).toMatchObject({ unit: 'XPK', line_allowance: '31.16', line_charge: '4.00' });
    expect(found && netOtherwise(found)).toBeNull();
  });

  test('changes all signs on a credit note', () => {
    const [found] = linesOf(line('2', 'C62', '77.88', '124.60', adjustment(false, '31.16')), -1);
    expect(found).toMatchObject({ quantity: '-2', line_allowance: '-31.16', total_netto: '-124.6' });
    expect(found && netOtherwise(found)).toBeNull();
  });

  test('PRICE-05 a quantity keeps six decimals', () => {
    expect(linesOf(line('0.5999', 'TNE', '100', '59.99'))).toMatchObject([{ quantity: '0.5999' }]);
  });

  test('marks a line with its computed net if the stated net differs', () => {
    const [found] = linesOf(line('2', 'C62', '77.88', '124.60'));
    expect(found && netOtherwise(found)).toBe('155.76');
  });
});
