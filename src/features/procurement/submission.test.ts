import { describe, expect, it } from 'vitest';
import {
  confirmed,
  granted,
  notes,
  refusal,
  submitted,
  unselected,
  withCompany,
  withHead,
} from '../../../tests/support/procurement-setups.ts';
import {
  acted,
  approver,
  draft,
  exceeded,
  facts,
  line,
  person,
  situation,
} from '../../../tests/support/procurement-situation.ts';
import { idOf, nameOf, written } from '../../../tests/support/timeline-notation.ts';
import { may } from './steps.ts';

describe('submit', () => {
  it('PROC-11 PROC-12 goes to approval when every line has supplier and price', () => {
    expect(written(submitted().timeline)).toEqual([
      '0 start U approved/past',
      '1* approval A -/present',
      '2 approval B -/future',
      '3 send-order C -/future',
      '4 delivery D -/future',
    ]);
  });

  it.each([
    [null, 'Bohrer HSS\n6 mm', 'Bohrer HSS'],
    ['  ', 'Bohrer', 'Bohrer'],
    ['Werkzeug', 'Bohrer', 'Werkzeug'],
  ])('PROC-41 a request named %j whose first item is %j is named %j', (name, description, expected) => {
    const document = draft([line({ description }), line()], { name });
    expect(acted(document, 'U', 'submit', {}).head.name).toBe(expected);
  });

  it('PROC-12 the creator may skip product selection', () => {
    const document = acted(draft([unselected], { no_product_selection: true }), 'U', 'submit', {});
    expect(document.head.status).toBe('approval');
    expect(acted(draft([unselected]), 'U', 'submit', {}).head.status).toBe('open');
  });

  it('PROC-11 goes straight to order placement as approved when no approval is needed', () => {
    const given = withCompany({ min_approval: 0 }, { approval: { ...facts().approval, pool: [] } });
    expect(submitted([line()], given).head).toMatchObject({ status: 'approved', approved_netto: '1000.00' });
  });

  it('NUM-04 takes the order number once, and none after a withdrawal', () => {
    expect(granted('submit', situation(draft(), 'U'), {}).takesNumber).toBe('PO');
    const again = draft([line()], { number: 41 });
    expect(granted('submit', situation(again, 'U'), {}).takesNumber).toBeNull();
  });

  it('VAL-45 reports all problems at once and changes nothing', () => {
    const result = refusal(
      'submit',
      situation(draft([line()], { client_id: null, delivery_date: null }), 'U'),
      {},
    );
    expect(result).toMatchObject({ code: 'validation_failed' });
    expect(result.problems?.map((problem) => problem.field)).toEqual(['client_id', 'delivery_date']);
  });

  it('APPR-04 VAL-10 needs enough different persons', () => {
    const given = withCompany({ min_approval: 3 });
    expect(refusal('submit', situation(draft(), 'U', { facts: given }), {})).toMatchObject({
      code: 'needs_min_approval',
      values: { count: 3 },
    });
  });

  it('APPR-05 VAL-10 asks when no approver has a sufficient limit, and logs the answer', () => {
    const given = facts({ approval: { ...facts().approval, pool: [approver('A', '500')] } });
    const { asked, outcome } = confirmed('submit', situation(draft(), 'U', { facts: given }), {});
    expect(asked).toEqual(['none_has_limit']);
    expect(notes(outcome)).toEqual(['none_has_limit']);
    expect(written(outcome.timeline)[2]).toBe('2* approval A -/present');
  });

  it('APPR-16 is refused without a question where the company blocks it', () => {
    const given = withCompany(
      { when_limit_exceeded: 'block' },
      { approval: { ...facts().approval, pool: [approver('A', '500')] } },
    );
    const result = refusal('submit', situation(draft(), 'U', { facts: given }), { confirmations: 'all' });
    expect(result.code).toBe('none_has_limit');
    expect(result.confirm).toBeUndefined();
  });

  it('BUD-06 asks for every exceeded budget, and again when the figure has changed', () => {
    const first = facts({ exceededBudgets: [exceeded, { ...exceeded, budget_id: 2, name: 'IT' }] });
    const { asked, outcome } = confirmed('submit', situation(draft(), 'U', { facts: first }), {});
    expect(asked).toEqual(['budget_exceeded', 'budget_exceeded']);
    expect(outcome.timeline.entries[1]?.note).toEqual({
      code: 'budget_exceeded',
      values: { budget: 'Büro', cost_center: '4711', currency: 'EUR' },
      amounts: { amount: '2200.00' },
    });
    const { confirm } = refusal('submit', situation(draft(), 'U', { facts: first }), {});
    const grown = facts({ exceededBudgets: [{ ...exceeded, exceeded_by: '2300.00' }] });
    const again = refusal('submit', situation(draft(), 'U', { facts: grown }), {
      confirmations: [confirm?.hash ?? ''],
    });
    expect(again).toMatchObject({ code: 'budget_exceeded', confirm: { values: { amount: '2300.00' } } });
  });

  it('ROLE-07 shows no amounts to people without user-price', () => {
    const given = facts({ exceededBudgets: [exceeded] });
    const blind = situation(draft(), 'U', { facts: given, roles: [] });
    expect(refusal('submit', blind, {}).confirm?.values).toEqual({
      budget: 'Büro',
      cost_center: '4711',
      currency: 'EUR',
      amount: null,
    });
  });

  it('APPR-16 sends an exceeded budget to the approvers of the cost center where the company wants that', () => {
    const additional = { when_budget_exceeded: 'additional_approval' } as const;
    const ofMarketing = { ...exceeded, approvers: [approver('K', '100')] };
    const given = withCompany(additional, { exceededBudgets: [ofMarketing] });
    const { timeline } = submitted([line()], given);
    expect(written(timeline).slice(1, 5)).toEqual([
      '1 comment U system/past',
      '2* approval K -/present',
      '3 approval A -/future',
      '4 approval B -/future',
    ]);
    // No question is asked, but the approver sees the reason.
    expect(timeline.entries[1]?.note?.code).toBe('budget_exceeded');
    expect(written(submitted([line()], withCompany(additional)).timeline)[1]).toContain('approval A');
  });

  it('APPR-16 asks where the exceeded cost center has no additional approver', () => {
    const given = withCompany(
      { when_budget_exceeded: 'additional_approval' },
      { exceededBudgets: [exceeded] },
    );
    const { asked } = confirmed('submit', situation(draft(), 'U', { facts: given }), {});
    expect(asked).toEqual(['budget_exceeded']);
  });

  it('RDEF-06 one selector per product group in the order of their names, the default for the rest', () => {
    const given = facts({
      productGroups: new Map([
        [1, { name: 'Werkzeug', user_select_product_id: idOf('M') }],
        [2, { name: 'Büro', user_select_product_id: idOf('N') }],
        [3, { name: 'Möbel', user_select_product_id: null }],
      ]),
    });
    const of = (...groups: (number | null)[]) => {
      const lines = groups.map((product_group_id) => ({ ...unselected, product_group_id }));
      return submitted(lines, given)
        .timeline.entries.filter((entry) => entry.type === 'select-product')
        .map((entry) => nameOf(entry.lbUserId ?? 0));
    };
    expect(of(1, 2)).toEqual(['N', 'M']);
    expect(of(1, 2, 3)).toEqual(['N', 'M', 'P']);
    expect(of(null)).toEqual(['P']);
  });

  it('RDEF-03 RDEF-05 uses chosen persons, requires one without default, and refuses absent ones', () => {
    const chosen = acted(draft(), 'U', 'submit', { send_order_id: idOf('X'), consignee_id: idOf('K') });
    expect(written(chosen.timeline).slice(3)).toEqual(['3 send-order X -/future', '4 delivery K -/future']);
    const nobody = facts({ roleDefaults: { ...facts().roleDefaults, formClient: null } });
    expect(refusal('submit', situation(draft(), 'U', { facts: nobody }), {})).toMatchObject({
      code: 'person_required',
      field: 'send_order_id',
    });
    const people = new Map([...facts().people, [idOf('X'), person('X', { blocked: true })]]);
    const blocked = situation(draft(), 'U', { facts: facts({ people }) });
    expect(refusal('submit', blocked, { send_order_id: idOf('X') })).toMatchObject({
      code: 'foreign_key_violation',
      field: 'send_order_id',
    });
  });

  it('APPR-07 compares limits with the value in the company currency, and needs a rate for that', () => {
    const foreign = draft([line()], { currency: 'USD' });
    expect(refusal('submit', situation(foreign, 'U'), {})).toMatchObject({ field: 'exchange_rate' });
    const cheap = withHead(foreign, { exchange_rate: '0.400000' });
    expect(granted('submit', situation(cheap, 'U'), {}).timeline.entries.map((entry) => entry.type)).toEqual([
      'start',
      'approval',
      'send-order',
      'delivery',
    ]);
    const gross = withCompany({ amount_basis: 'gross' });
    const limits = facts().approval;
    const pool = [approver('A', '1000'), approver('B', null)];
    const both = { ...gross, approval: { ...limits, pool } };
    expect(
      submitted([line()], both).timeline.entries.filter((entry) => entry.type === 'approval'),
    ).toHaveLength(2);
  });
});

