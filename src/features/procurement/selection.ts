import { isRefusal, type Refusal } from '../../base/refusal.ts';
import { approvalDoubts, needsNoApproval } from '../../document/approval/choice.ts';
import { outgrownRemarks } from '../../document/approval/holds.ts';
import { isDeclined } from '../../document/approval/round.ts';
import type { TaskInput } from '../../document/facts.ts';
import { budgetDoubts, confirmedRemarks } from '../../document/outcome.ts';
import { occasionOf } from '../../timeline/flow.ts';
import {
  change,
  forwardToNext,
  insertNext,
  type Operation,
  remark,
  removeAfter,
  removeByType,
  skip,
} from '../../timeline/operations.ts';
import { currentEntry, stepsAhead } from '../../timeline/timeline.ts';
import { coversRequest, requestProblem } from './covered.ts';
import type { ProcurementSituation } from './facts.ts';
import { areAllOrdered, toNextStep } from './ordering.ts';
import { outcome, type ProcurementOutcome, unneededApproval } from './outcome.ts';
import { type ChosenPersons, type PlannedStep, plannedSteps } from './planned-steps.ts';
import { type Forward, requirementProblem } from './requirements.ts';

/** Input for forwarding from product selection or clearing; clearing may choose the person of the next step. */
export interface ForwardInput extends TaskInput, ChosenPersons {}

/** Another product selection follows (RDEF-06). */
export function hasFurtherSelection({ document }: ProcurementSituation): boolean {
  return stepsAhead(document.timeline)[0]?.type === 'select-product';
}

/** Hands the request to the next product selector. */
export function toNextSelection(
  situation: ProcurementSituation,
  input: ForwardInput,
): ProcurementOutcome | Refusal {
  return toNextStep('to_next_selection', situation, input);
}

/** Forwards to approval, with the approvers that the selected products need (APPR-10). */
export function toApproval(
  situation: ProcurementSituation,
  input: ForwardInput,
): ProcurementOutcome | Refusal {
  if (isInClearing(situation)) return leaveClearing('approval', 'to_approval', situation, input);
  const { document } = situation;
  const steps = plannedSteps('approval', situation, input);
  if (isRefusal(steps)) return steps;
  return afterSelection('to_approval', situation, input, [
    removeByType('approval', document.timeline.currentEntryNo + 1),
    insertNext(...steps.filter((step) => step.type === 'approval')),
    forwardToNext({ status: 'approved', comment: input.comment }),
  ]);
}

/** Forwards to order placement and skips planned approvals that are no longer needed (TL-12). */
export function toOrder(situation: ProcurementSituation, input: ForwardInput): ProcurementOutcome | Refusal {
  if (isInClearing(situation)) return leaveClearing('send-order', 'to_order', situation, input);
  const planned = stepsAhead(situation.document.timeline).filter((step) => step.type === 'approval').length;
  const ending = { status: 'approved', comment: input.comment } as const;
  return afterSelection('to_order', situation, input, [
    planned > 0 ? skip(ending, planned) : forwardToNext(ending),
  ]);
}

/** Sends a cleared request back to product selection. */
export function toSelection(
  situation: ProcurementSituation,
  input: ForwardInput,
): ProcurementOutcome | Refusal {
  return leaveClearing('select-product', 'to_select_product', situation, input);
}

/** Sends a cleared order back to delivery. */
export function toDelivery(
  situation: ProcurementSituation,
  input: ForwardInput,
): ProcurementOutcome | Refusal {
  return leaveClearing('delivery', 'to_delivery', situation, input);
}

/**
 * Whether clearing may skip approval (TASK-07, APPR-18): no approval is needed, or the request is still within the
 * last one and nobody has refused it since. The right to change orders makes no difference.
 */
export function mayPassApproval(situation: ProcurementSituation): boolean {
  const { kind, timeline } = situation.document;
  return (
    needsNoApproval(situation) || (isAsApproved(situation) && !isDeclined(timeline, kind.entries.approval))
  );
}

/**
 * A fully ordered request may go straight from clearing to delivery, also where only its change was refused: its
 * suppliers have what was approved.
 */
export function mayGoToDelivery(situation: ProcurementSituation): boolean {
  return areAllOrdered(situation.document) && (needsNoApproval(situation) || isAsApproved(situation));
}

function isAsApproved(situation: ProcurementSituation): boolean {
  return requestProblem(situation) === null;
}

function afterSelection(
  action: Forward,
  situation: ProcurementSituation,
  input: ForwardInput,
  operations: readonly Operation[],
): ProcurementOutcome | Refusal {
  const { document } = situation;
  const missing = requirementProblem(action, situation);
  if (missing !== null) return missing;
  const remarks = approvalDoubts(situation, action, input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const recorded = remarks.map((one) => remark(one));
  const timeline = change(document.timeline, occasionOf(situation), ...recorded, ...operations);
  return outcome(timeline, action === 'to_order' ? unneededApproval(document) : {});
}

/** Replaces the planned steps by those from `target` on and goes there (TASK-07). */
function leaveClearing(
  target: PlannedStep,
  action: Forward,
  situation: ProcurementSituation,
  input: ForwardInput,
): ProcurementOutcome | Refusal {
  const { document } = situation;
  const missing = requirementProblem(action, situation);
  if (missing !== null) return missing;
  const isPassingApproval = target === 'send-order' || target === 'delivery';
  const remarks = isPassingApproval
    ? confirmedRemarks(situation, action, budgetDoubts(situation, true), input.confirmations)
    : approvalDoubts(situation, action, input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const steps = plannedSteps(target, situation, input);
  if (isRefusal(steps)) return steps;
  const noted = [...outgrownRemarks(situation, coversRequest(document, situation.facts)), ...remarks];
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    ...noted.map((one) => remark(one)),
    removeAfter(),
    insertNext(...steps),
    forwardToNext({ status: 'approved', comment: input.comment }),
  );
  const isFreeOfApproval = isPassingApproval && needsNoApproval(situation);
  return outcome(timeline, isFreeOfApproval ? unneededApproval(document) : {});
}

function isInClearing({ document }: ProcurementSituation): boolean {
  return currentEntry(document.timeline)?.type === 'clearing';
}
