import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { type DocumentSituation, type PersonInput, personsFor } from '../../document/facts.ts';
import { outcome } from '../../document/outcome.ts';
import { hasRole } from '../../platform/context.ts';
import { type ActionRule, isOffered, mayTake, occasionOf } from '../../timeline/flow.ts';
import { change, insertAfter, remark } from '../../timeline/operations.ts';
import { chosenPerson, systemRemark } from '../../timeline/task-actions.ts';
import { currentEntry, isCancelled } from '../../timeline/timeline.ts';
import { invoiceKind } from './kind.ts';
import type { Invoice, InvoiceFacts } from './model.ts';
import type { InvoiceOutcome } from './recognising.ts';
import { isInvoiceFixed } from './rules.ts';

type Situation = DocumentSituation<Invoice, InvoiceFacts>;
type Clearing = ActionRule<Situation, PersonInput, InvoiceOutcome>;

/**
 * Sends an invoice to clearing, even if it waits for its export or is exported, so that it is exported again
 * (TASK-05, TASK-17). Allowed for people who may export, until its text is fixed (TL-10). `usual` is the rule of all
 * documents.
 */
export function clearingRule(usual: Clearing): Clearing {
  return {
    ...usual,
    at: 'anywhere',
    by: 'everyone',
    isOffered: (situation) => isReopened(situation) || isOffered(usual, situation),
    condition: (situation) => (isReopened(situation) ? mayComeBack(situation) : mayTake(usual, situation)),
    isCommentRequired: (situation) => !isCompleted(situation),
    decide: (situation, input) =>
      isCompleted(situation) ? reopened(situation, input) : usual.decide(situation, input),
  };
}

function isReopened(situation: Situation): boolean {
  const { timeline } = situation.document;
  const isWaiting = currentEntry(timeline)?.type === 'invoice-export' && !isCancelled(timeline);
  return (isWaiting || isCompleted(situation)) && hasRole(situation.actor, 'user-export-invoice');
}

/** An invoice with an unclear export state stays until the state is known (EXP-08). */
function mayComeBack({ document: { head } }: Situation): true | Refusal {
  return head.is_leaving ? refuse('export_sending') : true;
}

function isCompleted({ document: { head } }: Situation): boolean {
  return head.status === 'completed' && !isInvoiceFixed(head);
}

/**
 * No entry is in progress, so the clearing follows the last entry (TL-23). The export run of the new booking also
 * reverses the old one (INV-30).
 */
function reopened(situation: Situation, { person_id, comment }: PersonInput) {
  const clearers = personsFor(situation, invoiceKind.clearer);
  const lbUserId = chosenPerson(situation.facts, person_id, clearers, 'person_id');
  if (isRefusal(lbUserId)) return lbUserId;
  const { timeline } = situation.document;
  const isCorrected = situation.document.head.stands_in_books;
  const noted = [
    ...(comment ? [remark({ type: 'comment', status: 'comment', comment })] : []),
    ...(isCorrected ? [remark(systemRemark({ code: 'correction_waits' }))] : []),
  ];
  const clearing = insertAfter({ type: invoiceKind.entries.clearing, lbUserId });
  const changed = change(timeline, occasionOf(situation), ...noted, clearing);
  return outcome(situation, changed, { head: {}, ...(isCorrected && { takesBack: true as const }) });
}
