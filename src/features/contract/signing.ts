import { type Refusal, refuse } from '../../base/refusal.ts';
import { isMaker } from '../../document/approval/approvers.ts';
import { countsAsApprover } from '../../document/approval/entitled.ts';
import { approvalRound } from '../../document/approval/round.ts';
import { editorsIn, handsIn } from '../../document/approval/separate-check.ts';
import type { DocumentSituation } from '../../document/facts.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import { isDecisive } from './agreement.ts';
import { contractKind } from './kind.ts';
import type { Contract, ContractFacts } from './model.ts';

type Situation = DocumentSituation<Contract, ContractFacts>;

/**
 * Whether a person may sign the contract (CON-39): the responsible person, their substitute, and people who may
 * change contracts. If the company requires a separate signature and another person may sign, the only approver and
 * the last editor may not, also not as an impersonator (APPR-17).
 */
export function maySign(situation: Situation, personId: number): true | Refusal {
  const { document, facts } = situation;
  const { responsible_id: responsible } = document.head;
  const isSubstitute = currentEntry(document.timeline)?.forUserId === responsible && responsible !== null;
  const entitled = new Set([...facts.signers, ...(responsible === null ? [] : [responsible])]);
  if (!entitled.has(personId) && !(isSubstitute && personId === situation.actor.id))
    return refuse('may_not_sign');
  const isAlone = [...entitled].every((id) => id === personId);
  if (facts.company?.separate_signature !== true || isAlone) return true;
  const isExcluded = hasChangedLast(situation, personId) || isOnlyApprover(situation, personId);
  return isExcluded ? refuse('separate_signature') : true;
}

/** The people who changed what is decided on in a contract after its draft (APPR-17). */
export function handsOf(situation: Situation): readonly number[] {
  return handsIn(situation, isDecisive);
}

/**
 * Whether the person made the last edit, or the last one of what is signed; without such an edit, the creator did. So
 * another person's note hides no change.
 */
function hasChangedLast(situation: Situation, personId: number): boolean {
  const actorIds = situation.facts.approval.actors;
  const edits = [editorsIn(situation, () => true), editorsIn(situation, isDecisive)];
  return edits.some((editors) =>
    isMaker(personId, { creatorId: editors.at(-1) ?? situation.document.head.creator_id, actorIds }),
  );
}

/** Whether nobody else gave an approval that counts. */
function isOnlyApprover(situation: Situation, personId: number): boolean {
  const { approval, clearing } = contractKind.entries;
  const round = approvalRound(situation.document.timeline, approval, clearing);
  const given = round.flatMap(({ status, lbUserId }) => (status === 'approved' ? (lbUserId ?? []) : []));
  return given.includes(personId) && given.every((id) => id === personId || !countsAsApprover(situation, id));
}
