import { isRefusal, type Refusal } from '../../base/refusal.ts';
import { occasionOf } from '../../timeline/flow.ts';
import { change, forwardToNext, insertNext, remark } from '../../timeline/operations.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import type { DocumentSituation, TaskInput } from '../facts.ts';
import { budgetDoubts, confirmedRemarks, type Doubt, type Outcome, outcome } from '../outcome.ts';
import { additionalBudgetApprovers, isMaker } from './approvers.ts';
import { limitDoubts, makersOf, roundOf } from './entitled.ts';

/**
 * Approves the current step. Asks about exceeded limits and budgets and doubts of the kind, and records them
 * (APPR-11, BUD-06).
 */
export function approve(
  situation: DocumentSituation,
  input: TaskInput,
  ofKind: readonly Doubt[] = [],
): Outcome | Refusal {
  const { document } = situation;
  const limit = limitDoubts(situation);
  if (isRefusal(limit)) return limit;
  const doubts = [...ofKind, ...limit, ...budgetDoubts(situation)];
  const remarks = confirmedRemarks(situation, 'approve', doubts, input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const additional = missingBudgetApprovers(situation);
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    ...remarks.map((one) => remark(one)),
    insertNext(...additional.map((lbUserId) => ({ type: document.kind.entries.approval, lbUserId }))),
    forwardToNext({ status: 'approved', comment: input.comment }),
  );
  return outcome(situation, timeline);
}

/** Approvers required by a budget who are not in this round yet (APPR-16). */
function missingBudgetApprovers(situation: DocumentSituation): readonly number[] {
  const { document, facts } = situation;
  const { done, ahead } = roundOf(situation);
  const known = [...done, currentEntry(document.timeline), ...ahead];
  return additionalBudgetApprovers(facts)
    .map((approver) => approver.lb_user_id)
    .filter((person) => !isMaker(person, makersOf(situation)))
    .filter((person) => !known.some((entry) => entry?.lbUserId === person));
}
