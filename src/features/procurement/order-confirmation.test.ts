import { describe, expect, it } from 'vitest';
import { acted, situation } from '../../../tests/support/procurement-situation.ts';
import { approved, granted, ordered, refusal } from '../../../tests/support/procurement-stages.ts';
import type { Procurement } from './model.ts';
import type { ConfirmedLineInput } from './order-confirmation.ts';
import { may } from './steps.ts';

describe('PROC-36 what a supplier confirms', () => {
  const lines = (line: Partial<ConfirmedLineInput> = {}) => [{ procurement_line_id: 1, ...line }];
  const record = (document: Procurement, line: Partial<ConfirmedLineInput>) =>
    granted('record_confirmation', situation(document, 'C'), { supplier_id: 7, lines: lines(line) });
  const problems = (line: Partial<ConfirmedLineInput>) =>
    refusal('record_confirmation', situation(ordered(), 'C'), { supplier_id: 7, lines: lines(line) })
      .problems;

  it.each([
    [{ quantity: '10', price: '100.000', delivery_date: '2025-06-15' }, true],
    [{ delivery_date: '2025-06-01' }, true],
    [{}, true],
    [{ quantity: '9' }, false],
    [{ price: '100.01' }, false],
    [{ delivery_date: '2025-06-16' }, false],
  ])('%j deviates or not', (line, isAsOrdered) => {
    expect(record(ordered(), line).confirmation?.differenceCount === 0).toBe(isAsOrdered);
  });

  it('PROC-35 the day of the line counts before that of the whole order', () => {
    const document = ordered();
    const urgent = {
      ...document,
      lines: document.lines.map((one) => ({ ...one, delivery_date: '2025-06-01' })),
    };
    expect(record(urgent, { delivery_date: '2025-06-02' }).confirmation?.differenceCount).toBe(1);
  });

  it('an order that is confirmed as it is counts as confirmed, another one waits', () => {
    const sent: Procurement = {
      ...ordered(),
      orders: ordered().orders.map((order) => ({ ...order, state: 'sent' as const })),
    };
    expect(record(sent, {}).orders).toMatchObject([{ state: 'confirmed' }]);
    expect(record(sent, { quantity: '9' }).orders).toMatchObject([{ state: 'sent' }]);
    const undecided = {
      ...sent,
      orders: sent.orders.map((one) => ({
        ...one,
        undecided_confirmation_id: 4,
        undecided_lines: [
          { procurement_line_id: 1, quantity: '9', price: null, delivery_date: '2025-07-01' },
        ],
      })),
    };
    const accepted = granted('accept_confirmation', situation(undecided, 'C'), { supplier_id: 7 });
    expect(accepted).toMatchObject({
      accepted: { id: 4, differenceCount: 2 },
      orders: [{ state: 'confirmed' }],
    });
  });

  it('lines of others, lines named twice and what is no number are refused with their fields', () => {
    expect(problems({ procurement_line_id: 99 })).toMatchObject([{ field: 'lines.0.procurement_line_id' }]);
    expect(problems({ quantity: '1.2345' })).toMatchObject([{ field: 'lines.0.quantity' }]);
    expect(problems({ price: '-1' })).toMatchObject([
      { field: 'lines.0.price', code: 'number_out_of_range' },
    ]);
    expect(problems({ delivery_date: '2025-02-30' })).toMatchObject([{ field: 'lines.0.delivery_date' }]);
    const twice = { supplier_id: 7, lines: [...lines(), ...lines()] };
    expect(refusal('record_confirmation', situation(ordered(), 'C'), twice).problems).toMatchObject([
      { field: 'lines.1.procurement_line_id', code: 'not_found' },
    ]);
  });

  it('ROLE-12 whoever ordered keeps them, also while goods are awaited; nobody confirms what was never told', () => {
    expect(may('record_confirmation', situation(ordered(), 'C'))).toBe(true);
    expect(may('record_confirmation', situation(ordered(), 'D'))).toMatchObject({ code: 'not_assignee' });
    const changing = situation(ordered(), 'X', { roles: ['user-change-order'] });
    expect(may('record_confirmation', changing)).toBe(true);
    expect(may('record_confirmation', situation(approved(), 'C'))).toMatchObject({
      code: 'step_not_possible',
    });
    expect(may('accept_confirmation', situation(ordered(), 'C'))).toMatchObject({
      code: 'step_not_possible',
    });
    const sending = acted(approved(), 'C', 'send_order', { supplier_id: 7 });
    expect(may('record_confirmation', situation(sending, 'C'))).toMatchObject({ code: 'step_not_possible' });
  });
});
