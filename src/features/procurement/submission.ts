import { isRefusal, type Refusal } from '../../base/refusal.ts';
import { approvalDoubts } from '../../document/approval/choice.ts';
import type { TaskInput } from '../../document/facts.ts';
import { longestText } from '../../entity/kinds/text.ts';
import { occasionOf } from '../../timeline/flow.ts';
import { isStep } from '../../timeline/kinds.ts';
import { change, forwardToNext, insertNext, remark, restart } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { currentEntry, isDone } from '../../timeline/timeline.ts';
import type { ProcurementSituation } from './facts.ts';
import type { Procurement, ProcurementFields } from './model.ts';
import { outcome, type ProcurementOutcome, unneededApproval } from './outcome.ts';
import { type ChosenPersons, needsSelection, plannedSteps } from './planned-steps.ts';
import { requirementProblem } from './requirements.ts';

/** Names persons for steps with a choice (RDEF-05). */
export interface SubmitInput extends TaskInput, ChosenPersons {}

/** Submits a draft: checks it, chooses approvers and persons, builds the timeline (PROC-11). */
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
    head: { ...nameOf(document), submitted_at: facts.now, ...(isUnneeded ? unneeded.head : {}) },
    takesNumber: document.head.number === null ? 'PO' : null,
  });
}

/** A request without a name takes that of its first item, so that lists and mails can name it. */
function nameOf({ head, lines }: Procurement): Partial<Pick<ProcurementFields, 'name'>> {
  if (head.name?.trim()) return {};
  const [first] = lines.flatMap(({ description }) => description?.trim().split('\n')[0]?.trim() || []);
  return first === undefined ? {} : { name: first.slice(0, longestText).toWellFormed() };
}

/** The creator may withdraw the request until the first selection or approval is done (TASK-22). */
export function isWithdrawable({ document }: ProcurementSituation): boolean {
  const current = currentEntry(document.timeline);
  const isWaiting = current?.type === 'select-product' || current?.type === 'approval';
  return isWaiting && !document.timeline.entries.some((entry) => isStep(entry.type) && isDone(entry));
}

/** A withdrawn request is a draft that keeps its order number; it can be deleted or cancelled (TASK-18, TASK-22). */
export function isWithdrawn({ document }: ProcurementSituation): boolean {
  return currentEntry(document.timeline)?.type === 'start' && document.head.number !== null;
}

/** Turns the request back into a draft; it keeps its number (TASK-22). */
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
