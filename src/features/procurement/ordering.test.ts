import { describe, expect, it } from 'vitest';
import { approved, confirmed, refusal, submitted } from '../../../tests/support/procurement-setups.ts';
import { acted, facts, line, situation } from '../../../tests/support/procurement-situation.ts';
import type { Procurement } from './model.ts';
import { may } from './steps.ts';

describe('order placement', () => {
  it('TASK-11 VAL-09 PROC-17 completes only when all orders are sent or confirmed and none is being sent', () => {
    const two = [line(), line({ supplier_id: 8 })];
    const document = acted(acted(submitted(two), 'A', 'approve', {}), 'B', 'approve', {});
    const reason = (changed: Procurement) => may('complete_order', situation(changed, 'C'));
    expect(reason(document)).toMatchObject({ code: 'order_not_completed', values: { count: 2 } });
    const sending = acted(document, 'C', 'send_order', { supplier_id: 8 });
    expect(sending.orders).toMatchObject([{ supplier_id: 8, state: 'sending', channel: 'email' }]);
    expect(reason(sending)).toMatchObject({ code: 'still_sending' });
    const one = acted(document, 'C', 'confirm_order', { supplier_id: 8, confirmation_no: 'AB-1' });
    expect(reason(one)).toMatchObject({ code: 'order_not_completed', values: { count: 1 } });
    expect(reason(acted(one, 'C', 'confirm_order', { supplier_id: 7 }))).toBe(true);
  });

  it('CON-40 an order that does not fit its contract needs a confirmation by every way of ordering, and the answer is recorded', () => {
    const doubt = { code: 'contract_not_in_force', values: { contract: 'CT-000007' } } as const;
    const doubted = situation(approved(), 'C', { facts: facts({ contractDoubts: [doubt] }) });
    for (const action of ['send_order', 'confirm_order'] as const) {
      expect(refusal(action, doubted, { supplier_id: 7 })).toMatchObject({ code: doubt.code, confirm: {} });
      const { timeline } = confirmed(action, doubted, { supplier_id: 7 }).outcome;
      expect(timeline.entries.map(({ note }) => note?.code)).toContain(doubt.code);
    }
  });

  it('CON-40 APPR-18 a doubt that its approvers did not know brings the approval again, unless later orders cause it', () => {
    const document = approved();
    const record = { ...document.approvals.approved, doubts: [] };
    const known = { ...document, approvals: { ...document.approvals, approved: record } };
    const sent = (code: 'contract_not_in_force' | 'order_exceeds_contract') => {
      const contractDoubts = [{ code, values: { contract: 'CT-000007' } }];
      return refusal('send_order', situation(known, 'C', { facts: facts({ contractDoubts }) }), {
        supplier_id: 7,
      });
    };
    expect(sent('contract_not_in_force').code).toBe('approval_outgrown');
    expect(sent('order_exceeds_contract')).toMatchObject({ code: 'order_exceeds_contract', confirm: {} });
  });

  it('TASK-13 a block cannot be sent twice, and an uncertain one only after confirmation', () => {
    const document = acted(approved(), 'C', 'send_order', { supplier_id: 7 });
    const send = (state: Procurement) => refusal('send_order', situation(state, 'C'), { supplier_id: 7 });
    expect(send(document).code).toBe('still_sending');
    const [order] = document.orders;
    if (!order) throw new Error('no order');
    const uncertain: Procurement = { ...document, orders: [{ ...order, state: 'uncertain' }] };
    expect(send(uncertain)).toMatchObject({ code: 'order_uncertain', confirm: {} });
    expect(may('complete_order', situation(uncertain, 'C'))).toMatchObject({ code: 'order_uncertain' });
    expect(
      confirmed('send_order', situation(uncertain, 'C'), { supplier_id: 7 }).outcome.orders,
    ).toMatchObject([{ state: 'sending' }]);
    const other = refusal('send_order', situation(document, 'C'), { supplier_id: 99 });
    expect(other).toMatchObject({ code: 'not_found', field: 'supplier_id' });
  });
});
