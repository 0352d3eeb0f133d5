import { describe, expect, it } from 'vitest';
import {
  granted,
  notes,
  refusal,
  submitted,
  withCompany,
  withLine,
} from '../../../tests/support/procurement-setups.ts';
import {
  acted,
  approver,
  facts,
  line,
  person,
  situation,
  stored,
} from '../../../tests/support/procurement-situation.ts';
import { idOf, written } from '../../../tests/support/timeline-notation.ts';
import { isRefusal } from '../../base/refusal.ts';
import { heldByDue } from '../../document/substitution.ts';
import { currentEntry, type Timeline } from '../../timeline/timeline.ts';
import { save } from './editing.ts';
import type { ProcurementFacts } from './facts.ts';
import type { Procurement } from './model.ts';

/** The value of 1,000 needs A, up to 500, and B, unlimited; `absent` is away, with `substitute` in their place. */
function withAbsence(
  absent: string,
  substitute: string,
  known: ProcurementFacts = facts(),
): ProcurementFacts {
  const before = known.people.get(idOf(absent)) ?? person(absent);
  const away = { ...before, substitute_id: idOf(substitute), absence_from: known.today };
  return { ...known, people: new Map([...known.people, [away.id, away]]) };
}

/** Submitted; the first approval is with the substitute of today. */
function waiting(given: ProcurementFacts): Procurement {
  const document = submitted([line()], given);
  const timeline = heldByDue(situation(document, 'U', { facts: given }));
  if (isRefusal(timeline)) throw new Error(timeline.code);
  return { ...document, timeline };
}

const approvals = (timeline: Timeline) => written(timeline).filter((entry) => entry.includes(' approval '));

describe('APPR-15 a person who approves for another and is the next approver too', () => {
  const given = withAbsence('A', 'B');

  it('approves once, and the timeline says so', () => {
    const document = waiting(given);
    expect(currentEntry(document.timeline)).toMatchObject({ lbUserId: idOf('B'), forUserId: idOf('A') });
    const result = granted('approve', situation(document, 'B', { facts: given }), {});
    expect(result.status).toBe('approved');
    expect(approvals(result.timeline)).toEqual([
      '1 approval B for A approved/past',
      '3 approval B approved/past',
    ]);
    expect(notes(result)).toEqual(['approved_once']);
    const [first, second] = result.timeline.entries.filter(({ type }) => type === 'approval');
    expect([first?.forUserId, second?.forUserId]).toEqual([idOf('A'), null]);
  });

  it('approves once where the second step is the one of the absent person', () => {
    const second = withAbsence('B', 'A');
    const limits = new Map([...second.people, [idOf('A'), person('A', { approval_limit: '5000' })]]);
    const pool = [approver('A', '5000', { is_required: true }), approver('B', null, { is_required: true })];
    const all = { ...second, people: limits, approval: { ...second.approval, pool } };
    const result = granted('approve', situation(waiting(all), 'A', { facts: all }), {});
    expect(result.status).toBe('approved');
    expect(result.timeline.entries.filter(({ type }) => type === 'approval')[1]).toMatchObject({
      lbUserId: idOf('A'),
      forUserId: idOf('B'),
    });
  });

  it('APPR-11 approves each step where the limit of the second one asks a question of its own', () => {
    const second = withAbsence('B', 'A');
    const pool = [approver('A', '500', { is_required: true }), approver('B', null, { is_required: true })];
    const all = { ...second, approval: { ...second.approval, pool } };
    const result = granted('approve', situation(waiting(all), 'A', { facts: all }), {});
    expect(result.status).toBe('approval');
    expect(notes(result)).toEqual([]);
  });

  it('APPR-08 APPR-17 never counts as two: where two persons must approve, the step of the absent one stays', () => {
    const two = { ...withCompany({ min_approval: 2 }), people: given.people };
    const document = waiting(two);
    expect(currentEntry(document.timeline)).toMatchObject({ lbUserId: idOf('A'), forUserId: null });
    const result = granted('approve', situation(document, 'A', { facts: two }), {});
    expect(result.status).toBe('approval');
    expect(currentEntry(result.timeline)).toMatchObject({ lbUserId: idOf('B') });
  });

  it('APPR-10 never counts as two beside a colleague who was only chosen by hand', () => {
    const colleague = person('X', { approves_in_company: false });
    const chosen = [approver('X', null, { inserted_manually: true })];
    const two = {
      ...withCompany({ min_approval: 2 }),
      people: new Map([...given.people, [colleague.id, colleague]]),
      approval: { ...facts().approval, chosen },
    };
    const document = waiting(two);
    expect(approvals(document.timeline)).toHaveLength(3);
    expect(currentEntry(document.timeline)).toMatchObject({ lbUserId: idOf('A'), forUserId: null });
    const result = granted('approve', situation(document, 'A', { facts: two }), {});
    expect(currentEntry(result.timeline)).toMatchObject({ lbUserId: idOf('B') });
  });

  it('APPR-17 does not stand in for the only other approver of what the person changed', () => {
    const separate = withAbsence('B', 'A', withCompany({ separate_check: true }));
    const limits = new Map([...separate.people, [idOf('A'), person('A', { approval_limit: '5000' })]]);
    const pool = [approver('A', '5000', { is_required: true }), approver('B', null, { is_required: true })];
    const all = { ...separate, people: limits, approval: { ...separate.approval, pool } };
    const document = waiting(all);
    const roles = ['user-price', 'user-change-order'];
    const raised = save(situation(document, 'A', { facts: all, roles }), {
      head: document.head,
      lines: withLine(document, { price_netto: '120.00', price_brutto: '142.80' }).lines,
    });
    if (isRefusal(raised)) throw new Error(raised.code);
    const own = acted(stored(document, raised, all), 'A', 'approve', {}, all);
    expect(own.head.status).toBe('approval');
    const timeline = heldByDue(situation(own, 'A', { facts: all }));
    if (isRefusal(timeline)) throw new Error(timeline.code);
    expect(currentEntry(timeline)).toMatchObject({ lbUserId: idOf('A'), forUserId: idOf('B') });
    const standing = situation({ ...own, timeline }, 'A', { facts: all });
    expect(refusal('approve', standing, {})).toMatchObject({ code: 'separate_check_required' });
  });

  it('approves each step if another person approves in between', () => {
    const pool = ['A', 'C', 'B'].map((name) => approver(name, null, { is_required: true }));
    const all = withAbsence('A', 'C', facts({ approval: { ...facts().approval, pool } }));
    const first = acted(waiting(all), 'C', 'approve', {}, all);
    expect(currentEntry(first.timeline)).toMatchObject({ lbUserId: idOf('B') });
    const second = acted(first, 'B', 'approve', {}, all);
    expect(second.head.status).toBe('approval');
    expect(currentEntry(second.timeline)).toMatchObject({ lbUserId: idOf('C'), forUserId: null });
  });
});
