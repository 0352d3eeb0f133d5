import { describe, expect, it } from 'vitest';
import { approved, confirmed, refusal, submitted } from '../../../tests/support/procurement-setups.ts';
import { acted, facts, line, situation } from '../../../tests/support/procurement-situation.ts';
import { idOf } from '../../../tests/support/timeline-notation.ts';
import type { LetterKind, Procurement } from './model.ts';
import { may } from './steps.ts';

/** The order whose last letter, of this kind, may have reached the supplier. */
function uncertain(kind: LetterKind): Procurement {
  const document = acted(approved(), 'C', 'send_order', { supplier_id: 7 });
  const [order] = document.orders;
  const [letter] = order?.letters ?? [];
  if (!order || !letter) throw new Error('no letter');
  const before = kind === 'change' ? [{ ...letter, state: 'sent' as const }] : [];
  const last = {
    ...letter,
    kind: kind === 'change' ? kind : ('order' as const),
    state: 'uncertain' as const,
  };
  const sent: Procurement = {
    ...document,
    orders: [{ ...order, state: 'uncertain', letters: [...before, last] }],
  };
  if (kind !== 'cancellation') return sent;
  const clearing = acted(sent, 'C', 'send_to_clearing', { comment: 'Entfällt' });
  return acted(clearing, 'K', 'cancel', { comment: 'Entfällt' });
}

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
    const doubted = uncertain('order');
    expect(send(doubted)).toMatchObject({ code: 'order_uncertain', confirm: {} });
    expect(may('complete_order', situation(doubted, 'C'))).toMatchObject({ code: 'order_uncertain' });
    expect(confirmed('send_order', situation(doubted, 'C'), { supplier_id: 7 }).outcome.orders).toMatchObject(
      [{ state: 'sending' }],
    );
    const other = refusal('send_order', situation(document, 'C'), { supplier_id: 99 });
    expect(other).toMatchObject({ code: 'not_found', field: 'supplier_id' });
  });

  it('PROC-17 who confirms that one supplier may have the order already has not confirmed it for another', () => {
    const document = uncertain('order');
    const lines = [line(), line({ supplier_id: 8 })];
    const orders = [...document.orders, ...document.orders.map((order) => ({ ...order, supplier_id: 8 }))];
    const at = situation({ ...document, lines, orders }, 'C');
    const [first, second] = [7, 8].map((supplier_id) => refusal('send_order', at, { supplier_id }).confirm);
    const confirmations = [first?.hash ?? ''];
    expect(refusal('send_order', at, { supplier_id: 8, confirmations }).confirm).toEqual(second);
  });

  it.each(['order', 'change', 'cancellation'] as const)(
    'TL-21 PROC-17 who sends a letter again that may have arrived stands in the timeline: %s',
    (kind) => {
      const { asked, outcome } = confirmed('send_order', situation(uncertain(kind), 'C'), { supplier_id: 7 });
      expect(asked).toEqual(['order_uncertain']);
      expect(outcome.orders?.[0]?.letters.at(-1)).toMatchObject({ kind, state: 'sending' });
      const noted = outcome.timeline.entries.filter(({ note }) => note?.code === 'order_uncertain');
      expect(noted).toMatchObject([
        { status: 'system', createdBy: idOf('C'), note: { values: { supplier_id: 7 } } },
      ]);
    },
  );
});
