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
 * Ends an invoice for good (TASK-09). What has left of it is taken back by the next export, which is a task of the
 * accountant until it has left as well (EXP-24).
 */
export function discarded(situation: Situation, input: TaskInput): InvoiceOutcome | Refusal {
  const ended = cancelled(situation, input);
  if (isRefusal(ended) || !situation.document.head.stands_in_books) return outcome(situation, ended);
  const timeline = change(ended, occasionOf(situation), remark(systemRemark({ code: 'reversal_waits' })));
  if (isRefusal(timeline)) return timeline;
  const tasked = withReversalTask(timeline, occasionOf(situation), true, accountantOf(situation));
  return outcome(situation, tasked, { head: {}, takesBack: true as const });
}

/** Whether what has left of a discarded invoice waits to be taken back. */
export function awaitsReversal(timeline: Timeline): boolean {
  return isCancelled(timeline) && currentEntry(timeline)?.type === 'invoice-export';
}

/**
 * The timeline of a discarded invoice with the task of taking back what has left, while anything of it waits for that, and
 * with the task `ended` where nothing does (any more). One that is corrected needs no such task: it has its own (INV-30).
 *
 * @param who gets the task: a person, a task group, or null for everybody who may export
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

/** A rule of tasks that holds for the task of taking back as well, which changes hands like the others. */
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

/** Whoever accounted for it last, else whoever checks invoices; null where neither is there any more. */
function accountantOf(situation: Situation): number | null {
  const { facts, document } = situation;
  const last = document.timeline.entries.findLast(({ type }) => type === 'invoice-accounting')?.lbUserId;
  const proposed = [
    ...(last == null ? [] : [last]),
    ...personsFor(situation, 'user_invoice_manual_check_id'),
  ];
  return proposed.find((person) => isAvailable(facts, person)) ?? null;
}
