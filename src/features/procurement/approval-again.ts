import { isRefusal, type Refusal } from '../../base/refusal.ts';
import { approvalDoubts, needsNoApproval } from '../../document/approval/choice.ts';
import type { TaskInput } from '../../document/facts.ts';
import { budgetDoubts, confirmedRemarks } from '../../document/outcome.ts';
import { occasionOf } from '../../timeline/flow.ts';
import {
  change,
  forwardToNext,
  insertNext,
  remark,
  removeApprovalAndSendOrder,
} from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { currentEntry, stepsAhead } from '../../timeline/timeline.ts';
import type { ProcurementSituation } from './facts.ts';
import { outcome, type ProcurementOutcome, unneededApproval } from './outcome.ts';
import { plannedSteps } from './planned-steps.ts';

/**
 * Restarts approval: cancels the current step (approval, order placement or delivery) and plans the step again after
 * the approvals, with the same person (PROC-13, APPR-18).
 *
 * @param situation with the changed document
 */
export function approvalAgain(
  situation: ProcurementSituation,
  action: string,
  input: TaskInput,
): ProcurementOutcome | Refusal {
  const { document } = situation;
  const current = currentEntry(document.timeline);
  if (goesOnUnapproved(situation)) return withoutApproval(situation, action, input);
  const isUnneeded = needsNoApproval(situation);
  const remarks = approvalDoubts(situation, action, input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const isDelivery = current?.type === 'delivery';
  const reached = [current, ...stepsAhead(document.timeline)].find((step) => step?.type !== 'approval');
  const person = reached?.lbUserId ?? null;
  const persons = { send_order_id: person, ...(isDelivery ? { consignee_id: person } : {}) };
  const steps = plannedSteps('approval', situation, persons);
  if (isRefusal(steps)) return steps;
  // A delivery that has not begun is already planned.
  const isLeftOut = isDelivery ? 'send-order' : 'delivery';
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    ...[systemRemark({ code: 'approval_again' }), ...remarks].map((one) => remark(one)),
    removeApprovalAndSendOrder(),
    insertNext(...steps.filter((step) => step.type !== isLeftOut)),
    forwardToNext({ status: 'canceled' }),
  );
  return outcome(timeline, isUnneeded ? unneededApproval(document) : {});
}

/**
 * Whether a changed request goes on without an approval. Approvers who are not needed any more do not keep a task for
 * content that they were not asked about.
 */
export function goesOnUnapproved(situation: ProcurementSituation): boolean {
  return currentEntry(situation.document.timeline)?.type !== 'approval' && needsNoApproval(situation);
}

/** Where nobody approves, whoever changes the request answers for the budgets that it exceeds now (BUD-06, APPR-16). */
export function withoutApproval(
  situation: ProcurementSituation,
  action: string,
  { confirmations }: TaskInput,
): ProcurementOutcome | Refusal {
  const { document } = situation;
  const remarks = confirmedRemarks(situation, action, budgetDoubts(situation, true), confirmations);
  if (isRefusal(remarks)) return remarks;
  const recorded = remarks.map((one) => remark(one));
  const timeline = change(document.timeline, occasionOf(situation), ...recorded);
  return outcome(timeline, unneededApproval(document));
}
