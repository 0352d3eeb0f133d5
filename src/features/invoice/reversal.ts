import { isRefusal, type Refusal } from '../../base/refusal.ts';
import { type DocumentSituation, personsFor, type TaskInput } from '../../document/facts.ts';
import { cancelled } from '../../document/interruption.ts';
import { type Outcome, outcome } from '../../document/outcome.ts';
import {
  type ActionInput,
  type ActionRule,
  isAvailable,
  isOffered,
  occasionOf,
} from '../../timeline/flow.ts';
import { change, followCancellation, forwardToNext, remark } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { currentEntry, isCancelled, type Occasion, type Timeline } from '../../timeline/timeline.ts';
import type { Invoice, InvoiceFacts } from './model.ts';
import type { InvoiceOutcome } from './recognising.ts';

type Situation = DocumentSituation<Invoice, InvoiceFacts>;

/**
 * Discards an invoice permanently (TASK-09). The next export reverses its exported bookings; until then, that is a
 * task of the accountant (EXP-24).
 */
export function discarded(situation: Situation, input: TaskInput): InvoiceOutcome | Refusal {
  const ended = cancelled(situation, input);
  if (isRefusal(ended) || !situation.document.head.stands_in_books) return outcome(situation, ended);
  const timeline = change(ended, occasionOf(situation), remark(systemRemark({ code: 'reversal_waits' })));
  if (isRefusal(timeline)) return timeline;
  const tasked = withReversalTask(timeline, occasionOf(situation), true, accountantOf(situation));
  return outcome(situation, tasked, { head: {}, takesBack: true as const });
}

/** Whether exported bookings of a discarded invoice wait for their reversal. */
export function awaitsReversal(timeline: Timeline): boolean {
  return isCancelled(timeline) && currentEntry(timeline)?.type === 'invoice-export';
}

/**
 * The timeline of a discarded invoice: with a reversal task while exported bookings wait for their reversal, and with
 * the task `ended` once none do. A corrected invoice needs no such task, as it has its own (INV-30).
 *
 * @param who the assignee: a person, a task group, or null for everybody who may export
 */
export function withReversalTask(
  timeline: Timeline,
  occasion: Occasion,
  isWaiting: boolean,
  who: number | null,
  ended: 'approved' | 'canceled' = 'approved',
): Timeline | Refusal {
  if (!isCancelled(timeline) || isWaiting === awaitsReversal(timeline)) return timeline;
  const step = isWaiting
    ? followCancellation({ type: 'invoice-export', lbUserId: who })
    : forwardToNext({ status: ended });
  return change(timeline, occasion, step);
}

/** Extends a task rule to the reversal task, which can be reassigned like the others. */
export function alsoOfReversals<S extends Situation, Input extends ActionInput, Result extends Outcome>(
  rule: ActionRule<S, Input, Result>,
): ActionRule<S, Input, Result> {
  return {
    ...rule,
    at: 'anywhere',
    isOffered: (situation) =>
      awaitsReversal(situation.document.timeline)
        ? (rule.isOffered?.(situation) ?? true)
        : isOffered(rule, situation),
  };
}

/** The last accountant, else a checker of invoices; null if neither is available. */
function accountantOf(situation: Situation): number | null {
  const { facts, document } = situation;
  const last = document.timeline.entries.findLast(({ type }) => type === 'invoice-accounting')?.lbUserId;
  const proposed = [
    ...(last == null ? [] : [last]),
    ...personsFor(situation, 'user_invoice_manual_check_id'),
  ];
  return proposed.find((person) => isAvailable(facts, person)) ?? null;
}
