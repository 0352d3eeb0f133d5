import { type Refusal, refuse } from '../../base/refusal.ts';
import type { DocumentSituation, TaskInput } from '../../document/facts.ts';
import { outcome } from '../../document/outcome.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import type { Contract, ContractFacts } from './model.ts';
import type { ContractOutcome } from './outcome.ts';
import type { ProposalName } from './proposals.ts';
import { isResponsible } from './termination.ts';

type Situation = DocumentSituation<Contract, ContractFacts>;

export interface ReadAgainInput extends TaskInput {
  /** The reading that failed. */
  readonly recognition_id: number;
}

/** Proposals to dismiss. */
export interface DismissInput extends ReadAgainInput {
  readonly proposals: readonly ProposalName[];
}

/** Whether the person may attach later files, such as proof of a notice, without an open task (CON-08, CON-10). */
export function mayKeepFiles(situation: Situation): boolean {
  const { head, timeline } = situation.document;
  return currentEntry(timeline) === null && head.amends_id === null && isResponsible(situation);
}

/** Whether files are read: only with an open task, because a proof added to a running contract proposes nothing. */
export function isWorkedOn({ document: { timeline } }: Situation): boolean {
  return currentEntry(timeline) !== null;
}

const unknownReading = refuse('not_found', { field: 'recognition_id' });

/** Dismisses proposals without changing the contract. */
export function dismissProposals(
  situation: Situation,
  { recognition_id, proposals }: DismissInput,
): ContractOutcome | Refusal {
  const { readings, timeline } = situation.document;
  if (!readings.some(({ id }) => id === recognition_id)) return unknownReading;
  return outcome(situation, timeline, { dismissed: { recognition_id, proposals } });
}

/** Retries a failed reading of a document that is still attached (TECH-20). */
export function readAgain(
  situation: Situation,
  { recognition_id }: ReadAgainInput,
): ContractOutcome | Refusal {
  const { readings, attachments, timeline } = situation.document;
  const failed = readings.find(({ id }) => id === recognition_id);
  if (!failed) return unknownReading;
  const { file_id } = failed;
  const last = readings.findLast((each) => each.file_id === file_id);
  const isThere = attachments.some((each) => each.file_id === file_id);
  if (last?.state !== 'failed' || !isThere) return refuse('step_not_possible');
  return outcome(situation, timeline, { readsAgain: { file_id } });
}