describe('withdrawal', () => {
  it('TASK-22 takes the request back to a draft until the first selection or approval is done', () => {
    const document = acted(submitted(), 'U', 'withdraw', { comment: 'forgot something' });
    expect(document.head).toMatchObject({ status: 'draft', number: 42, submitted_at: null });
    expect(may('withdraw', situation(acted(submitted(), 'A', 'approve', {}), 'U'))).toMatchObject({
      code: 'step_not_possible',
    });
    expect(may('withdraw', situation(submitted(), 'X'))).toMatchObject({ code: 'permission_denied' });
    expect(acted(document, 'U', 'submit', {}).head.status).toBe('approval');
  });

  it('TL-09 TASK-22 entries before a withdrawal are past entries', () => {
    const asked = acted(submitted(), 'A', 'comment', { comment: 'which printer?' });
    const withdrawn = acted(asked, 'U', 'withdraw', {});
    expect(written(withdrawn.timeline)).toEqual([
      '0* start U -/present',
      '1 comment A comment/past "which printer?"',
      '2 comment U system/past',
    ]);
  });

  it('TASK-18 TASK-22 the creator may cancel a withdrawn request, but not a draft that was never submitted', () => {
    const withdrawn = acted(submitted(), 'U', 'withdraw', {});
    expect(may('cancel', situation(withdrawn, 'U'))).toBe(true);
    expect(may('cancel', situation(withdrawn, 'X', { roles: ['user-admin'] }))).not.toBe(true);
    expect(may('cancel', situation(draft(), 'U'))).toMatchObject({ code: 'step_not_possible' });
    const cancelled = acted(withdrawn, 'U', 'cancel', { comment: 'not needed any more' });
    expect(cancelled.head).toMatchObject({ status: 'declined', number: 42 });
    expect(written(cancelled.timeline)).toEqual([
      '0 start U canceled/past-unsuccessful "not needed any more"',
      '1 comment U system/past',
      '2 cancellation U canceled/past-unsuccessful',
    ]);
  });
});
