import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { outcome } from '../../document/outcome.ts';
import { occasionOf } from '../../timeline/flow.ts';
import { change, forwardToNext, type Operation, remark } from '../../timeline/operations.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { currentEntry, type Occasion, type SystemNote, type Timeline } from '../../timeline/timeline.ts';
import { type ExportTarget, targets } from '../export-target/targets.ts';
import { type ApprovedInvoice, invoiceApprovalProblem } from '../invoice/approval.ts';
import { isTransferred } from '../invoice/bank-data.ts';
import type { Invoice } from '../invoice/model.ts';
import type { InvoiceOutcome } from '../invoice/recognising.ts';
import { awaitsReversal, withReversalTask } from '../invoice/reversal.ts';
import { isRejected } from '../invoice/review.ts';
import { isInvoiceFixed } from '../invoice/rules.ts';
import { type CheckedInvoice, type InvoiceSituation, problemsBeforeLeaving } from '../invoice/steps.ts';

/** What a run is to do, as it was ordered. */
export interface LeavingOrder {
  readonly target: ExportTarget;
  readonly includes_exported: boolean;
}

/** An invoice that is to leave, with as much around it as decides whether it may. */
export interface LeavingInvoice extends CheckedInvoice {
  readonly document: Pick<
    Invoice,
    'kind' | 'head' | 'lines' | 'taxRows' | 'timeline' | 'approvals' | 'attachments'
  >;
  readonly facts: CheckedInvoice['facts'] & ApprovedInvoice['facts'];
}

interface BesideInvoice {
  readonly document: Pick<Invoice, 'head'>;
  readonly facts: Pick<CheckedInvoice['facts'], 'settings'>;
}

/** What is known of an invoice among others. */
export interface BesideOthers {
  /** Nobody has confirmed the account on it (INV-33). */
  readonly isUnconfirmed: boolean;
  /** Another document of its supplier has its export number (EXP-30). */
  readonly isNumberTaken: boolean;
}

/**
 * Whether an invoice may leave at this moment; what stands against it is told by name (VAL-23, TASK-17, INV-07, INV-25). An account
 * that nobody has confirmed is told before the approval, which the same account has outgrown, as it says what is to be done.
 *
 * @see docs/topics/export.md
 */
export function leavingProblem(
  situation: LeavingInvoice,
  { target, includes_exported: includesExported }: LeavingOrder,
  beside: BesideOthers,
): Refusal | null {
  const { document } = situation;
  const { head } = document;
  const isWaiting = currentEntry(document.timeline)?.type === 'invoice-export';
  const isAgain = head.status === 'completed';
  if (!isWaiting && !isAgain) return refuse('step_not_possible');
  if (head.is_leaving) return refuse('export_sending');
  if (isAgain && !includesExported) return refuse('already_exported');
  if (isAgain && !targets[target].takesAgain) return refuse('export_needs_clearing');
  if (isWaiting && head.stands_in_books) return refuse('reversal_first');
  return (
    besideProblem(situation, beside) ?? invoiceApprovalProblem(situation) ?? problemsBeforeLeaving(situation)
  );
}

/** What stands against an invoice beside its own content and its approval; the check before the export asks it as well (EXP-27). */
export function besideProblem(
  { document: { head }, facts }: BesideInvoice,
  { isUnconfirmed, isNumberTaken }: BesideOthers,
): Refusal | null {
  if (isRejected(head, facts.settings)) return refuse('not_approved_in_review');
  if (isUnconfirmed && isTransferred(head)) return refuse('bank_data_unconfirmed', { field: 'iban' });
  if (isNumberTaken)
    return refuse('export_number_taken', { field: 'number', values: { number: head.number, invoice: null } });
  return null;
}

/**
 * Whether what left of an invoice may be taken back at this moment: it is discarded (EXP-24), or its correction leaves with the
 * same run or has left (INV-30).
 */
export function reversalProblem({ document }: Pick<InvoiceSituation, 'document'>): Refusal | null {
  const { head, timeline } = document;
  const isCorrected = head.status === 'export' || head.status === 'completed';
  return isCorrected || awaitsReversal(timeline) ? null : refuse('step_not_possible');
}

