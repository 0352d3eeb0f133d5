import { isRefusal, type Refusal, refuse } from '../base/refusal.ts';
import { hasRole } from '../platform/context.ts';
import { occasionOf } from '../timeline/flow.ts';
import type { EntryStatus } from '../timeline/kinds.ts';
import { cancel, change } from '../timeline/operations.ts';
import { chosenPerson, moveToClearing } from '../timeline/task-actions.ts';
import { currentEntry, type Timeline } from '../timeline/timeline.ts';
import { type DocumentSituation, type PersonInput, personsFor, type TaskInput } from './facts.ts';
import { type Outcome, outcome } from './outcome.ts';

/** Declines an approval: the document goes to a person for clearing (TASK-06). */
export function decline(situation: DocumentSituation, input: PersonInput): Outcome | Refusal {
  return interrupted(situation, input, 'declined');
}

/** Aborts the step: the document goes to a person for clearing (TASK-05). */
export function clear(situation: DocumentSituation, input: PersonInput): Outcome | Refusal {
  return interrupted(situation, input, 'canceled');
}

/** Outside clearing this requires the right to delete directly, of the person or the company (TASK-08 to TASK-10). */
export function mayCancel({ actor, document, facts }: DocumentSituation): true | Refusal {
  const isAllowed =
    currentEntry(document.timeline)?.type === document.kind.entries.clearing ||
    hasRole(actor, 'user-can-delete-document-directly') ||
    facts.company?.can_delete_document_directly === true;
  return isAllowed ? true : refuse('permission_denied');
}

/** The timeline of a document that is cancelled for good (TL-25). */
export function cancelled(situation: DocumentSituation, { comment = null }: TaskInput): Timeline | Refusal {
  return change(situation.document.timeline, occasionOf(situation), cancel(comment));
}

function interrupted(
  situation: DocumentSituation,
  input: PersonInput,
  status: EntryStatus,
): Outcome | Refusal {
  const { entries, clearer } = situation.document.kind;
  const choices = personsFor(situation, clearer);
  const personId = chosenPerson(situation.facts, input.person_id, choices, 'person_id');
  if (isRefusal(personId)) return personId;
  const comment = input.comment ?? '';
  return outcome(situation, moveToClearing(situation, entries.clearing, { status, comment, personId }));
}
