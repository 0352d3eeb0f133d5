import { describe, expect, it } from 'vitest';
import {
  approved,
  confirmed,
  granted,
  ordered,
  refusal,
  submitted,
  withCompany,
  withLine,
} from '../../../tests/support/procurement-setups.ts';
import {
  acted,
  approver,
  draft,
  exceeded,
  line,
  situation,
} from '../../../tests/support/procurement-situation.ts';
import { idOf, written } from '../../../tests/support/timeline-notation.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import type { Procurement, SupplierOrder } from './model.ts';
import { may } from './steps.ts';

describe('clearing', () => {
  const cleared = (document: Procurement, name = 'A') =>
    acted(document, name, 'send_to_clearing', { comment: 'please check' });

  it('TASK-05 aborts the step and removes the steps ahead', () => {
    const document = cleared(submitted());
    expect(written(document.timeline)).toEqual([
      '0 start U approved/past',
      '1 approval A canceled/past-unsuccessful "please check"',
      '2* clearing K -/present',
    ]);
    expect(refusal('send_to_clearing', situation(submitted(), 'A'), {}).code).toBe('comment_required');
    expect(may('send_to_clearing', situation(draft(), 'U'))).toMatchObject({ code: 'step_not_possible' });
  });

  it('TASK-07 skips approval only while value and suppliers stay within the approval', () => {
    const document = cleared(approved(), 'C');
    const passing = (changed: Procurement, roles: string[] = ['user-price']) =>
      may('to_order', situation(changed, 'K', { roles })) === true;
    expect(passing(document)).toBe(true);
    expect(passing(withLine(document, { quantity: '9' }))).toBe(true);
    expect(passing(withLine(document, { quantity: '11' }))).toBe(false);
    expect(passing(withLine(document, { supplier_id: 8 }))).toBe(false);
    expect(passing(withLine(document, { quantity: '11' }), ['user-change-order'])).toBe(false);
    expect(passing(cleared(submitted()))).toBe(false);
    const result = acted(document, 'K', 'to_order', { send_order_id: idOf('X') });
    expect(written(result.timeline).slice(-2)).toEqual([
      '5* send-order X -/present',
      '6 delivery D -/future',
    ]);
    expect(result.head.approved_netto).toBe('1000.00');
  });

  it('TASK-07 leads back to product selection only until an order is sent', () => {
    const document = cleared(approved(), 'C');
    const result = acted(document, 'K', 'to_select_product', { select_product_id: idOf('X') });
    expect(currentEntry(result.timeline)).toMatchObject({ type: 'select-product', lbUserId: idOf('X') });
    const sent = cleared(acted(approved(), 'C', 'confirm_order', { supplier_id: 7 }), 'C');
    expect(may('to_select_product', situation(sent, 'K'))).toMatchObject({ code: 'step_not_possible' });
  });

  it('TASK-07 leads back to the goods receipt once everything is ordered', () => {
    const document = cleared(ordered(), 'D');
    const result = acted(document, 'K', 'to_delivery', {});
    expect(result.head.status).toBe('ordered');
    expect(may('to_delivery', situation(cleared(approved(), 'C'), 'K'))).toMatchObject({
      code: 'step_not_possible',
    });
  });

  it('TASK-07 BUD-06 skips approval with an exceeded budget only after confirmation', () => {
    const approvers = [approver('K', null)];
    const given = withCompany(
      { when_budget_exceeded: 'additional_approval' },
      { exceededBudgets: [{ ...exceeded, approvers }] },
    );
    const at = situation(cleared(approved(), 'C'), 'K', { facts: given });
    expect(confirmed('to_order', at, {}).asked).toEqual(['budget_exceeded']);
  });

  it('TASK-10 cancelling outside clearing needs the role or a company setting that allows it', () => {
    expect(may('cancel', situation(submitted(), 'A'))).toMatchObject({ code: 'permission_denied' });
    expect(may('cancel', situation(cleared(submitted()), 'K'))).toBe(true);
    const generous = withCompany({ can_delete_document_directly: true });
    expect(may('cancel', situation(submitted(), 'A', { facts: generous }))).toBe(true);
    expect(may('cancel', situation(submitted(), 'B', { facts: generous }))).toMatchObject({
      code: 'not_assignee',
    });
  });

  it('TASK-08 cancels open supplier orders and notifies only suppliers with an order', () => {
    const two = [line(), line({ supplier_id: 8 })];
    const document = acted(acted(submitted(two), 'A', 'approve', {}), 'B', 'approve', {});
    const partly = acted(document, 'C', 'confirm_order', { supplier_id: 7 });
    const open: SupplierOrder = {
      id: 9,
      supplier_id: 8,
      marketplace_id: null,
      state: 'open',
      channel: null,
      letters: [],
      undecided_confirmation_id: null,
      undecided_lines: [],
      agreed_prices: [],
    };
    const inClearing = cleared({ ...partly, orders: [...partly.orders, open] }, 'C');
    const result = granted('cancel', situation(inClearing, 'K'), { notify_supplier_ids: [7] });
    expect(result.orders).toMatchObject([
      { supplier_id: 8, state: 'cancelled' },
      {
        supplier_id: 7,
        state: 'sending',
        letters: [{ kind: 'order' }, { kind: 'cancellation', version: 2 }],
      },
    ]);
    expect(refusal('cancel', situation(inClearing, 'K'), { notify_supplier_ids: [8] }).code).toBe(
      'not_found',
    );
  });
});
