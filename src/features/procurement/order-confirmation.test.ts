import { describe, expect, it } from 'vitest';
import {
  approved,
  confirmed,
  granted,
  ordered,
  refusal,
  withCompany,
  withLine,
} from '../../../tests/support/procurement-setups.ts';
import { acted, exceeded, facts, situation } from '../../../tests/support/procurement-situation.ts';
import { written } from '../../../tests/support/timeline-notation.ts';
import type { Procurement } from './model.ts';
import type { ConfirmedLineInput } from './order-confirmation.ts';
import { letterDue, nextLetter } from './order-letters.ts';
import { may } from './steps.ts';

describe('PROC-36 supplier confirmations', () => {
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

  it('PROC-35 the delivery date of the line takes precedence over that of the order', () => {
    const document = ordered();
    const urgent = {
      ...document,
      lines: document.lines.map((one) => ({ ...one, delivery_date: '2025-06-01' })),
    };
    expect(record(urgent, { delivery_date: '2025-06-02' }).confirmation?.differenceCount).toBe(1);
  });

  it('a matching confirmation confirms the order, a deviating one waits for acceptance', () => {
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

  it('refuses foreign lines, repeated lines and malformed numbers with their fields', () => {
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

  it('ROLE-12 order senders record them, also during delivery; an unsent order cannot be confirmed', () => {
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

describe('PROC-36 TASK-07 accepted prices become the prices of the order', () => {
  /** The supplier confirms the line of 10 pieces at 100.00 with this price. */
  const answered = (document: Procurement, price: string, quantity: string | null = null): Procurement => ({
    ...document,
    orders: document.orders.map((one) => ({
      ...one,
      undecided_confirmation_id: 4,
      undecided_lines: [{ procurement_line_id: 1, quantity, price, delivery_date: null }],
    })),
  });
  const tolerant = (percent: string) => withCompany({ price_tolerance_percent: percent });
  const accepted = (document: Procurement, given = facts()) =>
    acted(document, 'C', 'accept_confirmation', { supplier_id: 7, confirmations: 'all' }, given);

  it('a higher price raises the totals and needs a new approval before delivery', () => {
    const dearer = accepted(answered(ordered(), '120.00'));
    expect(dearer.lines).toMatchObject([{ price_netto: '120.00', price_brutto: '142.80' }]);
    expect(dearer.head).toMatchObject({
      status: 'approval',
      total_netto: '1200.00',
      approved_netto: '1000.00',
    });
    expect(written(dearer.timeline).slice(5)).toEqual([
      '5 comment C system/past',
      '6 comment C system/past',
      '7 delivery D canceled/past-unsuccessful',
      '8* approval A -/present',
      '9 approval B -/future',
      '10 delivery D -/future',
    ]);
    const again = acted(acted(dearer, 'A', 'approve', {}), 'B', 'approve', {});
    expect(again.head).toMatchObject({ status: 'ordered', approved_netto: '1200.00' });
  });

  it('during order placement, that step also follows the new approvals', () => {
    const placing = acted(approved(), 'C', 'confirm_order', { supplier_id: 7 });
    const dearer = accepted(answered(placing, '120.00'));
    const ahead = dearer.timeline.entries.filter((one) => one.entryNo >= dearer.timeline.currentEntryNo);
    expect(ahead.map((one) => one.type)).toEqual(['approval', 'approval', 'send-order', 'delivery']);
  });

  it.each([
    ['105.00', '5', 'ordered'],
    ['105.01', '5', 'approval'],
    ['90.00', '0', 'ordered'],
  ])('%s with a tolerance of %s percent: %s', (price, percent, status) => {
    const document = accepted(answered(ordered(), price), tolerant(percent));
    expect(document.head.status).toBe(status);
    expect(document.lines[0]?.price_netto).toBe(price);
    expect(document.head.approved_netto).toBe('1000.00');
  });

  it('small rises that add up beyond the tolerance need a new approval', () => {
    const once = accepted(answered(ordered(), '104.00'), tolerant('5'));
    expect(accepted(answered(once, '108.00'), tolerant('5')).head.status).toBe('approval');
  });

  it('BUD-06 asks to confirm an exceeded budget, even without a new approval', () => {
    const given = { ...tolerant('5'), exceededBudgets: [exceeded] };
    const at = situation(answered(ordered(), '104.00'), 'C', { facts: given });
    expect(confirmed('accept_confirmation', at, { supplier_id: 7 }).asked).toEqual(['budget_exceeded']);
  });

  it('PROC-37 an accepted price needs no change letter, but the next one contains it', () => {
    const document = accepted(answered(ordered(), '105.00', '9'), tolerant('5'));
    const [order] = document.orders;
    if (!order) throw new Error('no order');
    expect(letterDue(document, order)).toBeNull();
    const changed = withLine(document, { quantity: '12' });
    expect(letterDue(changed, order)).toBe('change');
    expect(nextLetter(changed, order, 'change').content.lines).toMatchObject([
      { quantity: '12', price_netto: '105.00' },
    ]);
    // A return to the price of the letter is a change as well.
    const formerly = { price_netto: '100.00', price_brutto: '119.00' };
    expect(letterDue(withLine(document, formerly), order)).toBe('change');
  });
});
