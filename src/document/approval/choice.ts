import type { Confirmations } from '../../base/confirmation.ts';
import type { Amount } from '../../base/money.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { substituteOf } from '../../timeline/substitutes.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { approvalValue, type DocumentSituation } from '../facts.ts';
import { budgetDoubts, confirmedRemarks, type Doubt, type SystemRemark } from '../outcome.ts';
import { type ApproverChoice, additionalBudgetApprovers, chooseApprovers } from './approvers.ts';
import { groupMayApprove } from './entitled.ts';
import { isDeclined } from './round.ts';

/**
 * The required approvers of the document as it is now (APPR-10), including those for budgets where the company wants
 * them (APPR-16). A refused document needs one wherever it is moved (TASK-06).
 */
function approverChoice(situation: DocumentSituation): ApproverChoice | Refusal {
  const { document, facts } = situation;
  const value = approvalValue(situation);
  if (isRefusal(value)) return value;
  const { chosen, isPriorityOn, substitute, actors, isLinked = false } = facts.approval;
  const problem = chosenGroupProblem(situation);
  if (problem !== null) return problem;
  const pool = facts.approval.pool.filter(
    ({ lb_user_id }) => emptyGroupProblem(situation, lb_user_id) === null,
  );
  const isRefused = isDeclined(document.timeline, document.kind.entries.approval);
  // Approvers who are all gone do not make their approval unnecessary (ROLE-18).
  const least = isLinked && pool.length === 0 ? 1 : 0;
  const minApproval = Math.max(least, isRefused ? 1 : 0, facts.company?.min_approval ?? 0);
  const choice = chooseApprovers({
    pool,
    chosen,
    additional: additionalBudgetApprovers(facts),
    value,
    minApproval,
    isPriorityOn,
    creatorId: document.head.creator_id,
    actorIds: actors,
    selfApproval: facts.company?.self_approval ?? 'never',
    substitute,
    approvesInCompany: (person) => facts.people.get(person)?.approves_in_company ?? false,
    holderOf: (person) => substituteOf(facts, person),
  });
  return isRefused && minApproval === 1 && isRefusal(choice) ? refuse('declined_needs_approval') : choice;
}

/** Refuses manually chosen groups in which nobody may approve (APPR-08, APPR-19). */
export function chosenGroupProblem(situation: DocumentSituation): Refusal | null {
  const problems = situation.facts.approval.chosen.map((one) => emptyGroupProblem(situation, one.lb_user_id));
  const problem = problems.find((one) => one !== null) ?? null;
  return problem && { ...problem, field: 'approver_ids' };
}

function emptyGroupProblem(situation: DocumentSituation, personId: number): Refusal | null {
  if (situation.facts.people.get(personId)?.is_group !== true) return null;
  const answer = groupMayApprove(situation, personId);
  return answer === true ? null : answer;
}

/** The ids of the required approvers, in order of approval. */
export function chosenApprovers(situation: DocumentSituation): readonly number[] | Refusal {
  const choice = approverChoice(situation);
  return isRefusal(choice) ? choice : choice.approvers.map((approver) => approver.lb_user_id);
}

/** Whether no approval is required, so that the step is left out (APPR-10). */
export function needsNoApproval(situation: DocumentSituation): boolean {
  const choice = approverChoice(situation);
  return !isRefusal(choice) && choice.approvers.length === 0;
}

/** Asks for confirmation if no limit covers the value or a budget is exceeded. Returns the remarks that record it. */
export function approvalDoubts(
  situation: DocumentSituation,
  action: string,
  confirmations: Confirmations | null | undefined,
): readonly SystemRemark[] | Refusal {
  const choice = approverChoice(situation);
  if (isRefusal(choice)) return choice;
  const value = approvalValue(situation);
  if (isRefusal(value)) return value;
  const doubts = [...uncoveredDoubts(situation, choice.isUncovered, value), ...budgetDoubts(situation)];
  const remarks = confirmedRemarks(situation, action, doubts, confirmations);
  if (isRefusal(remarks) || choice.replacement === undefined) return remarks;
  const values = { for: situation.document.head.creator_id, by: choice.replacement?.lb_user_id ?? null };
  return [...remarks, systemRemark({ code: 'creator_replaced', values })];
}

/** A doubt if no approver's limit covers the value (APPR-05). */
function uncoveredDoubts(
  { facts }: DocumentSituation,
  isUncovered: boolean,
  value: Amount,
): readonly Doubt[] {
  const isBlocking = facts.company?.when_limit_exceeded === 'block';
  return isUncovered ? [{ code: 'none_has_limit', amounts: { value }, isBlocking }] : [];
}
