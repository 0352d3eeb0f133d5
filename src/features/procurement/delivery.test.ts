import { describe, expect, it } from 'vitest';
import { acted, situation } from '../../../tests/support/procurement-situation.ts';
import { confirmed, granted, ordered, refusal, withLine } from '../../../tests/support/procurement-stages.ts';
import type { Procurement } from './model.ts';
import { decide } from './steps.ts';

describe('delivery', () => {
  const book = (document: Procurement, quantity: string, reason?: string) =>
    decide('receive', situation(document, 'D'), {
      receipts: [{ procurement_line_id: 1, quantity, reason }],
    });

  it.each([
    ['0', 'quantity', 'number_out_of_range'],
    ['abc', 'quantity', 'invalid_type'],
    ['1.2345', 'quantity', 'invalid_type'],
    ['10.001', 'quantity', 'quantity_exceeds_missing'],
    ['-1', 'quantity', 'number_out_of_range'],
  ])('VAL-12 a quantity of %s is refused', (quantity, field, code) => {
    expect(book(ordered(), quantity)).toMatchObject({
      code: 'validation_failed',
      problems: [{ field: `receipts.0.${field}`, code }],
    });
  });

  it('VAL-12 receipts of one line count together, and the line must be one of the order', () => {
    const receipts = ['6', '5'].map((quantity) => ({ procurement_line_id: 1, quantity }));
    expect(refusal('receive', situation(ordered(), 'D'), { receipts }).problems).toEqual([
      { field: 'receipts.1.quantity', code: 'quantity_exceeds_missing', values: { missing: '4' } },
    ]);
    const foreign = [{ procurement_line_id: 77, quantity: '1' }];
    expect(refusal('receive', situation(ordered(), 'D'), { receipts: foreign }).problems).toMatchObject([
      { field: 'receipts.0.procurement_line_id', code: 'not_found' },
    ]);
    expect(refusal('receive', situation(ordered(), 'D'), { receipts: [] }).code).toBe('lines_required');
  });

  it('PROC-18 a wrong receipt is taken back with a reason, up to what was received', () => {
    const document = acted(ordered(), 'D', 'receive', {
      receipts: [{ procurement_line_id: 1, quantity: '4' }],
    });
    expect(document.lines[0]?.quantity_received).toBe('4');
    expect(book(document, '-4')).toMatchObject({ problems: [{ field: 'receipts.0.reason' }] });
    expect(book(document, '-5', 'typed wrongly')).toMatchObject({
      problems: [{ code: 'number_out_of_range' }],
    });
    expect(book(document, '-4', 'typed wrongly')).toMatchObject({ takesNumber: 'DN', status: 'ordered' });
  });

  it('PROC-18 each receipt takes a delivery note number', () => {
    expect(book(ordered(), '10')).toMatchObject({ takesNumber: 'DN', status: 'ordered' });
  });

  it('TASK-12 PROC-19 finishing with missing goods must be confirmed', () => {
    const document = ordered();
    const { asked, outcome } = confirmed('finish_delivery', situation(document, 'D'), {});
    expect(asked).toEqual(['receipt_incomplete']);
    expect(outcome.status).toBe('completed');
    const full = acted(document, 'D', 'receive', { receipts: [{ procurement_line_id: 1, quantity: '10' }] });
    expect(granted('finish_delivery', situation(full, 'D'), {}).status).toBe('completed');
  });

  it('PROC-34 freight never arrives and is never missing', () => {
    const document = ordered();
    const freight = withLine(document, { kind: 'freight' });
    expect(granted('finish_delivery', situation(freight, 'D'), {}).status).toBe('completed');
  });
});
