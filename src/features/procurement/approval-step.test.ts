import { describe, expect, it } from 'vitest';
import {
  confirmed,
  granted,
  notes,
  refusal,
  submitted,
  withCompany,
} from '../../../tests/support/procurement-setups.ts';
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
  stored,
} from '../../../tests/support/procurement-situation.ts';
import { idOf, written } from '../../../tests/support/timeline-notation.ts';
import { isRefusal } from '../../base/refusal.ts';
import { currentEntry, type Timeline } from '../../timeline/timeline.ts';
import type { ProcurementFacts } from './facts.ts';
import type { Procurement } from './model.ts';
import { decide, may } from './steps.ts';

/** The document with its current task assigned to another person. */
function withCurrentAt(timeline: Timeline, name: string): Timeline {
  const entries = timeline.entries.map((entry) =>
    entry.entryNo === timeline.currentEntryNo ? { ...entry, lbUserId: idOf(name) } : entry,
  );
  return { ...timeline, entries };
}

describe('approval', () => {
  it('APPR-11 asks when the own limit is too small and no later approver covers the value', () => {
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

  describe('APPR-19 a person without approver role', () => {
    const known = facts();
    const colleague = person('X', { approves_in_company: false });
    const given = { ...known, people: new Map([...known.people, [idOf('X'), colleague]]) };
    const strict = { ...given, company: { ...company, when_limit_exceeded: 'block' as const } };
    const last = acted(submitted([line()], given), 'A', 'approve', {}, given);
    const held: Procurement = { ...last, timeline: withCurrentAt(last.timeline, 'X') };

    it('gets no forwarded approval and cannot approve an assigned one', () => {
      const passedOn = refusal('reassign', situation(last, 'B', { facts: given }), {
        person_id: idOf('X'),
      });
      expect(passedOn).toMatchObject({ code: 'not_an_approver', field: 'person_id' });
      expect(may('approve', situation(held, 'X', { facts: given }))).toMatchObject({
        code: 'not_an_approver',
      });
    });

    it('APPR-10 approves additionally when chosen by hand, without a limit', () => {
      const chosen = [approver('X', null, { inserted_manually: true })];
      const byHand = { ...given, approval: { ...given.approval, chosen } };
      expect(confirmed('approve', situation(held, 'X', { facts: byHand }), {}).asked).toEqual([
        'none_has_limit',
      ]);
      const blocked = { ...strict, approval: byHand.approval };
      const refused = refusal('approve', situation(held, 'X', { facts: blocked }), {});
      expect(refused.code).toBe('none_has_limit');
      expect(refused.confirm).toBeUndefined();
      expect(
        refusal('reassign', situation(last, 'B', { facts: byHand }), { person_id: idOf('X') }),
      ).toMatchObject({ code: 'not_an_approver' });
    });

    it('APPR-16 no person with too low a limit gets an approval where limits must not be exceeded', () => {
      const low = person('X', { approval_limit: '999.99' });
      const people = new Map([...known.people, [idOf('X'), low]]);
      const passOn = (facts: ProcurementFacts) =>
        decide('reassign', situation(last, 'B', { facts }), { person_id: idOf('X') });
      expect(passOn({ ...strict, people })).toMatchObject({ code: 'limit_too_low', field: 'person_id' });
      expect(isRefusal(passOn({ ...given, people }))).toBe(false);
    });
  });

  describe('APPR-19 a task group', () => {
    const known = facts();
    const withMembers = (members: readonly string[]) => {
      const group = person('G', {
        is_group: true,
        members: members.map((name) => ({ id: idOf(name), approval_limit: null })),
      });
      return new Map([...known.people, [idOf('G'), group]]);
    };
    const chosen = [approver('G', null, { inserted_by_group: true })];

    it.each([
      ['nobody', []],
      ['the creator alone', ['U']],
    ])(
      'with %s in it cannot be chosen, nor be given an approval, and is left out where it is linked',
      (_, members) => {
        const people = withMembers(members);
        const byHand = { ...known, people, approval: { ...known.approval, chosen } };
        expect(refusal('submit', situation(draft(), 'U', { facts: byHand }), {})).toMatchObject({
          code: 'group_without_approver',
          field: 'approver_ids',
        });
        const given = { ...known, people };
        expect(
          refusal('reassign', situation(submitted(), 'A', { facts: given }), { person_id: idOf('G') }),
        ).toMatchObject({ code: 'group_without_approver', field: 'person_id' });
        const pool = [approver('G', null, { is_required: true }), approver('B', null)];
        const linked = { ...known, people, approval: { ...known.approval, pool } };
        const steps = acted(draft(), 'U', 'submit', {}, linked).timeline.entries;
        expect(steps.filter(({ type }) => type === 'approval').map(({ lbUserId }) => lbUserId)).toEqual([
          idOf('B'),
        ]);
      },
    );

    it('can be chosen when it has another member', () => {
      const byHand = { ...known, people: withMembers(['U', 'M']), approval: { ...known.approval, chosen } };
      expect(isRefusal(decide('submit', situation(draft(), 'U', { facts: byHand }), {}))).toBe(false);
    });

    it('APPR-08 gives its limit to a member who is not an approver', () => {
      const group = person('G', {
        is_group: true,
        approval_limit: '800',
        members: [{ id: idOf('X'), approval_limit: null }],
      });
      const colleague = person('X', { approves_in_company: false });
      const people = new Map([...known.people, [idOf('G'), group], [idOf('X'), colleague]]);
      const given = { ...known, people, approval: { ...known.approval, pool: [approver('G', '800')] } };
      const document = acted(draft(), 'U', 'submit', { confirmations: 'all' }, given);
      const member = { ...situation(document, 'X', { facts: given, groupIds: [idOf('G')] }) };
      const accepted = stored(document, granted('accept', member, {}));
      const refused = refusal('approve', situation(accepted, 'X', { facts: given }), {});
      expect(refused).toMatchObject({ confirm: {}, values: { value: '1000.00' } });
    });
  });

  it('APPR-09 the creator cannot approve the own request, even when it is assigned to the creator', () => {
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

  it('APPR-08 no person approves twice if that leaves too few different persons', () => {
    const given = withCompany({ min_approval: 2 });
    const document = acted(submitted([line()], given), 'A', 'approve', {}, given);
    const again = refusal('reassign', situation(document, 'B', { facts: given }), { person_id: idOf('A') });
    expect(again).toMatchObject({ code: 'already_approved' });
    expect(granted('reassign', situation(document, 'B'), { person_id: idOf('A') }).status).toBe('approval');
  });

  it('APPR-04 goes to further approvers where the company requires more persons since the request was submitted', () => {
    const waiting = submitted([line({ quantity: '3' })]);
    expect(written(waiting.timeline).filter((entry) => entry.includes(' approval '))).toHaveLength(1);
    const two = withCompany({ min_approval: 2 });
    const result = granted('approve', situation(waiting, 'A', { facts: two }), {});
    expect(written(result.timeline).slice(1, 3)).toEqual([
      '1 approval A approved/past',
      '2* approval B -/present',
    ]);
    const alone = { ...two, approval: { ...two.approval, pool: [approver('A', '500')] } };
    expect(refusal('approve', situation(waiting, 'A', { facts: alone }), {})).toMatchObject({
      code: 'needs_min_approval',
      values: { count: 2 },
    });
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
