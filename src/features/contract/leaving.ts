import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { approvalDoubts, chosenApprovers, needsNoApproval } from '../../document/approval/choice.ts';
import { approvalProblem, outgrownRemarks } from '../../document/approval/holds.ts';
import type { DocumentSituation, PersonInput, TaskInput } from '../../document/facts.ts';
import { outcome } from '../../document/outcome.ts';
import { forwarded, type StepPlan, single, stepsFrom } from '../../document/planned-steps.ts';
import { isAvailable, occasionOf } from '../../timeline/flow.ts';
import { change, forwardToNext } from '../../timeline/operations.ts';
import { chosenPerson, systemRemark } from '../../timeline/task-actions.ts';
import { sealedNames } from './agreement.ts';
import { coversContract } from './covered.ts';
import type { Contract, ContractFacts } from './model.ts';
import type { ContractOutcome } from './outcome.ts';
import { checkProblems } from './rules.ts';
import { maySign } from './signing.ts';

type Situation = DocumentSituation<Contract, ContractFacts>;

type PlannedStep = 'contract-check' | 'contract-approval' | 'contract-signing';

/** What follows the start (TL-07): the responsible person checks and signs unless somebody else is chosen (CON-09). */
const flow: readonly StepPlan<PlannedStep, Situation, PersonInput>[] = [
  { type: 'contract-approval', who: (situation) => chosenApprovers(situation) },
  { type: 'contract-signing', who: (situation) => single(signer(situation)) },
];

/** Who looks after the contract: the responsible person, else who made it (CON-09). */
export function keepers({ document: { head }, actor }: Situation): readonly number[] {
  return [...new Set([...(head.responsible_id === null ? [] : [head.responsible_id]), actor.id])];
}

export function keeper(situation: Situation, { person_id }: PersonInput): number | Refusal {
  return chosenPerson(situation.facts, person_id, keepers(situation), 'person_id');
}

/** Who is asked to sign: whoever looks after it, else the first who may (CON-09, CON-39). */
function signer(situation: Situation): number | Refusal {
  const { facts } = situation;
  const candidates = [...new Set([...keepers(situation), ...facts.signers])];
  const able = candidates.find((id) => isAvailable(facts, id) && maySign(situation, id) === true);
  return able ?? keeper(situation, {});
}

/** Forwards a checked contract; the steps that follow are built anew (TASK-07). */
export function leaveCheck(
  target: PlannedStep,
  action: string,
  situation: Situation,
  input: PersonInput,
): ContractOutcome | Refusal {
  const refused = problemsBeforeLeaving(situation);
  if (refused) return refused;
  const remarks = approvalDoubts(situation, action, input.confirmations);
  if (isRefusal(remarks)) return remarks;
  const steps = stepsFrom(flow, target, situation, input);
  if (isRefusal(steps)) return steps;
  const told = [...outgrownRemarks(situation, coversContract(situation.document)), ...remarks];
  const timeline = forwarded(situation, steps, { remarks: told, comment: input.comment ?? null });
  const isUnneeded = steps[0]?.type === 'contract-signing';
  return outcome(situation, timeline, isUnneeded ? { isApprovalUnneeded: true as const } : {});
}

/**
 * A contract that was changed while its approvers look at it is approved from the start (APPR-10, APPR-18).
 *
 * @param situation with the contract and the facts as they are after the change
 */
export function approvedAnew(situation: Situation): ContractOutcome | Refusal {
  const remarks = approvalDoubts(situation, 'save', 'all');
  if (isRefusal(remarks)) return remarks;
  const steps = stepsFrom(flow, 'contract-approval', situation, {});
  if (isRefusal(steps)) return steps;
  const told = [systemRemark({ code: 'approval_again' }), ...remarks];
  const timeline = forwarded(situation, steps, { remarks: told, status: 'canceled' });
  const isUnneeded = steps[0]?.type === 'contract-signing';
  return outcome(situation, timeline, isUnneeded ? { isApprovalUnneeded: true as const } : {});
}

/** Nothing binds or ends a contract that is not what was approved, where anybody has to approve it (APPR-18, CON-38). */
export function isAsApproved(situation: Situation): true | Refusal {
  const { document, facts } = situation;
  if (needsNoApproval(situation)) return true;
  return approvalProblem({ document, facts }, coversContract(document)) ?? true;
}

/** Signs; a contract that is complete and active holds from now on. */
export function sign(situation: Situation, { comment = null }: TaskInput): ContractOutcome | Refusal {
  const refused = problemsBeforeLeaving(situation);
  if (refused) return refused;
  const timeline = change(
    situation.document.timeline,
    occasionOf(situation),
    forwardToNext({ status: 'approved', comment }),
  );
  return outcome(situation, timeline);
}

/**
 * What is missing of the contract, a rate of its currency among it, or was deactivated, wherever it goes on (VAL-37, PROC-43,
 * PRICE-07); nobody can replace what is sealed.
 */
export function problemsBeforeLeaving({ document, facts }: Situation): Refusal | null {
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
