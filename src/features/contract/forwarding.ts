import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { approvalDoubts, chosenApprovers, needsNoApproval } from '../../document/approval/choice.ts';
import { approvalProblem, outgrownRemarks } from '../../document/approval/holds.ts';
import type { DocumentSituation, PersonInput, TaskInput } from '../../document/facts.ts';
import { budgetDoubts, confirmedRemarks, outcome, type SystemRemark } from '../../document/outcome.ts';
import { forwarded, type StepPlan, single, stepsFrom } from '../../document/planned-steps.ts';
import { isAvailable, occasionOf } from '../../timeline/flow.ts';
import { change, forwardToNext, insertNext, remark } from '../../timeline/operations.ts';
import { chosenPerson, systemRemark } from '../../timeline/task-actions.ts';
import { sealedNames } from './agreement.ts';
import { coversContract } from './covered.ts';
import type { Contract, ContractFacts } from './model.ts';
import type { ContractOutcome } from './outcome.ts';
import { checkProblems } from './rules.ts';
import { maySign } from './signing.ts';

type Situation = DocumentSituation<Contract, ContractFacts>;

type PlannedStep = 'contract-check' | 'contract-approval' | 'contract-signing';

/** The steps after the check (TL-07); the responsible person signs by default (CON-09). */
const flow: readonly StepPlan<PlannedStep, Situation, PersonInput>[] = [
  { type: 'contract-approval', who: (situation) => chosenApprovers(situation) },
  { type: 'contract-signing', who: (situation) => single(signer(situation)) },
];

/** People proposed for a step: the responsible person, then the acting one (CON-09). */
export function responsiblePeople({ document: { head }, actor }: Situation): readonly number[] {
  return [...new Set([...(head.responsible_id === null ? [] : [head.responsible_id]), actor.id])];
}

export function responsiblePerson(situation: Situation, { person_id }: PersonInput): number | Refusal {
  return chosenPerson(situation.facts, person_id, responsiblePeople(situation), 'person_id');
}

/** The proposed signer: the responsible or acting person, else the first other entitled one (CON-09, CON-39). */
function signer(situation: Situation): number | Refusal {
  const { facts } = situation;
  const candidates = [...new Set([...responsiblePeople(situation), ...facts.signers])];
  const able = candidates.find((id) => isAvailable(facts, id) && maySign(situation, id) === true);
  return able ?? responsiblePerson(situation, {});
}

/** Sends a new contract to its check. */
export function toCheck(situation: Situation, input: PersonInput): ContractOutcome | Refusal {
  const refused = problemsBeforeForwarding(situation);
  if (refused) return refused;
  const lbUserId = responsiblePerson(situation, input);
  if (isRefusal(lbUserId)) return lbUserId;
  const remarks = budgetRemarks(situation, 'to_check', input, false);
  if (isRefusal(remarks)) return remarks;
  const timeline = change(
    situation.document.timeline,
    occasionOf(situation),
    ...remarks.map((one) => remark(one)),
    insertNext({ type: 'contract-check', lbUserId }),
    forwardToNext({ status: 'approved', comment: input.comment ?? null }),
  );
  return outcome(situation, timeline);
}

/** Takes over a contract signed outside the product without check, approval and signature; the timeline records it. */
export function takeOver(situation: Situation, input: TaskInput): ContractOutcome | Refusal {
  const refused = problemsBeforeForwarding(situation);
  if (refused) return refused;
  const remarks = budgetRemarks(situation, 'take_over', input);
  if (isRefusal(remarks)) return remarks;
  const noted = systemRemark({ code: 'contract_taken_over' });
  const timeline = change(
    situation.document.timeline,
    occasionOf(situation),
    ...remarks.map((one) => remark(one)),
    insertNext({ type: 'contract-signing', lbUserId: situation.actor.id }),
    forwardToNext({ status: 'approved' }),
    remark({ ...noted, comment: input.comment ?? null }),
    forwardToNext({ status: 'approved' }),
  );
  return outcome(situation, timeline, { isApprovalUnneeded: true as const });
}

/** Ends the clearing of a signed contract without another approval or signature. */
export function finishClearing(situation: Situation, input: TaskInput): ContractOutcome | Refusal {
  const refused = problemsBeforeForwarding(situation);
  if (refused) return refused;
  const exceeded = budgetRemarks(situation, 'finish_clearing', input);
  if (isRefusal(exceeded)) return exceeded;
  const remarks = [...outgrownRemarks(situation, coversContract(situation.document)), ...exceeded];
  const isUnneeded = needsNoApproval(situation);
  const timeline = forwarded(situation, [], { remarks, comment: input.comment ?? null });
  return outcome(situation, timeline, isUnneeded ? { isApprovalUnneeded: true as const } : {});
}

