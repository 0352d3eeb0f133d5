import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inDepth } from '../../../tests/support/depth.ts';
import {
  approver,
  cast,
  company,
  draft,
  facts,
  line,
  situation,
  stored,
} from '../../../tests/support/procurement-situation.ts';
import { idOf, nameOf } from '../../../tests/support/timeline-notation.ts';
import { violations } from '../../../tests/support/timeline-violations.ts';
import { isRefusal, type Refusal } from '../../base/refusal.ts';
import { approvedInRound } from '../../document/approval/round.ts';
import { moveDueTask } from '../../document/substitution.ts';
import { documentStatus } from '../../timeline/document-status.ts';
import { isGroup } from '../../timeline/flow.ts';
import { isStep } from '../../timeline/kinds.ts';
import { isAbsent } from '../../timeline/substitutes.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import { requestProblem } from './covered.ts';
import { save } from './editing.ts';
import { linesMissing, type ProcurementFacts } from './facts.ts';
import type { Procurement } from './model.ts';
import { areAllOrdered, isOrdered, recordOrderNotSent, recordOrderSent, supplierOrders } from './ordering.ts';
import type { ProcurementOutcome } from './outcome.ts';

import { decide, may, offers, type ProcurementAction, procurementActions } from './steps.ts';

const roles = [[], ['user-price'], ['user-admin']] as const;

/** A random action of a random person, with all input that any action needs. */
const attempt = fc.record({
  who: fc.constantFrom<string>(...cast),
  action: fc.constantFrom(...procurementActions),
  roles: fc.constantFrom(...roles),
  person: fc.constantFrom<string | null>(...cast, 'stranger', null),
  quantity: fc.constantFrom('1', '5', '10', '-1', '0', 'x'),
  supplier_id: fc.constantFrom<number | null>(7, 8, 9, null),
  confirmations: fc.constantFrom<'all' | string[]>('all', 'all', []),
  /** Two thirds of the attempts are sensible, so that the walk gets far enough. */
  isSensible: fc.constantFrom(true, true, false),
  goesOn: fc.boolean(),
  interferes: fc.constantFrom(false, false, false, false, false, false, true),
  pick: fc.nat(1000),
  /** The change of the lines before the action. */
  edit: fc.constantFrom('none', 'none', 'none', 'select', 'select', 'dearer'),
  /** The absent persons; each has a substitute, who may be absent too. */
  away: fc.subarray(['A', 'B', 'C', 'N'], { maxLength: 3 }),
  /** What becomes of the letter that is being sent. */
  letter: fc.constantFrom('sent', 'sent', 'sent', 'uncertain', 'failed'),
  /** Whether the substitution job runs after the action. */
  isSettled: fc.boolean(),
  /** Whether the request is at a place without approvers meanwhile. */
  isDeserted: fc.constantFrom(false, false, false, false, false, false, false, true),
});
type Attempt = typeof attempt extends fc.Arbitrary<infer Value> ? Value : never;

const settings = fc.record({
  min_approval: fc.integer({ min: 0, max: 2 }),
  self_approval: fc.constantFrom('never', 'below_limit', 'allowed'),
  can_delete_document_directly: fc.constantFrom(false, false, true),
  when_budget_exceeded: fc.constantFrom('confirm', 'additional_approval'),
  isBudgetExceeded: fc.boolean(),
  pool: fc.subarray(['A', 'B', 'G', 'K', 'U']),
  isSelected: fc.boolean(),
  substitute_limit: fc.constantFrom('lower', 'substitute', 'represented'),
});
type Settings = typeof settings extends fc.Arbitrary<infer Value> ? Value : never;

/** The right to change orders, which administrators hold, may lead from clearing past approval. */

const mainActions = [
  'submit',
  'accept',
  'to_approval',
  'approve',
  'decline',
  'send_to_clearing',
  'reassign',
  'withdraw',
  'cancel',
  'send_order',
  'complete_order',
  'receive',
  'finish_delivery',
  'close_question',
] as const satisfies readonly ProcurementAction[];

