import { describe, expect, it } from 'vitest';
import {
  approved,
  confirmed,
  granted,
  notes,
  refusal,
  submitted,
  withCompany,
  withHead,
  withLine,
} from '../../../tests/support/procurement-setups.ts';
import {
  acted,
  approver,
  draft,
  exceeded,
  facts,
  person,
  situation,
} from '../../../tests/support/procurement-situation.ts';
import { idOf } from '../../../tests/support/timeline-notation.ts';
import { isRefusal, type Refusal } from '../../base/refusal.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import { save } from './editing.ts';
import type { ProcurementFacts } from './facts.ts';
import type { Procurement } from './model.ts';
import { may } from './steps.ts';

/** A company that requires no approval, at a place without approvers. */
const nobody = (details: Partial<ProcurementFacts> = {}) =>
  withCompany({ min_approval: 0 }, { approval: { ...facts().approval, pool: [] }, ...details });

const steps = (document: Procurement) => currentEntry(document.timeline)?.type;

describe('TASK-06 APPR-10 a declined request in a company that requires no approval', () => {
  const declined = acted(submitted(), 'A', 'decline', { comment: 'Nicht nötig' });

  it('is not ordered by moving it to a cost center without approvers', () => {
    const moved = situation(withHead(declined, { cost_center_id: 99 }), 'K', { facts: nobody() });
    expect(may('to_order', moved)).toMatchObject({ code: 'step_not_possible' });
    expect(refusal('to_approval', moved, {})).toMatchObject({ code: 'declined_needs_approval' });
    expect(refusal('to_select_product', moved, {})).toMatchObject({ code: 'declined_needs_approval' });
  });

  it('goes on when an approver of the company approves it, but not by a colleague chosen by hand', () => {
    const { people, approval } = nobody();
    const colleague = person('X', { approves_in_company: false });
    const chosen = (name: string) => ({
      ...approval,
      chosen: [approver(name, null, { inserted_manually: true })],
    });
    const byApprover = nobody({ approval: chosen('B') });
    const asked = acted(declined, 'K', 'to_approval', {}, byApprover);
    const given = acted(asked, 'B', 'approve', {}, byApprover);
    expect([steps(asked), steps(given)]).toEqual(['approval', 'send-order']);
    const byColleague = nobody({
      approval: chosen('X'),
      people: new Map([...people, [idOf('X'), colleague]]),
    });
    const at = situation(declined, 'K', { facts: byColleague });
    expect(refusal('to_approval', at, {})).toMatchObject({ code: 'declined_needs_approval' });
  });

  it('leaves product selection only towards an approval', () => {
    const again = acted(declined, 'K', 'to_select_product', {});
    const moved = situation(again, 'P', { facts: nobody() });
    expect(may('to_order', moved)).toMatchObject({ code: 'step_not_possible' });
  });

  it('is not ordered by its former approval after the first approver of a new round', () => {
    const before = acted(approved(), 'C', 'send_to_clearing', { comment: 'Prüfen' });
    const asked = acted(before, 'K', 'to_approval', {});
    const refused = acted(acted(asked, 'A', 'approve', {}), 'B', 'decline', { comment: 'Nein' });
    const half = acted(acted(refused, 'K', 'to_approval', {}), 'A', 'approve', {});
    const cleared = acted(half, 'B', 'send_to_clearing', { comment: 'Prüfen' });
    expect(may('to_order', situation(cleared, 'K'))).toMatchObject({ code: 'step_not_possible' });
  });

  it('an interrupted approval is no refusal: without approvers the request goes on', () => {
    const cleared = acted(submitted(), 'A', 'send_to_clearing', { comment: 'Andere Kostenstelle' });
    expect(may('to_order', situation(cleared, 'K', { facts: nobody() }))).toBe(true);
  });
});

describe('BUD-06 APPR-16 TL-27 an order that needed no approval', () => {
  const ordering = acted(draft(), 'U', 'submit', {}, nobody());
  const dearer = withLine(ordering, { price_netto: '20000.00', price_brutto: '23800.00' }).lines;
  const raise = (given: ProcurementFacts, confirmations: readonly string[] = []) =>
    save(situation(ordering, 'X', { facts: given, roles: ['user-price', 'user-change-order'] }), {
      head: ordering.head,
      lines: dearer,
      confirmations,
    });

  it('asks about an exceeded budget when its value rises, and keeps both in the timeline', () => {
    const asked = raise(nobody({ exceededBudgets: [exceeded] })) as Refusal;
    expect(asked).toMatchObject({ code: 'budget_exceeded' });
    const done = raise(nobody({ exceededBudgets: [exceeded] }), [asked.confirm?.hash ?? '']);
    if (isRefusal(done)) throw new Error(done.code);
    expect([done.status, ...notes(done)]).toEqual(['approved', 'approval_outgrown', 'budget_exceeded']);
    const codes = done.timeline.entries.map(({ note }) => note?.code);
    expect(codes).toContain('document_edited');
  });

  it('is not raised beyond a budget that the company blocks', () => {
    const { company } = nobody();
    const blocking = {
      ...nobody({ exceededBudgets: [exceeded] }),
      company: company && { ...company, when_budget_exceeded: 'block' as const },
    };
    const refused = raise(blocking) as Refusal;
    expect(refused.code).toBe('budget_exceeded');
    expect(refused.confirm).toBeUndefined();
  });
});

describe('APPR-09 APPR-16 a budget whose only required approver created the request', () => {
  const own = { ...exceeded, approvers: [approver('U', null, { is_required: true })] };
  const adding = (pool: readonly ReturnType<typeof approver>[]) =>
    withCompany(
      { when_budget_exceeded: 'additional_approval', min_approval: 0 },
      { exceededBudgets: [own], approval: { ...facts().approval, pool } },
    );

  it('asks the creator where nobody else approves, and else whoever does', () => {
    const alone = situation(draft(), 'U', { facts: adding([approver('U', null)]) });
    expect(confirmed('submit', alone, {}).asked).toEqual(['budget_exceeded']);
    const given = adding([approver('B', null)]);
    const waiting = granted('submit', situation(draft(), 'U', { facts: given }), { confirmations: 'all' });
    expect(waiting.status).toBe('approval');
    const document = acted(draft(), 'U', 'submit', { confirmations: 'all' }, given);
    expect(confirmed('approve', situation(document, 'B', { facts: given }), {}).asked).toEqual([
      'budget_exceeded',
    ]);
  });
});
