import { isRefusal, type Refusal } from '../../base/refusal.ts';
import type { DocumentSituation, TaskInput } from '../../document/facts.ts';
import { confirmedRemarks, type Doubt, type SystemRemark } from '../../document/outcome.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { type FormalPoint, missingPoints } from './formal-check.ts';
import type { Invoice, InvoiceFacts } from './model.ts';
import { checkProblems } from './rules.ts';

type Situation = DocumentSituation<Invoice, InvoiceFacts>;

/** It may be the same as another one: whoever goes on says why, and the timeline keeps it (INV-20). */
export function isPossibleDuplicate({ facts }: Situation): boolean {
  return facts.duplicates.length > 0;
}

/** Whether leaving the check needs a reason: for a possible duplicate, or for what the document lacks (INV-19, INV-20). */
export function needsReason(situation: Situation): boolean {
  return isPossibleDuplicate(situation) || lackingPoints(situation).length > 0;
}

/** What a possible duplicate is confirmed with, beside its reason (INV-20). */
export function duplicateRemarks(
  situation: Situation,
  action: string,
  input: TaskInput,
): readonly SystemRemark[] | Refusal {
  const doubts: readonly Doubt[] = isPossibleDuplicate(situation) ? [{ code: 'possible_duplicate' }] : [];
  const remarks = confirmedRemarks(situation, action, doubts, input.confirmations);
  return isRefusal(remarks) ? remarks : withReason(remarks, input);
}

/** The same, and what the document lacks: each point is a remark of its own, the first one holds the reason (INV-19). */
export function reasonedRemarks(
  situation: Situation,
  action: string,
  input: TaskInput,
): readonly SystemRemark[] | Refusal {
  const doubled = duplicateRemarks(situation, action, input);
  if (isRefusal(doubled)) return doubled;
  const points = lackingPoints(situation);
  if (points.length === 0) return doubled;
  const doubt: Doubt = { code: 'formal_check_incomplete', values: { points: points.join(' ') } };
  const confirmed = confirmedRemarks(situation, action, [doubt], input.confirmations);
  if (isRefusal(confirmed)) return confirmed;
  const lacking = points.map((point) => systemRemark({ code: `formal_check_incomplete.${point}` }));
  return withReason([...doubled, ...lacking], input);
}

/** The reason stands in the timeline once. */
function withReason(remarks: readonly SystemRemark[], { comment }: TaskInput): readonly SystemRemark[] {
  return remarks.map((one, place) => (place === 0 ? { ...one, comment: comment ?? null } : one));
}

/** What is wrong with the form is said first; then what the document lacks. */
function lackingPoints({ document, facts }: Situation): readonly FormalPoint[] {
  const isWhole = checkProblems(document, facts.settings).length === 0;
  return isWhole ? missingPoints(document, facts.formal) : [];
}
