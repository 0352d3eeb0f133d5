import { distinct } from '../../base/distinct.ts';
import { isRefusal, type Refusal } from '../../base/refusal.ts';
import { occasionOf } from '../../timeline/flow.ts';
import { change, forwardToNext, insertNext, remark } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { currentEntry, type Timeline } from '../../timeline/timeline.ts';
import type { DocumentSituation, TaskInput } from '../facts.ts';
import { budgetDoubts, confirmedRemarks, type Doubt, type Outcome, outcome } from '../outcome.ts';
import { heldByDue } from '../substitution.ts';
import { additionalBudgetApprovers, isMaker } from './approvers.ts';
import { chosenApprovers } from './choice.ts';
import { areTooFew, limitDoubts, makersOf, mayDecideApproval, roundOf } from './entitled.ts';
import { separateCheckProblem } from './separate-check.ts';

/**
 * Approves the current step, and those that directly follow and are the actor's too. Asks about exceeded limits and
 * budgets and doubts of the kind, and records them (APPR-11, BUD-06).
 *
 * @param hands the people who changed what is decided on (APPR-17)
 */
export function approve(
  situation: DocumentSituation,
  input: TaskInput,
  hands: readonly number[],
  ofKind: readonly Doubt[] = [],
): Outcome | Refusal {
  const { document } = situation;
  const limit = limitDoubts(situation);
  if (isRefusal(limit)) return limit;
  const doubts = [...ofKind, ...limit, ...budgetDoubts(situation)];
  const remarks = confirmedRemarks(situation, 'approve', doubts, input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const additional = missingApprovers(situation);
  if (isRefusal(additional)) return additional;
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    ...remarks.map((one) => remark(one)),
    insertNext(...additional.map((lbUserId) => ({ type: document.kind.entries.approval, lbUserId }))),
    forwardToNext({ status: 'approved', comment: input.comment }),
  );
  return outcome(situation, isRefusal(timeline) ? timeline : withOwnNext(situation, timeline, hands));
}

/**
 * One person approves once: passes the next approvals while they are the actor's as well, personally or as a substitute.
 * Not where too few different persons would approve, where a person who changed the document would be its only approver,
 * nor where the limit of a further step asks a question of its own (APPR-08, APPR-11, APPR-15, APPR-17).
 *
 * @see docs/decisions/0699-one-person-approves-once.md
 */
function withOwnNext(
  situation: DocumentSituation,
  timeline: Timeline,
  hands: readonly number[],
): Timeline | Refusal {
  const at = (reached: Timeline): DocumentSituation => ({
    ...situation,
    document: { ...situation.document, timeline: reached },
  });
  if (currentEntry(timeline)?.type !== situation.document.kind.entries.approval) return timeline;
  const held = heldByDue(at(timeline));
  if (isRefusal(held) || currentEntry(held)?.lbUserId !== situation.actor.id) return timeline;
  const limit = limitDoubts(at(held));
  if (isRefusal(limit) || limit.length > 0 || mayDecideApproval(at(held)) !== true) return timeline;
  if (separateCheckProblem(at(held), hands) !== null) return timeline;
  const passed = change(
    held,
    occasionOf(situation),
    remark(systemRemark({ code: 'approved_once' })),
    forwardToNext({ status: 'approved' }),
  );
  return isRefusal(passed) ? passed : withOwnNext(situation, passed, hands);
}

/**
 * Approvers who are not in this round yet, but required by a budget, or by a company that has come to require more
 * different persons since it began (APPR-04, APPR-16). Refuses with `needs_min_approval` if there are none.
 */
function missingApprovers(situation: DocumentSituation): readonly number[] | Refusal {
  const { document, facts } = situation;
  const { done, ahead } = roundOf(situation);
  const round = [...done, currentEntry(document.timeline), ...ahead].flatMap(
    (entry) => entry?.lbUserId ?? [],
  );
  const ofBudgets = additionalBudgetApprovers(facts)
    .map((approver) => approver.lb_user_id)
    .filter((person) => !isMaker(person, makersOf(situation)));
  const more = areTooFew(situation, round) ? chosenApprovers(situation) : [];
  if (isRefusal(more)) return more;
  return distinct([...ofBudgets, ...more]).filter((person) => !round.includes(person));
}