/** What had left is taken back; where nothing more of a discarded invoice waits for that, its task is done (EXP-24, INV-30). */
export function hasBeenReversed(
  situation: InvoiceSituation,
  run: string,
  isMoreWaiting: boolean,
  comment: string | null = null,
): InvoiceOutcome | Refusal {
  const note = systemRemark({ code: 'reversal_exported', values: { run } });
  const told = remarked(situation.document, occasionOf(situation), remark({ ...note, comment }));
  if (isRefusal(told)) return told;
  const timeline = withReversalTask(told, occasionOf(situation), isMoreWaiting, null);
  return outcome(situation, timeline, { head: { is_leaving: false } });
}

/** The invoice has left in a run. */
export function hasLeft(
  situation: InvoiceSituation,
  run: string,
  comment: string | null = null,
): InvoiceOutcome | Refusal {
  const { document, facts } = situation;
  return outcome(situation, leftTimeline(document, occasionOf(situation), run, comment), {
    head: leftHead(facts.now),
  });
}

/** The timeline of an invoice that has left in a run: its step is done, or a remark says that it left once more (EXP-04). */
export function leftTimeline(
  document: Remarked,
  occasion: Occasion,
  run: string,
  comment: string | null = null,
): Timeline | Refusal {
  const isWaiting = currentEntry(document.timeline)?.type === 'invoice-export';
  const told = remark({ ...systemRemark({ code: 'exported', values: { run } }), comment });
  return isWaiting
    ? change(document.timeline, occasion, told, forwardToNext({ status: 'approved' }))
    : remarked(document, occasion, told);
}

/** What the head of an invoice says that has left. */
export function leftHead(now: string): { readonly exported_at: string; readonly is_leaving: false } {
  return { exported_at: now, is_leaving: false };
}

/** The invoice is on its way to a system that answers later: nobody takes it anywhere else meanwhile. */
export function isUnderWay(situation: InvoiceSituation): InvoiceOutcome | Refusal {
  return outcome(situation, situation.document.timeline, { head: { is_leaving: true } });
}

/** The invoice has not left, or nobody knows whether it has (`isLeaving`), and its timeline says why (EXP-05). */
export function hasFailed(
  situation: InvoiceSituation,
  problem: Refusal,
  isLeaving = false,
  comment: string | null = null,
): InvoiceOutcome | Refusal {
  const timeline = failedTimeline(situation.document, occasionOf(situation), problem, comment);
  return outcome(situation, timeline, { head: { is_leaving: isLeaving } });
}

/** The timeline of an invoice that has not left, with a remark that says why, unless the last one says the same (EXP-27). */
export function failedTimeline(
  document: Remarked,
  occasion: Occasion,
  problem: Refusal,
  comment: string | null = null,
): Timeline | Refusal {
  const first = problem.problems?.[0] ?? problem;
  const told = systemRemark({ code: 'export_failed', values: { ...first.values, code: first.code } });
  const isSaid = comment === null && isLastRemark(document.timeline, told.note);
  return isSaid ? document.timeline : remarked(document, occasion, remark({ ...told, comment }));
}

/** Whether the last thing that happened to an invoice is that it did not leave for the same reason. */
function isLastRemark({ entries, currentEntryNo }: Timeline, note: SystemNote | undefined): boolean {
  const last = entries.findLast(({ entryNo }) => entryNo < currentEntryNo);
  const said = (one: SystemNote | null | undefined): string =>
    JSON.stringify([one?.code, Object.entries(one?.values ?? {}).toSorted()]);
  return said(last?.note) === said(note);
}

type Remarked = Pick<Invoice, 'head' | 'timeline'>;

/** Remarks may follow also where the text is fixed (TL-10). */
function remarked({ head, timeline }: Remarked, occasion: Occasion, told: Operation): Timeline | Refusal {
  return change(timeline, { ...occasion, isFixed: isInvoiceFixed(head) }, told);
}

/** Throws where what was decided under lock does not fit the timeline: a bug. */
export function settled<Decided extends object>(decided: Decided | Refusal): Decided {
  if (isRefusal(decided)) throw new Error(`an export does not fit its invoice: ${decided.code}`);
  return decided;
}
