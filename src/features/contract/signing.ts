import { type Refusal, refuse } from '../../base/refusal.ts';
import { isMaker } from '../../document/approval/approvers.ts';
import { approvalRound } from '../../document/approval/round.ts';
import type { DocumentSituation } from '../../document/facts.ts';
import { currentEntry } from '../../timeline/timeline.ts';
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
  const isExcluded = hasChangedLast(situation, personId) || isOnlyApprover(document, personId);
  return isExcluded ? refuse('separate_signature') : true;
}

/** Whether the person made the last edit, or created the contract if it was never edited. */
function hasChangedLast({ document, facts }: Situation, personId: number): boolean {
  const edit = document.timeline.entries.findLast(({ note }) => note?.code === 'document_edited');
  const creatorId = edit?.createdBy ?? document.head.creator_id;
  return isMaker(personId, { creatorId, actorIds: facts.approval.actors });
}

function isOnlyApprover({ timeline }: Contract, personId: number): boolean {
  const { approval, clearing } = contractKind.entries;
  const given = approvalRound(timeline, approval, clearing).filter(({ status }) => status === 'approved');
  return given.length > 0 && given.every(({ lbUserId }) => lbUserId === personId);
}