/** Forwards a checked contract and rebuilds the following steps (TASK-07). */
export function completeCheck(
  target: PlannedStep,
  action: string,
  situation: Situation,
  input: PersonInput,
): ContractOutcome | Refusal {
  const refused = problemsBeforeForwarding(situation);
  if (refused) return refused;
  const remarks = approvalDoubts(situation, action, input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const steps = stepsFrom(flow, target, situation, input);
  if (isRefusal(steps)) return steps;
  const noted = [...outgrownRemarks(situation, coversContract(situation.document)), ...remarks];
  const timeline = forwarded(situation, steps, { remarks: noted, comment: input.comment ?? null });
  const isUnneeded = steps[0]?.type === 'contract-signing';
  return outcome(situation, timeline, isUnneeded ? { isApprovalUnneeded: true as const } : {});
}

/**
 * Restarts the approval of a contract that changed while waiting for approval (APPR-10, APPR-18).
 *
 * @param situation with the contract and facts after the change
 */
export function restartApproval(situation: Situation): ContractOutcome | Refusal {
  const remarks = approvalDoubts(situation, 'save', 'all');
  if (isRefusal(remarks)) return remarks;
  const steps = stepsFrom(flow, 'contract-approval', situation, {});
  if (isRefusal(steps)) return steps;
  const noted = [systemRemark({ code: 'approval_again' }), ...remarks];
  const timeline = forwarded(situation, steps, { remarks: noted, status: 'canceled' });
  const isUnneeded = steps[0]?.type === 'contract-signing';
  return outcome(situation, timeline, isUnneeded ? { isApprovalUnneeded: true as const } : {});
}

/** A contract that needs approval is signed or terminated only with the approved content (APPR-18, CON-38). */
export function isAsApproved(situation: Situation): true | Refusal {
  const { document, facts } = situation;
  if (needsNoApproval(situation)) return true;
  return approvalProblem({ document, facts }, coversContract(document)) ?? true;
}

/** Signs; a complete and active contract is in force from now on. */
export function sign(situation: Situation, input: TaskInput): ContractOutcome | Refusal {
  const refused = problemsBeforeForwarding(situation);
  if (refused) return refused;
  const remarks = budgetRemarks(situation, 'sign', input);
  if (isRefusal(remarks)) return remarks;
  const timeline = change(
    situation.document.timeline,
    occasionOf(situation),
    ...remarks.map((one) => remark(one)),
    forwardToNext({ status: 'approved', comment: input.comment ?? null }),
  );
  return outcome(situation, timeline);
}

/**
 * Asks, or refuses, where the contract takes more from a budget than is left once it is in force (BUD-06, APPR-16,
 * DASH-09). Returns the remarks that record it.
 *
 * @param leadsPastApproval whether no approver decides about it afterwards
 */
export function budgetRemarks(
  situation: Situation,
  action: string,
  { confirmations }: TaskInput,
  leadsPastApproval = true,
): readonly SystemRemark[] | Refusal {
  return confirmedRemarks(situation, action, budgetDoubts(situation, leadsPastApproval), confirmations);
}

/**
 * Refuses to forward a contract with missing fields, without an exchange rate, or with deactivated master data
 * (VAL-37, PROC-43, PRICE-07). Deactivated records in locked fields are allowed, because those cannot be changed.
 */
export function problemsBeforeForwarding({ document, facts }: Situation): Refusal | null {
  const sealed: readonly string[] = sealedNames(document.timeline);
  const inactive = facts.inactive.filter((field) => !sealed.includes(field));
  const { currency, exchange_rate: rate } = document.head;
  const isRated = facts.company === null || currency === facts.company.currency || rate !== null;
  const problems = [
    ...checkProblems(document, facts.required),
    ...(isRated
      ? []
      : [
          {
            field: 'exchange_rate',
            code: 'specific_field_required' as const,
            values: { field: 'exchange_rate' },
          },
        ]),
    ...inactive.map((field) => ({ field, code: 'not_selectable' as const })),
  ];
  return problems.length > 0 ? refuse('validation_failed', { problems }) : null;
}
