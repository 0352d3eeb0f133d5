import { isRefusal, type Refusal } from '../../base/refusal.ts';
import type { DocumentSituation, TaskInput } from '../../document/facts.ts';
import { confirmedRemarks, type Doubt, type SystemRemark } from '../../document/outcome.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { lateDoubts } from './accounting/problems.ts';
import { type FormalPoint, missingPoints } from './formal-check.ts';
import type { Invoice, InvoiceFacts } from './model.ts';
import { checkProblems } from './rules.ts';

type Situation = DocumentSituation<Invoice, InvoiceFacts>;

/**
 * Whether it may be a duplicate (INV-20) or a prepayment after its final invoice (INV-22). Going on then needs a
 * reason, which the timeline keeps.
 */
export function mayBeBookedTwice(situation: Situation): boolean {
  return bookedTwiceDoubts(situation).length > 0;
}

/** Whether leaving the check needs a reason: for a possible double booking or missing content (INV-19). */
export function needsReason(situation: Situation): boolean {
  return mayBeBookedTwice(situation) || lackingPoints(situation).length > 0;
}

/** The remarks that confirm a possible double booking, with its reason (INV-20, INV-22). */
export function bookedTwiceRemarks(
  situation: Situation,
  action: string,
  input: TaskInput,
): readonly SystemRemark[] | Refusal {
  const remarks = confirmedRemarks(situation, action, bookedTwiceDoubts(situation), input.confirmations);
  return isRefusal(remarks) ? remarks : withReason(remarks, input);
}

function bookedTwiceDoubts(situation: Situation): readonly Doubt[] {
  const isDuplicate = situation.facts.duplicates.length > 0;
  return [...(isDuplicate ? [{ code: 'possible_duplicate' as const }] : []), ...lateDoubts(situation)];
}

/** Adds a remark per missing point of the document; the first remark holds the reason (INV-19). */
export function reasonedRemarks(
  situation: Situation,
  action: string,
  input: TaskInput,
): readonly SystemRemark[] | Refusal {
  const doubled = bookedTwiceRemarks(situation, action, input);
  if (isRefusal(doubled)) return doubled;
  const points = lackingPoints(situation);
  if (points.length === 0) return doubled;
  const doubt: Doubt = { code: 'formal_check_incomplete', values: { points: points.join(' ') } };
  const confirmed = confirmedRemarks(situation, action, [doubt], input.confirmations);
  if (isRefusal(confirmed)) return confirmed;
  const lacking = points.map((point) => systemRemark({ code: `formal_check_incomplete.${point}` }));
  return withReason([...doubled, ...lacking], input);
}

/** Writes the reason into the timeline only once. */
function withReason(remarks: readonly SystemRemark[], { comment }: TaskInput): readonly SystemRemark[] {
  return remarks.map((one, place) => (place === 0 ? { ...one, comment: comment ?? null } : one));
}

/** Missing points are reported only after the problems of the form are solved. */
function lackingPoints({ document, facts }: Situation): readonly FormalPoint[] {
  const isWhole = checkProblems(document, facts.settings).length === 0;
  return isWhole ? missingPoints(document, facts.formal) : [];
}