it('ROLE-12 TASK-01 TL-18 TL-21 no sequence of actions breaks a request, lets the wrong person act or confirms something without an entry', () => {
  const taken = new Map<string, number>();
  fc.assert(
    fc.property(settings, fc.array(attempt, { minLength: 30, maxLength: 80 }), (given, attempts) => {
      let fixture = fixtureOf(given);
      const unselected = { supplier_id: null, price_netto: null, price_brutto: null };
      const begun = draft([
        line(given.isSelected ? {} : unselected),
        line({ kind: 'freight' }),
        line(given.isSelected ? { supplier_id: 8 } : { ...unselected, product_group_id: 2 }),
      ]);
      let document = begun;
      for (const one of attempts) {
        if (currentEntry(document.timeline) === null && one.interferes) document = begun;
        fixture = withPlace(withAbsences(fixture, one.away), one, given);
        document = settledTasks(document, one, fixture);
        document = edited(sentOut(document, one, fixture), one, fixture);
        expectSound(document, fixture);
        const result = tried(document, one, fixture);
        if (isRefusal(result.answer)) continue;
        taken.set(result.action, (taken.get(result.action) ?? 0) + 1);
        expectSubstitute(document, result.answer, fixture);
        fixture = withQuestions(fixture, result.answer);
        const next = stored(document, result.answer, fixture);
        expectSound(next, fixture);
        document = next;
      }
    }),
    { numRuns: inDepth(50, 3_000) },
  );
  // The walk has to reach the end of the flow, not only collect refusals.
  expect(mainActions.filter((action) => !taken.has(action))).toEqual([]);
});

function tried(document: Procurement, one: Attempt, fixture: ProcurementFacts) {
  const { who, action } = one.isSensible ? sensible(document, one, fixture) : one;
  const at = situation(document, who, { roles: one.roles, facts: fixture });
  const next = supplierOrders(document).find((order) => !isOrdered(document, order))?.supplier_id ?? null;
  const asked = one.isSensible ? { supplier_id: next } : {};
  const answer = answered(action, at, { ...one, ...asked });
  const permission = may(action, at);
  if (!isRefusal(answer)) {
    expect(permission).toBe(true);
    expectRightPerson(document, { ...one, who }, action, fixture);
    expectNoted(answered(action, at, { ...one, ...asked, confirmations: [] }), answer, at.actor.id);
  } else if (permission !== true) {
    expect(answer).toEqual(permission);
  }
  return { action, answer };
}

/** What a person had to confirm stands in the timeline, in that person's name. */
function expectNoted(unconfirmed: ProcurementOutcome | Refusal, outcome: ProcurementOutcome, by: number) {
  if (!isRefusal(unconfirmed) || unconfirmed.confirm === undefined) return;
  const { code } = unconfirmed;
  expect(outcome.timeline.entries.filter(({ note }) => note?.code === code)).toContainEqual(
    expect.objectContaining({ status: 'system', createdBy: by, id: null }),
  );
}

/** The assignee takes the main or another action; sometimes the creator acts instead. */
function sensible(document: Procurement, one: Attempt, fixture: ProcurementFacts) {
  const assignee = currentEntry(document.timeline)?.lbUserId ?? idOf('X');
  const turn = isGroup(fixture, assignee) ? 'M' : nameOf(assignee);
  const who = one.interferes ? 'U' : turn;
  const open = offers(situation(document, who, { roles: one.roles, facts: fixture })).filter(
    (offer) => offer.enabled && offer.key !== 'comment',
  );
  const chosen = one.goesOn ? open[0] : open[one.pick % open.length];
  return { who, action: chosen?.key ?? 'comment' };
}

function answered(
  action: ProcurementAction,
  at: ReturnType<typeof situation>,
  one: Attempt,
): ProcurementOutcome | Refusal {
  const person_id = one.person === null ? null : idOf(one.person);
  return decide(action, at, {
    comment: 'so be it',
    confirmations: one.confirmations,
    person_id,
    mention_ids: person_id === null ? [] : [person_id],
    send_order_id: one.isSensible ? null : person_id,
    supplier_id: one.supplier_id,
    lines: [],
    receipts: [
      {
        procurement_line_id: 1 + 2 * (one.pick % 2),
        quantity: one.quantity,
        reason: 'counted again',
        reverses_id: one.quantity.startsWith('-') ? (at.document.receipts[0]?.id ?? null) : null,
      },
    ],
  });
}

/** The actions on letters to suppliers and their confirmations. */
const tellsSuppliers: readonly ProcurementAction[] = ['send_order', 'confirm_order'];
const hearsSuppliers: readonly ProcurementAction[] = ['record_confirmation', 'accept_confirmation'];

