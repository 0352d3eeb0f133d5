import { describe, expect, test } from 'vitest';
import { emptyReading, read } from '../../../tests/support/readings.ts';
import { type CheckedInvoice, correctionsOf } from './corrections.ts';

const checked: CheckedInvoice = {
  number_printed: '4711',
  order_reference: null,
  invoice_date: '2026-11-02',
  due_date: null,
  delivery_date: null,
  total_netto: '-100.00',
  total_tax: '-19.00',
  total_brutto: '-119.00',
};
const unproposed = { delivery_date: null, due_date: null };
const unsure = (value: string) => ({ ...read(value), sure: false });

describe('REC-05 corrections of a reading', () => {
  test('are changed and added values, but not removed ones', () => {
    const reading = emptyReading({ invoiceNumber: read('KD-9'), dueDate: read('2026-12-01') });
    expect(correctionsOf(reading, checked, new Set(), unproposed)).toEqual({
      invoiceNumber: '4711',
      invoiceDate: '2026-11-02',
      totalNet: '100',
      totalTax: '19',
      totalGross: '119',
    });
  });

  test('the printed sign of a credit note amount is no correction', () => {
    const reading = emptyReading({
      invoiceNumber: read('4711'),
      invoiceDate: read('2026-11-02'),
      totalNet: read('100'),
      totalTax: read('19'),
      totalGross: read('119.0'),
    });
    expect(correctionsOf(reading, checked, new Set(), unproposed)).toEqual({});
  });

  test('an unsure value that was kept confirms hints', () => {
    const reading = emptyReading({ invoiceNumber: unsure('4711'), invoiceDate: unsure('2026-11-02') });
    const corrections = correctionsOf(reading, checked, new Set(['invoiceNumber']), unproposed);
    expect(corrections).toMatchObject({ invoiceNumber: '4711' });
    expect(corrections).not.toHaveProperty('invoiceDate');
  });

  test('VAL-13 a proposed day teaches nothing', () => {
    const days = { delivery_date: '2026-11-02', due_date: '2026-12-02' };
    const reading = emptyReading({ dueDate: read('2026-11-30') });
    expect(correctionsOf(reading, { ...checked, ...days }, new Set(), days)).toMatchObject({
      dueDate: '2026-12-02',
    });
    expect(correctionsOf(reading, { ...checked, ...days }, new Set(), days)).not.toHaveProperty(
      'deliveryDate',
    );
  });

  test('an e-invoice is read exactly and teaches nothing', () => {
    const reading = { ...emptyReading({ invoiceNumber: read('KD-9') }), reading: 'xml' as const };
    expect(correctionsOf(reading, checked, new Set(), unproposed)).toEqual({});
  });
});
