import { isRefusal, type Refusal } from '../../base/refusal.ts';
import { approvalDoubts } from '../../document/approval/choice.ts';
import type { TaskInput } from '../../document/facts.ts';
import { occasionOf } from '../../timeline/flow.ts';
import { isStep } from '../../timeline/kinds.ts';
import { change, forwardToNext, insertNext, remark, restart } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { currentEntry, isDone } from '../../timeline/timeline.ts';
import type { ProcurementSituation } from './facts.ts';
import { outcome, type ProcurementOutcome, unneededApproval } from './outcome.ts';
import { type ChosenPersons, needsSelection, plannedSteps } from './planned-steps.ts';
import { requirementProblem } from './requirements.ts';

/** Persons for the steps may be chosen where there is a choice (RDEF-05). */
export interface SubmitInput extends TaskInput, ChosenPersons {}

/** Sends a draft on its way: checks it, chooses approvers and persons, builds the timeline (PROC-11). */
export function submit(situation: ProcurementSituation, input: SubmitInput): ProcurementOutcome | Refusal {
  const { document, facts } = situation;
  const missing = requirementProblem('submit', situation);
  if (missing !== null) return missing;
  const remarks = approvalDoubts(situation, 'submit', input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const first = needsSelection(document) ? 'select-product' : 'approval';
  const steps = plannedSteps(first, situation, input);
  if (isRefusal(steps)) return steps;
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    ...remarks.map((one) => remark(one)),
    insertNext(...steps),
    forwardToNext({ status: 'approved', comment: input.comment }),
  );
  const isUnneeded = steps[0]?.type === 'send-order';
  const unneeded = unneededApproval(document);
  return outcome(timeline, {
    ...(isUnneeded ? unneeded : {}),
    head: { submitted_at: facts.now, ...(isUnneeded ? unneeded.head : {}) },
    takesNumber: document.head.number === null ? 'PO' : null,
  });
}

/** Nothing has been selected or approved yet, so that the creator may still take the request back (TASK-22). */
export function isWithdrawable({ document }: ProcurementSituation): boolean {
  const current = currentEntry(document.timeline);
  const isWaiting = current?.type === 'select-product' || current?.type === 'approval';
  return isWaiting && !document.timeline.entries.some((entry) => isStep(entry.type) && isDone(entry));
}

/** A draft again, with the number that others know it by: it ends by being deleted or cancelled (TASK-18, TASK-22). */
export function isWithdrawn({ document }: ProcurementSituation): boolean {
  return currentEntry(document.timeline)?.type === 'start' && document.head.number !== null;
}

/** Takes the request back to a draft; its number stays (TASK-22). */
export function withdraw(situation: ProcurementSituation, input: TaskInput): ProcurementOutcome | Refusal {
  const withdrawn = systemRemark({ code: 'request_withdrawn' });
  const timeline = change(
    situation.document.timeline,
    occasionOf(situation),
    restart(),
    remark({ ...withdrawn, comment: input.comment ?? null }),
  );
  return outcome(timeline, { head: { submitted_at: null } });
}
