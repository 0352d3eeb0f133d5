import { describe, expect, it } from 'vitest';
import {
  confirmed,
  granted,
  ordered,
  refusal,
  withCompany,
  withLine,
} from '../../../tests/support/procurement-setups.ts';
import { acted, situation } from '../../../tests/support/procurement-situation.ts';
import { isRefusal } from '../../base/refusal.ts';
import { linesMissing } from './facts.ts';
import type { Procurement } from './model.ts';
import { decide } from './steps.ts';

const withLines = (document: Procurement): Procurement => ({
  ...document,
  lines: [...document.lines, ...document.lines.map((one) => ({ ...one, id: 2, sort_no: 2 }))],
});

describe('delivery', () => {
  const book = (
    document: Procurement,
    quantity: string,
    reason?: string,
    reverses_id: number | null = null,
  ) =>
    decide('receive', situation(document, 'D'), {
      receipts: [{ procurement_line_id: 1, quantity, reason, reverses_id }],
    });
  const booked = (
    document: Procurement,
    quantity: string,
    reverses_id: number | null = null,
    action: 'receive' | 'return_goods' = 'receive',
  ) =>
    acted(document, 'D', action, {
      receipts: [{ procurement_line_id: 1, quantity, reason: 'counted', reverses_id }],
    });

  it.each([
    ['0', 'quantity', 'number_out_of_range'],
    ['abc', 'quantity', 'number_malformed'],
    ['1.2345', 'quantity', 'number_malformed'],
    ['10.001', 'quantity', 'quantity_exceeds_missing'],
    ['-1', 'reverses_id', 'specific_field_required'],
  ])('VAL-12 a quantity of %s is refused', (quantity, field, code) => {
    expect(book(ordered(), quantity)).toMatchObject({
      code: 'validation_failed',
      problems: [{ field: `receipts.0.${field}`, code }],
    });
  });

  it('VAL-12 receipts of one line count together, and the line must belong to the order', () => {
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
    expect(book(document, '-4', undefined, 1)).toMatchObject({ problems: [{ field: 'receipts.0.reason' }] });
    expect(book(document, '-5', 'typed wrongly', 1)).toMatchObject({
      problems: [{ code: 'number_out_of_range' }],
    });
    expect(book(document, '-4', 'typed wrongly', 1)).toMatchObject({ takesNumber: 'DN', status: 'ordered' });
  });

  it('PROC-18 a receipt is taken back only once, also in parts and after further receipts of the line', () => {
    const twice = booked(booked(ordered(), '4'), '5');
    expect(book(booked(twice, '-4', 1), '-1', 'again', 1)).toMatchObject({
      problems: [{ field: 'receipts.0.quantity', code: 'number_out_of_range' }],
    });
    const parts = booked(booked(twice, '-1', 1), '-2', 1);
    expect(book(parts, '-2', 'again', 1)).toMatchObject({
      problems: [{ code: 'number_out_of_range', values: { min: '-1' } }],
    });
    expect(book(parts, '-1', 'the rest', 1)).toMatchObject({ takesNumber: 'DN' });
    const back = { procurement_line_id: 1, reason: 'again', reverses_id: 2 };
    expect(
      refusal('receive', situation(twice, 'D'), {
        receipts: ['-3', '-3'].map((quantity) => ({ ...back, quantity })),
      }).problems,
    ).toMatchObject([{ field: 'receipts.1.quantity', values: { min: '-2' } }]);
  });

  it('PROC-18 a counter receipt names a receipt of its line and has an own number', () => {
    const document = booked(booked(withLines(ordered()), '4'), '-1', 1);
    for (const strange of [2, 77]) {
      expect(book(document, '-1', 'typed wrongly', strange)).toMatchObject({
        problems: [{ field: 'receipts.0.reverses_id', code: 'not_found' }],
      });
    }
    const other = { procurement_line_id: 2, quantity: '-1', reason: 'typed wrongly', reverses_id: 1 };
    expect(refusal('receive', situation(document, 'D'), { receipts: [other] }).problems).toMatchObject([
      { field: 'receipts.0.reverses_id', code: 'not_found' },
    ]);
    expect(book(document, '1', undefined, 1)).toMatchObject({
      problems: [{ field: 'receipts.0.reverses_id', code: 'check_violation' }],
    });
    const receipts = [
      { procurement_line_id: 2, quantity: '1' },
      { procurement_line_id: 1, quantity: '-1', reason: 'typed wrongly', reverses_id: 1 },
    ];
    expect(refusal('receive', situation(document, 'D'), { receipts }).problems).toMatchObject([
      { field: 'receipts.1.quantity', code: 'check_violation' },
    ]);
  });

  it('PROC-18 the timeline distinguishes receipts with their delivery note from receipts taken back', () => {
    const came = acted(ordered(), 'D', 'receive', {
      receipts: [{ procurement_line_id: 1, quantity: '4' }],
      delivery_note_number: ' LS-88214 ',
    });
    const remarks = booked(came, '-4', 1).timeline.entries.filter((one) => one.type === 'product-received');
    expect(remarks.map((one) => one.note)).toMatchObject([
      { code: 'receipt_booked_with_note', values: { note: 'LS-88214', lines: 1 } },
      { code: 'receipt_taken_back', values: { bookings: 'DN-000001', lines: 1 } },
    ]);
  });

  it('PROC-18 books goods of two suppliers separately, each with its delivery note', () => {
    const [first] = ordered().lines;
    const others = [2, 3].map((id) => ({ ...first, id, sort_no: id, supplier_id: id === 2 ? 8 : 7 }));
    const document = { ...ordered(), lines: [...ordered().lines, ...others] } as Procurement;
    const receipts = [1, 2, 3].map((id) => ({ procurement_line_id: id, quantity: '1' }));
    const receive = (input: object) =>
      granted('receive', situation(document, 'D'), { receipts, comment: 'Karton offen', ...input });
    const deliveries = [{ supplier_id: 8, delivery_note_number: 'B-2' }];
    const outcome = receive({ deliveries, delivery_note_number: 'A-1' });
    const remarks = outcome.timeline.entries.filter((one) => one.type === 'product-received');
    expect(remarks.map((one) => [one.note?.values, one.comment])).toEqual([
      [{ note: 'A-1', lines: 2 }, 'Karton offen'],
      [{ note: 'B-2', lines: 1 }, null],
    ]);
    expect(outcome.receipts?.map((one) => one.procurement_line_id)).toEqual([1, 3, 2]);

    const strange = { receipts: receipts.slice(0, 1), deliveries };
    expect(refusal('receive', situation(document, 'D'), strange).problems).toEqual([
      { field: 'deliveries.0.supplier_id', code: 'check_violation' },
    ]);
    const twice = { receipts, deliveries: [...deliveries, ...deliveries] };
    expect(refusal('receive', situation(document, 'D'), twice).problems).toEqual([
      { field: 'deliveries.1.supplier_id', code: 'already_exists' },
    ]);
  });

  it('PROC-18 each receipt takes a delivery note number', () => {
    expect(book(ordered(), '10')).toMatchObject({ takesNumber: 'DN', status: 'ordered' });
  });

  it.each([
    ['10', '11', true],
    ['10', '11.001', false],
    ['0', '10.001', false],
  ])(
    'PROC-42 with an over-delivery of %s percent, %s of 10 may be received: %s',
    (percent, quantity, isTaken) => {
      const facts = withCompany({ over_delivery_percent: percent });
      const receipts = [{ procurement_line_id: 1, quantity }];
      const answer = decide('receive', situation(ordered(), 'D', { facts }), { receipts });
      expect(isRefusal(answer)).toBe(!isTaken);
    },
  );

  it('PROC-42 an over-delivered line has nothing missing, and the rest of the tolerance may still come', () => {
    const facts = withCompany({ over_delivery_percent: '20' });
    const over = acted(
      ordered(),
      'D',
      'receive',
      { receipts: [{ procurement_line_id: 1, quantity: '11' }] },
      facts,
    );
    expect(linesMissing(over.lines)).toEqual([]);
    const more = (quantity: string) =>
      decide('receive', situation(over, 'D', { facts }), {
        receipts: [{ procurement_line_id: 1, quantity }],
      });
    expect(more('1')).toMatchObject({ takesNumber: 'DN' });
    expect(more('1.001')).toMatchObject({
      problems: [{ code: 'quantity_exceeds_missing', values: { missing: '1' } }],
    });
  });

  describe('PROC-42 returns to the supplier after completion', () => {
    const finished = acted(booked(ordered(), '10'), 'D', 'finish_delivery', {});
    const back = (who: string, quantity: string, roles: readonly string[] = []) =>
      decide('return_goods', situation(finished, who, { roles }), {
        receipts: [{ procurement_line_id: 1, quantity, reason: 'broken', reverses_id: 1 }],
      });

    it('are booked under an own number, and the order stays completed', () => {
      expect(back('D', '-4')).toMatchObject({ status: 'completed', takesNumber: 'DN' });
    });

    it('are booked by those who received the goods or may change orders', () => {
      expect(back('U', '-4')).toMatchObject({ code: 'not_assignee' });
      expect(back('U', '-4', ['user-change-order'])).toMatchObject({ takesNumber: 'DN' });
    });

    it('take back what came, and nothing arrives any more', () => {
      expect(back('D', '-11')).toMatchObject({ problems: [{ code: 'number_out_of_range' }] });
      expect(back('D', '1')).toMatchObject({ problems: [{ field: 'receipts.0.quantity' }] });
    });

    it('exist neither before completion nor without goods', () => {
      const receipts = [{ procurement_line_id: 1, quantity: '-1', reason: 'broken', reverses_id: 1 }];
      for (const document of [booked(ordered(), '10'), booked(finished, '-10', 1, 'return_goods')])
        expect(decide('return_goods', situation(document, 'D'), { receipts })).toMatchObject({
          code: 'step_not_possible',
        });
    });
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