/**
 * Only the assignee acts; administrators reassign, members accept, the creator submits and withdraws, all comment.
 * The assignee, former order senders and people who may change orders deal with suppliers (PROC-35, PROC-37).
 */
function expectRightPerson(
  document: Procurement,
  one: Attempt,
  action: ProcurementAction,
  fixture: ProcurementFacts,
) {
  const assignee = currentEntry(document.timeline)?.lbUserId ?? null;
  const me = idOf(one.who);
  if (action === 'comment') return;
  const isPlacing = currentEntry(document.timeline)?.type === 'send-order';
  if (hearsSuppliers.includes(action) || (tellsSuppliers.includes(action) && !isPlacing)) {
    const senders = document.timeline.entries.filter(
      ({ type, entryNo }) => type === 'send-order' && entryNo <= document.timeline.currentEntryNo,
    );
    const mayChangeOrders = one.roles.some((role) => role === 'user-admin');
    return expect(mayChangeOrders || senders.some(({ lbUserId }) => lbUserId === me), action).toBe(true);
  }
  if (action === 'return_goods') {
    const receivers = document.timeline.entries.filter(({ type }) => type === 'delivery');
    const mayChangeOrders = one.roles.some((role) => role === 'user-admin');
    return expect(mayChangeOrders || receivers.some(({ lbUserId }) => lbUserId === me), action).toBe(true);
  }
  if (action === 'close_question') {
    return expect(fixture.openQuestions?.some((question) => question.lb_user_id === me)).toBe(true);
  }
  if (action === 'hold' || action === 'lift_hold') {
    return expect(one.roles).toContain('user-admin');
  }
  if (action === 'submit' || action === 'withdraw') return expect(me).toBe(document.head.creator_id);
  if (action === 'accept') return expect(assignee !== null && isGroup(fixture, assignee)).toBe(true);
  if (action === 'reassign' && one.roles.some((role) => role === 'user-admin')) return;
  expect(me, action).toBe(assignee);
}

function expectSound(document: Procurement, fixture: ProcurementFacts): void {
  const { head, timeline } = document;
  expect(violations(timeline, (lbUserId) => isGroup(fixture, lbUserId))).toEqual([]);
  expect(head.status).toBe(documentStatus('procurement', timeline));
  const current = currentEntry(timeline);
  if (current !== null && current.type !== 'start') expect(current.lbUserId).not.toBeNull();
  if (head.status !== 'draft') expect(head.number).toBe(42);
  if (head.status === 'ordered' || head.status === 'completed') expect(areAllOrdered(document)).toBe(true);
  // Orders never exceed the approval (APPR-18).
  const isOrder = head.status === 'approved' || head.status === 'ordered';
  if (isOrder) expect(requestProblem({ document, facts: fixture })).toBeNull();
  if (head.status === 'approved') expect(isRefused(document)).toBe(false);
  for (const approval of approvedInRound(timeline, 'approval')) {
    const isOwn = approval.lbUserId === head.creator_id && fixture.company?.self_approval === 'never';
    expect(isOwn).toBe(false);
  }
  for (const one of linesMissing(document.lines)) expect(one.kind).toBe('item');
}

/** A refusal that no complete round of persons has undone since (TASK-06). */
function isRefused({ timeline }: Procurement): boolean {
  const steps = timeline.entries.filter(({ type }) => isStep(type));
  return steps.reduce((refused, { type, status, lbUserId }, place) => {
    if (type !== 'approval') return refused;
    if (status === 'declined') return true;
    const isLast = steps[place + 1]?.type !== 'approval';
    return refused && !(status === 'approved' && lbUserId !== null && isLast);
  }, false);
}

/** The approvers of the settings, or none. */
function withPlace(fixture: ProcurementFacts, { isDeserted }: Attempt, given: Settings): ProcurementFacts {
  const { pool } = isDeserted ? { pool: [] } : fixtureOf(given).approval;
  return { ...fixture, approval: { ...fixture.approval, pool } };
}

const substitutes: Readonly<Record<string, string>> = { A: 'K', B: 'A', C: 'D', N: 'P' };

