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
import { type CheckedInvoice, type InvoiceSituation, problemsBeforeForwarding } from '../invoice/steps.ts';

/** The order of a run. */
export interface ExportOrder {
  readonly target: ExportTarget;
  readonly includes_exported: boolean;
}

/** An invoice to be exported, with all facts that decide whether it may be. */
export interface ExportableInvoice extends CheckedInvoice {
  readonly document: Pick<
    Invoice,
    'kind' | 'head' | 'lines' | 'taxRows' | 'timeline' | 'approvals' | 'attachments'
  >;
  readonly facts: CheckedInvoice['facts'] & ApprovedInvoice['facts'];
}

interface ConflictingInvoice {
  readonly document: Pick<Invoice, 'head'>;
  readonly facts: Pick<CheckedInvoice['facts'], 'settings'>;
}

/** Facts about an invoice in relation to other documents. */
export interface Conflicts {
  /** Its bank account is unconfirmed (INV-33). */
  readonly isUnconfirmed: boolean;
  /** Another document of its supplier has the same export number (EXP-30). */
  readonly isNumberTaken: boolean;
}

/**
 * The reason why an invoice cannot be exported now, or null (VAL-23, TASK-17, INV-07, INV-25). An unconfirmed account
 * is reported before the approval that it made outdated, because that names the next step.
 *
 * @see docs/topics/export.md
 */
export function exportProblem(
  situation: ExportableInvoice,
  { target, includes_exported: includesExported }: ExportOrder,
  conflicts: Conflicts,
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
    conflictProblem(situation, conflicts) ??
    invoiceApprovalProblem(situation) ??
    problemsBeforeForwarding(situation)
  );
}

/** Obstacles besides the invoice's own content and approval; also used by the check before the export (EXP-27). */
export function conflictProblem(
  { document: { head }, facts }: ConflictingInvoice,
  { isUnconfirmed, isNumberTaken }: Conflicts,
): Refusal | null {
  if (isRejected(head, facts.settings)) return refuse('not_approved_in_review');
  if (isUnconfirmed && isTransferred(head)) return refuse('bank_data_unconfirmed', { field: 'iban' });
  if (isNumberTaken)
    return refuse('export_number_taken', { field: 'number', values: { number: head.number, invoice: null } });
  return null;
}

/**
 * Whether an exported invoice can be reversed now: it is discarded (EXP-24), or its correction is exported with the
 * same run or was exported before (INV-30).
 */
export function reversalProblem({ document }: Pick<InvoiceSituation, 'document'>): Refusal | null {
  const { head, timeline } = document;
  const isCorrected = head.status === 'export' || head.status === 'completed';
  return isCorrected || awaitsReversal(timeline) ? null : refuse('step_not_possible');
}

/**
 * The export was reversed; once nothing more of a discarded invoice waits for that, its task is done (EXP-24,
 * INV-30).
 */
export function hasBeenReversed(
  situation: InvoiceSituation,
  run: string,
  isMoreWaiting: boolean,
  comment: string | null = null,
): InvoiceOutcome | Refusal {
  const note = systemRemark({ code: 'reversal_exported', values: { run } });
  const noted = remarked(situation.document, occasionOf(situation), remark({ ...note, comment }));
  if (isRefusal(noted)) return noted;
  const timeline = withReversalTask(noted, occasionOf(situation), isMoreWaiting, null);
  return outcome(situation, timeline, { head: { is_leaving: false } });
}

/** The invoice was exported in a run. */
export function hasBeenExported(
  situation: InvoiceSituation,
  run: string,
  comment: string | null = null,
): InvoiceOutcome | Refusal {
  const { document, facts } = situation;
  return outcome(situation, exportedTimeline(document, occasionOf(situation), run, comment), {
    head: exportedHead(facts.now),
  });
}

/** The timeline of an invoice exported in a run: its step is done, or a remark notes a repeated export (EXP-04). */
export function exportedTimeline(
  document: Remarked,
  occasion: Occasion,
  run: string,
  comment: string | null = null,
): Timeline | Refusal {
  const isWaiting = currentEntry(document.timeline)?.type === 'invoice-export';
  const noted = remark({ ...systemRemark({ code: 'exported', values: { run } }), comment });
  return isWaiting
    ? change(document.timeline, occasion, noted, forwardToNext({ status: 'approved' }))
    : remarked(document, occasion, noted);
}

/** The changed head fields of an exported invoice. */
export function exportedHead(now: string): { readonly exported_at: string; readonly is_leaving: false } {
  return { exported_at: now, is_leaving: false };
}

/** The invoice was sent to a system that answers later; nothing else can be done with it until then. */
export function isUnderWay(situation: InvoiceSituation): InvoiceOutcome | Refusal {
  return outcome(situation, situation.document.timeline, { head: { is_leaving: true } });
}

/**
 * The invoice was not exported, or it is unknown whether it was (`isLeaving`); its timeline has the reason (EXP-05).
 */
export function hasFailed(
  situation: InvoiceSituation,
  problem: Refusal,
  isLeaving = false,
  comment: string | null = null,
): InvoiceOutcome | Refusal {
  const timeline = failedTimeline(situation.document, occasionOf(situation), problem, comment);
  return outcome(situation, timeline, { head: { is_leaving: isLeaving } });
}

/** The timeline of a failed invoice with a remark about the reason, unless the last entry says the same (EXP-27). */
export function failedTimeline(
  document: Remarked,
  occasion: Occasion,
  problem: Refusal,
  comment: string | null = null,
): Timeline | Refusal {
  const first = problem.problems?.[0] ?? problem;
  const noted = systemRemark({ code: 'export_failed', values: { ...first.values, code: first.code } });
  const isSaid = comment === null && isLastRemark(document.timeline, noted.note);
  return isSaid ? document.timeline : remarked(document, occasion, remark({ ...noted, comment }));
}

/** Whether the last entry of the timeline is a failure for the same reason. */
function isLastRemark({ entries, currentEntryNo }: Timeline, note: SystemNote | undefined): boolean {
  const last = entries.findLast(({ entryNo }) => entryNo < currentEntryNo);
  const noteKey = (one: SystemNote | null | undefined): string =>
    JSON.stringify([one?.code, Object.entries(one?.values ?? {}).toSorted()]);
  return noteKey(last?.note) === noteKey(note);
}

type Remarked = Pick<Invoice, 'head' | 'timeline'>;

/** Remarks can be added even where the text is fixed (TL-10). */
function remarked({ head, timeline }: Remarked, occasion: Occasion, noted: Operation): Timeline | Refusal {
  return change(timeline, { ...occasion, isFixed: isInvoiceFixed(head) }, noted);
}

/** Throws where a decision made under lock does not fit the timeline, which would be a bug. */
export function fitting<Decided extends object>(decided: Decided | Refusal): Decided {
  if (isRefusal(decided)) throw new Error(`export of an invoice refused: ${decided.code}`);
  return decided;
}
