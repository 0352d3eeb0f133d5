import { describe, expect, it } from 'vitest';
import {
  acted,
  approver,
  draft,
  facts,
  line,
  situation,
} from '../../../tests/support/procurement-situation.ts';
import { written } from '../../../tests/support/timeline-notation.ts';
import { violations } from '../../../tests/support/timeline-violations.ts';
import { requestProblem } from './covered.ts';
import type { Procurement } from './model.ts';
import { decide, type ProcurementAction, type ProcurementInputs } from './steps.ts';

/** Both A and B have to approve, for any value. */
const given = facts({
  approval: {
    ...facts().approval,
    pool: [approver('A', '500', { is_required: true }), approver('B', '1000', { is_required: true })],
  },
});

/** A document in the flow; the timeline must be valid after every step. */
function journey(document: Procurement) {
  let current = document;
  return {
    take<Key extends ProcurementAction>(name: string, action: Key, input: ProcurementInputs[Key]): string[] {
      current = acted(current, name, action, input, given);
      expect(violations(current.timeline, () => false)).toEqual([]);
      return written(current.timeline);
    },
    edit(change: (document: Procurement) => Procurement): void {
      current = change(current);
    },
    get document(): Procurement {
      return current;
    },
    /** Status and current number. */
    get position(): string {
      return `${current.head.status} ${current.timeline.currentEntryNo}`;
    },
  };
}

const unselected = [line({ supplier_id: null, price_netto: null, price_brutto: null })];

function selected(document: Procurement): Procurement {
  return { ...document, lines: document.lines.map((one) => ({ ...line(), id: one.id })) };
}

describe('the life of a request', () => {
  it('TL-22 TL-24 goes from draft through a declined approval to completed', () => {
    const request = journey(draft(unselected));
    expect(written(request.document.timeline)).toEqual(['0* start U -/present']);
    expect(request.document.head).toMatchObject({ status: 'draft', number: null });

    expect(request.take('U', 'submit', {})).toEqual([
      '0 start U approved/past',
      '1* select-product P -/present',
      '2 approval A -/future',
      '3 approval B -/future',
      '4 send-order C -/future',
      '5 delivery D -/future',
    ]);
    expect(request.document.head).toMatchObject({ status: 'open', number: 42, submitted_at: given.now });

    request.edit(selected);
    request.take('P', 'to_approval', {});
    expect(request.position).toBe('approval 2');
    request.take('A', 'approve', { comment: 'ok' });
    expect(request.position).toBe('approval 3');

    expect(request.take('B', 'decline', { comment: 'too dear' })).toEqual([
      '0 start U approved/past',
      '1 select-product P approved/past',
      '2 approval A approved/past "ok"',
      '3 approval B declined/past-unsuccessful "too dear"',
      '4* clearing K -/present',
    ]);
    expect(request.position).toBe('clearing 4');

    expect(request.take('K', 'to_approval', {}).slice(4)).toEqual([
      '4 clearing K approved/past',
      '5* approval A -/present',
      '6 approval B -/future',
      '7 send-order C -/future',
      '8 delivery D -/future',
    ]);

    request.take('A', 'approve', {});
    expect(request.document.head.approved_netto).toBeNull();
    request.take('B', 'approve', {});
    expect(request.position).toBe('approved 7');
    expect(request.document.head).toMatchObject({ approved_netto: '1000.00', approved_supplier_ids: [7] });
    expect(requestProblem({ document: request.document, facts: given })).toBeNull();

    expect(request.take('C', 'confirm_order', { supplier_id: 7 }).slice(7)).toEqual([
      '7 order-sent-internal C system/past',
      '8* send-order C -/present',
      '9 delivery D -/future',
    ]);
    request.take('C', 'complete_order', {});
    expect(request.position).toBe('ordered 9');

    const part = { receipts: [{ procurement_line_id: 1, quantity: '4' }] };
    expect(request.take('D', 'receive', part).slice(9)).toEqual([
      '9 product-received D system/past',
      '10* delivery D -/present',
    ]);
    expect(request.position).toBe('ordered 10');
    request.edit((document) => ({
      ...document,
      lines: document.lines.map((one) => ({ ...one, quantity_received: '10' })),
    }));
    request.take('D', 'finish_delivery', {});
    expect(request.position).toBe('completed 11');
  });

  it('TL-25 TASK-08 a cancelled request has nothing in progress and is declined', () => {
    const request = journey(draft());
    request.take('U', 'submit', {});
    request.take('A', 'send_to_clearing', { comment: 'wrong cost center' });
    expect(request.take('K', 'cancel', { comment: 'not needed' })).toEqual([
      '0 start U approved/past',
      '1 approval A canceled/past-unsuccessful "wrong cost center"',
      '2 clearing K canceled/past-unsuccessful "not needed"',
      '3 cancellation K canceled/past-unsuccessful',
    ]);
    expect(request.position).toBe('declined 4');
    const facts = { facts: given };
    expect(decide('approve', situation(request.document, 'K', facts), {})).toMatchObject({
      code: 'step_not_possible',
    });
  });

  it('TASK-08 cancelling outside clearing keeps the later steps as not executed', () => {
    const request = journey(draft());
    request.take('U', 'submit', {});
    const allowed = situation(request.document, 'A', {
      roles: ['user-can-delete-document-directly'],
      facts: given,
    });
    const result = decide('cancel', allowed, {});
    expect('timeline' in result && written(result.timeline)).toEqual([
      '0 start U approved/past',
      '1 approval A canceled/past-unsuccessful',
      '2 cancellation A canceled/past-unsuccessful',
      '3 approval B -/finished-unsuccessful',
      '4 send-order C -/finished-unsuccessful',
      '5 delivery D -/finished-unsuccessful',
    ]);
    expect(result).toMatchObject({ status: 'declined', timeline: { currentEntryNo: 6 } });
  });
});
