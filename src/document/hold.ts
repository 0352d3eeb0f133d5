import type { Refusal } from '../base/refusal.ts';
import { hasRole } from '../platform/context.ts';
import { occasionOf } from '../timeline/flow.ts';
import { change, remark } from '../timeline/operations.ts';
import { systemRemark } from '../timeline/task-actions.ts';
import { currentEntry } from '../timeline/timeline.ts';
import type { DocumentHead, DocumentSituation, TaskInput } from './facts.ts';
import { type Outcome, outcome } from './outcome.ts';

type Held = Outcome<Pick<DocumentHead, 'legal_hold'>>;

/** Only administrators hold a document, at any time except as a draft, which nobody else has seen (ARC-02). */
export function canBeHeld({ actor, document }: DocumentSituation): boolean {
  const isDraft = currentEntry(document.timeline)?.type === document.kind.entries.start;
  return hasRole(actor, 'user-admin') && !isDraft && document.head.legal_hold === null;
}

export function canBeReleased({ actor, document }: DocumentSituation): boolean {
  return hasRole(actor, 'user-admin') && document.head.legal_hold !== null;
}

/** Holds the document and its files beyond their retention until the hold is lifted; moves no task (ARC-02). */
export function hold(situation: DocumentSituation, { comment = null }: TaskInput): Held | Refusal {
  return noted(situation, 'hold_set', comment, comment);
}

/** Lifts the hold; the retention still applies. */
export function liftHold(situation: DocumentSituation, { comment = null }: TaskInput): Held | Refusal {
  return noted(situation, 'hold_lifted', comment, null);
}

function noted(
  situation: DocumentSituation,
  code: 'hold_set' | 'hold_lifted',
  comment: string | null,
  legal_hold: string | null,
): Held | Refusal {
  const recorded = remark({ ...systemRemark({ code }), comment });
  const timeline = change(situation.document.timeline, occasionOf(situation), recorded);
  return outcome(situation, timeline, { head: { legal_hold } });
}
