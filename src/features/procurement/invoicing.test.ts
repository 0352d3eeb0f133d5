import { describe, expect, it } from 'vitest';
import { approved, submitted, withCompany, withHead } from '../../../tests/support/procurement-setups.ts';
import { draft, exceeded, facts, situation } from '../../../tests/support/procurement-situation.ts';
import { isRefusal } from '../../base/refusal.ts';
import { closeInvoicing, mayCloseInvoicing } from './invoicing.ts';

describe('PROC-21 completely invoiced is set by hand', () => {
  it('by the assignee of an approved order', () => {
    const result = closeInvoicing(situation(approved(), 'C'), true);
    if (isRefusal(result)) throw new Error(result.code);
    expect(result.head).toEqual({ completely_invoiced: true });
    expect(result.timeline.entries.find((entry) => entry.status === 'auditLog')?.note).toMatchObject({
      code: 'document_edited',
      values: { fields: 'completely_invoiced' },
    });
    expect(result.timeline.currentEntryNo).toBe(approved().timeline.currentEntryNo + 1);
  });

  it.each(['user-change-order', 'user-can-change-invoices', 'user-admin'])('by %s', (role) => {
    expect(mayCloseInvoicing(situation(approved(), 'X', { roles: [role] }))).toBe(true);
  });

  it('by no other person', () => {
    expect(mayCloseInvoicing(situation(approved(), 'X'))).toMatchObject({ code: 'permission_denied' });
  });

  it('not before the request is approved', () => {
    expect(mayCloseInvoicing(situation(draft(), 'U'))).toMatchObject({ code: 'step_not_possible' });
    expect(mayCloseInvoicing(situation(submitted(), 'A'))).toMatchObject({ code: 'step_not_possible' });
  });

  it('BUD-06 APPR-16 reopening asks about the budgets that it exceeds again, or is refused, and closing is not', () => {
    const closed = withHead(approved(), { completely_invoiced: true });
    const exceeding = { exceededBudgets: [exceeded] };
    const at = (given = facts(exceeding)) => situation(closed, 'C', { facts: given });
    expect(closeInvoicing(at(), false)).toMatchObject({
      code: 'budget_exceeded',
      confirm: { hash: expect.any(String) },
    });
    const confirmed = closeInvoicing(at(), false, 'all');
    if (isRefusal(confirmed)) throw new Error(confirmed.code);
    expect(confirmed.timeline.entries.map(({ note }) => note?.code)).toContain('budget_exceeded');
    const blocking = withCompany({ when_budget_exceeded: 'block' }, exceeding);
    expect(closeInvoicing(at(blocking), false, 'all')).toMatchObject({ code: 'budget_exceeded' });
    const open = situation(approved(), 'C', { facts: blocking });
    expect(isRefusal(closeInvoicing(open, true))).toBe(false);
  });

  it('can be reset', () => {
    const result = closeInvoicing(situation(approved(), 'C'), false);
    expect(isRefusal(result) ? result.code : result.head).toEqual({ completely_invoiced: false });
  });
});
