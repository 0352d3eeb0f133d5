import { describe, expect, it } from 'vitest';
import { nextPayment, type PaymentDays } from './payment-days.ts';

const invoice: PaymentDays = {
  paid: false,
  due_date: '2025-06-20',
  amount_due: 1190,
  discount_1_date: '2025-05-28',
  discount_1_amount: 35.7,
  discount_2_date: '2025-06-04',
  discount_2_amount: 23.8,
};

describe('OVW-10 the next payment date of an invoice and its amount', () => {
  it('is the first discount until its last day inclusive', () => {
    const first = { kind: 'discount', day: '2025-05-28', amount: 35.7 };
    expect(nextPayment(invoice, '2025-05-21')).toEqual(first);
    expect(nextPayment(invoice, '2025-05-28')).toEqual(first);
  });

  it('then the second discount, then the due date, even if it is past', () => {
    expect(nextPayment(invoice, '2025-05-29')).toEqual({ kind: 'discount', day: '2025-06-04', amount: 23.8 });
    const due = { kind: 'due', day: '2025-06-20', amount: 1190 };
    expect(nextPayment(invoice, '2025-06-05')).toEqual(due);
    expect(nextPayment(invoice, '2025-07-01')).toEqual(due);
  });

  it('ROLE-07 has a date without an amount for people who see no amounts', () => {
    const hidden = { ...invoice, discount_1_amount: null };
    expect(nextPayment(hidden, '2025-05-21')).toEqual({ kind: 'discount', day: '2025-05-28', amount: null });
  });

  it('is null if the invoice is paid or has no due date', () => {
    expect(nextPayment({ ...invoice, paid: true }, '2025-05-21')).toBeNull();
    expect(nextPayment({ ...invoice, due_date: null }, '2025-07-01')).toBeNull();
  });
});
