import { type Refusal, refuse } from '../../base/refusal.ts';
import type { DocumentSituation, TaskInput } from '../../document/facts.ts';
import { outcome } from '../../document/outcome.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import type { Contract, ContractFacts } from './model.ts';
import type { ContractOutcome } from './outcome.ts';
import type { ProposalName } from './proposals.ts';
import { isKeeper } from './termination.ts';

type Situation = DocumentSituation<Contract, ContractFacts>;

/** What somebody does not want to be proposed again. */
export interface DismissInput extends TaskInput {
  readonly recognition_id: number;
  readonly proposals: readonly ProposalName[];
}

/** Whoever looks after a contract keeps the proof of its notice, and whatever comes later, with it (CON-08, CON-10). */
export function mayKeepFiles(situation: Situation): boolean {
  const { head, timeline } = situation.document;
  return currentEntry(timeline) === null && head.amends_id === null && isKeeper(situation);
}

/** Only what is still worked on is read: a proof that is kept with a running contract proposes nothing. */
export function isWorkedOn({ document: { timeline } }: Situation): boolean {
  return currentEntry(timeline) !== null;
}

/** Takes proposals away; the contract stays as it is. */
export function dismissProposals(
  situation: Situation,
  { recognition_id, proposals }: DismissInput,
): ContractOutcome | Refusal {
  const { recognitionIds, timeline } = situation.document;
  if (!recognitionIds.includes(recognition_id)) return refuse('not_found', { field: 'recognition_id' });
  return outcome(situation, timeline, { dismissed: { recognition_id, proposals } });
}