function withAbsences(fixture: ProcurementFacts, away: readonly string[]): ProcurementFacts {
  const people = [...fixture.people.values()].map((one) => {
    const substitute = substitutes[one.name];
    const isAway = substitute !== undefined && away.includes(one.name);
    const absence_from = isAway ? fixture.today : null;
    return { ...one, substitute_id: substitute === undefined ? null : idOf(substitute), absence_from };
  });
  return { ...fixture, people: new Map(people.map((one) => [one.id, one])) };
}

/** The open questions after an action: the asked ones added, the answered ones removed (TASK-23). */
function withQuestions(fixture: ProcurementFacts, { asked, answered }: ProcurementOutcome): ProcurementFacts {
  const before = (fixture.openQuestions ?? []).filter(({ id }) => !answered.includes(id));
  const last = Math.max(0, ...(fixture.openQuestions ?? []).map(({ id }) => id));
  const added = asked.map((lb_user_id, place) => ({ id: last + 1 + place, lb_user_id }));
  return { ...fixture, openQuestions: [...before, ...added] };
}

/** The job moves a wrongly assigned task once; a second run does nothing (APPR-15). */
function settledTasks(document: Procurement, one: Attempt, fixture: ProcurementFacts): Procurement {
  if (!one.isSettled) return document;
  const result = moveDueTask({ ...situation(document, 'X', { facts: fixture }), actor: tenantItself });
  if (result === null) return document;
  if (isRefusal(result)) throw new Error(result.code);
  const next = stored(document, result, fixture);
  expect(moveDueTask(situation(next, 'X', { facts: fixture }))).toBeNull();
  return next;
}

const tenantItself = { id: 0, roles: ['user-admin'], groupIds: [], isImpersonated: false };

/** New tasks go to present persons; a substitute never replaces itself, a group or a present person. */
function expectSubstitute(
  document: Procurement,
  { timeline }: ProcurementOutcome,
  fixture: ProcurementFacts,
): void {
  const task = currentEntry(timeline);
  if (task === null || task.forUserId === null) return;
  expect(task.lbUserId).not.toBe(task.forUserId);
  expect(isGroup(fixture, task.forUserId)).toBe(false);
  const isNew = task.id === null || task.id !== currentEntry(document.timeline)?.id;
  if (isNew) expect(isAbsent(fixture.people.get(task.forUserId), fixture.today)).toBe(true);
}

/** The mail server eventually accepts the letter being sent, refuses it, or leaves open whether it did. */
function sentOut(document: Procurement, one: Attempt, fixture: ProcurementFacts): Procurement {
  const sending = document.orders.find((order) => order.state === 'sending');
  if (sending === undefined || one.pick % 2 === 1) return document;
  const at = situation(document, 'C', { facts: fixture });
  const sent =
    one.letter === 'sent'
      ? recordOrderSent(at, sending)
      : recordOrderNotSent(at, sending, { state: one.letter });
  if (isRefusal(sent)) throw new Error(sent.code);
  return stored(document, sent, fixture);
}

/** The assignee first edits the lines if allowed: selects products, or raises prices. */
function edited(document: Procurement, one: Attempt, fixture: ProcurementFacts): Procurement {
  const assignee = currentEntry(document.timeline)?.lbUserId ?? null;
  if (one.edit === 'none' || assignee === null) return document;
  const price_netto = one.edit === 'dearer' ? '400.00' : '100.00';
  const lines = document.lines.map((each) =>
    each.kind === 'item' ? { ...each, supplier_id: each.supplier_id ?? 7, price_netto } : each,
  );
  const at = situation(document, nameOf(assignee), { facts: fixture });
  const result = save(at, { head: document.head, lines, confirmations: 'all' });
  return isRefusal(result) ? document : stored(document, result, fixture);
}

function fixtureOf(given: Settings): ProcurementFacts {
  const limits: Record<string, string> = { A: '500', K: '2000' };
  const base = facts();
  const approvers = [approver('K', '2000')];
  const budget = { budget_id: 1, name: 'Büro', cost_center: '4711', exceeded_by: '200.00', approvers };
  return facts({
    company: { ...company, ...given },
    approval: {
      ...base.approval,
      pool: given.pool.map((name) => approver(name, limits[name] ?? null)),
    },
    exceededBudgets: given.isBudgetExceeded ? [budget] : [],
    productGroups: new Map([[2, { name: 'Büro', user_select_product_id: idOf('N') }]]),
  });
}
