import { describe, expect, it } from 'vitest';
import {
  acted,
  approver,
  company,
  draft,
  exceeded,
  facts,
  line,
  person,
  situation,
} from '../../../tests/support/procurement-situation.ts';
import {
  confirmed,
  granted,
  notes,
  refusal,
  submitted,
  withCompany,
} from '../../../tests/support/procurement-stages.ts';
import { idOf, written } from '../../../tests/support/timeline-notation.ts';
import { isRefusal } from '../../base/refusal.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import { decide, may } from './steps.ts';

describe('approval', () => {
  it('APPR-11 asks when the own limit is too small and nobody later covers the value', () => {
    const given = facts({ approval: { ...facts().approval, pool: [approver('A', '500')] } });
    const document = acted(draft(), 'U', 'submit', { confirmations: 'all' }, given);
    const { asked, outcome } = confirmed('approve', situation(document, 'A', { facts: given }), {});
    expect(asked).toEqual(['approval_limit_exceeded']);
    expect(outcome.status).toBe('approved');
    expect(notes(outcome)).toEqual(['none_has_limit', 'approval_limit_exceeded']);
    const block = withCompany({ when_limit_exceeded: 'block' }, { approval: given.approval });
    const refused = refusal('approve', situation(document, 'A', { facts: block }), { confirmations: 'all' });
    expect(refused).toMatchObject({
      code: 'approval_limit_exceeded',
      values: { limit: '500', value: '1000.00' },
    });
  });

  it('APPR-11 asks nothing when a later approver covers the value', () => {
    expect(granted('approve', situation(submitted(), 'A'), {}).status).toBe('approval');
  });

  it('BUD-06 APPR-16 asks again at approval, or sends it to the approvers of the cost center', () => {
    const document = acted(submitted(), 'A', 'approve', {});
    const asking = facts({ exceededBudgets: [exceeded] });
    expect(confirmed('approve', situation(document, 'B', { facts: asking }), {}).asked).toEqual([
      'budget_exceeded',
    ]);
    const blocking = withCompany({ when_budget_exceeded: 'block' }, { exceededBudgets: [exceeded] });
    expect(refusal('approve', situation(document, 'B', { facts: blocking }), {}).confirm).toBeUndefined();
    const approvers = [approver('K', null), approver('A', null)];
    const adding = withCompany(
      { when_budget_exceeded: 'additional_approval' },
      { exceededBudgets: [{ ...exceeded, approvers }] },
    );
    const result = granted('approve', situation(document, 'B', { facts: adding }), {});
    expect(written(result.timeline).slice(1, 5)).toEqual([
      '1 approval A approved/past',
      '2 comment B system/past',
      '3 approval B approved/past',
      '4* approval K -/present',
    ]);
    expect(result.timeline.entries[2]?.note?.code).toBe('budget_exceeded');
    expect(result.head).toEqual({});
  });

  it('APPR-10 APPR-11 whom nobody made an approver decides about no value, also when a task is passed on to him', () => {
    const known = facts();
    const colleague = person('X', { approves_in_company: false });
    const given = { ...known, people: new Map([...known.people, [idOf('X'), colleague]]) };
    const last = acted(submitted([line()], given), 'A', 'approve', {}, given);
    const passedOn = acted(last, 'B', 'reassign', { person_id: idOf('X') }, given);
    expect(confirmed('approve', situation(passedOn, 'X', { facts: given }), {}).asked).toEqual([
      'none_has_limit',
    ]);
    const strict = { ...given, company: { ...company, when_limit_exceeded: 'block' as const } };
    const refused = refusal('approve', situation(passedOn, 'X', { facts: strict }), {});
    expect(refused.code).toBe('none_has_limit');
    expect(refused.confirm).toBeUndefined();
  });

  it('APPR-09 the creator does not approve his own request, however he came by it', () => {
    const document = acted(draft([line()]), 'U', 'submit', {});
    const toCreator = refusal('reassign', situation(document, 'A'), { person_id: idOf('U') });
    expect(toCreator).toMatchObject({ code: 'self_approval', field: 'person_id' });
    const below = withCompany({ self_approval: 'below_limit' });
    expect(
      isRefusal(decide('reassign', situation(document, 'A', { facts: below }), { person_id: idOf('U') })),
    ).toBe(false);
    const own = {
      ...document,
      timeline: {
        ...document.timeline,
        entries: document.timeline.entries.map((entry) =>
          entry.entryNo === 1 ? { ...entry, lbUserId: idOf('U') } : entry,
        ),
      },
    };
    expect(may('approve', situation(own, 'U'))).toMatchObject({ code: 'self_approval' });
    expect(may('approve', situation(own, 'U', { facts: below }))).toBe(true);
  });

  it('APPR-08 nobody approves twice while that would leave too few different persons', () => {
    const given = withCompany({ min_approval: 2 });
    const document = acted(submitted([line()], given), 'A', 'approve', {}, given);
    const again = refusal('reassign', situation(document, 'B', { facts: given }), { person_id: idOf('A') });
    expect(again).toMatchObject({ code: 'already_approved' });
    expect(granted('reassign', situation(document, 'B'), { person_id: idOf('A') }).status).toBe('approval');
  });

  it('TASK-06 declining needs a comment and a person for clearing', () => {
    const document = submitted();
    expect(refusal('decline', situation(document, 'A'), {})).toMatchObject({
      code: 'comment_required',
      field: 'comment',
    });
    expect(refusal('decline', situation(document, 'A'), { comment: '  ' })).toMatchObject({
      code: 'comment_required',
    });
    const nobody = facts({ roleDefaults: { ...facts().roleDefaults, formClient: null } });
    expect(refusal('decline', situation(document, 'A', { facts: nobody }), { comment: 'no' })).toMatchObject({
      code: 'person_required',
    });
    const result = granted('decline', situation(document, 'A'), { comment: 'no', person_id: idOf('X') });
    expect(currentEntry(result.timeline)).toMatchObject({ type: 'clearing', lbUserId: idOf('X') });
  });
});
