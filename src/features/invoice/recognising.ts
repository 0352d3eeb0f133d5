import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { type DocumentSituation, personsFor, type TaskInput } from '../../document/facts.ts';
import { type Outcome, outcome } from '../../document/outcome.ts';
import { occasionOf } from '../../timeline/flow.ts';
import type { EntryStatus } from '../../timeline/kinds.ts';
import { change, forwardToNext, insertNext, remark, startTimeline } from '../../timeline/operations.ts';
import { ownerOf } from '../../timeline/substitutes.ts';
import { systemRemark } from '../../timeline/task-actions.ts';
import { currentEntry, type Occasion, type Timeline } from '../../timeline/timeline.ts';
import type { ReadingFailure } from '../recognition/reading.ts';
import type { SellerData } from './bank-data.ts';
import type { Invoice, InvoiceFacts, InvoiceHead, TaxRow } from './model.ts';
import type { RecognisedColumns } from './recognised-form.ts';
import type { RecognitionStart } from './setting-fields.ts';

type Situation = DocumentSituation<Invoice, InvoiceFacts>;

export type InvoiceOutcome = Outcome<InvoiceHead & RecognisedColumns & { readonly is_untouched: true }> & {
  /** A recognition is to begin once this is written. */
  readonly startsRecognition?: true;
  /** What was corrected of its recognition is to be learnt. */
  readonly teaches?: true;
  /** What has left of it is to be taken back (EXP-24). */
  readonly takesBack?: true;
  /** The account that its supplier has from now on (INV-21). */
  readonly bankData?: NewBankData;
  /** What its supplier's record says from now on (INV-05). */
  readonly supplierData?: {
    readonly supplier_id: number;
    readonly columns: Partial<Pick<SellerData, 'vat_number' | 'payment_method'>>;
  };
  /** Its breakdown, where it is another one now. */
  readonly taxRows?: readonly TaxRow[];
};

/** The account of an invoice, and who typed it; null where it was read. */
export interface NewBankData {
  readonly supplier_id: number | null;
  readonly iban: string;
  readonly bic: string | null;
  readonly proposed_by_id: number | null;
  /** By a second person, or by the only one who could (AUTH-37); null where nobody has confirmed it. */
  readonly confirmed: 'second' | 'alone' | null;
}

/** A received file waits for its recognition with whoever brought it, or whoever is there for what nobody brought (TL-23). */
export function uploaded(occasion: Occasion, waitsWith = occasion.actorId): Timeline | Refusal {
  return change(
    startTimeline({ type: 'invoice-upload' }, occasion),
    occasion,
    insertNext({ type: 'invoice-recognition', lbUserId: waitsWith }),
    forwardToNext({ status: 'upload' }),
  );
}

/**
 * Makes an invoice of a received file. It is read at once, unless the tenant, or whoever brings it, wants something else first, such as
 * to order its pages (REC-01).
 */
export function received(
  situation: Situation,
  timeline: Timeline,
  head: InvoiceOutcome['head'],
  start: RecognitionStart = situation.facts.settings.recognitionStart,
): InvoiceOutcome | Refusal {
  const made = outcome(situation, timeline, { head, takesNumber: 'IN' as const });
  return start === 'by_hand' || isRefusal(made) ? made : { ...made, startsRecognition: true };
}

/** The file of an invoice can be read while nobody is reading it, and as long as it has not been exported (INV-30). */
export function canBeRecognised({ document: { head } }: Situation): boolean {
  return head.file_id !== null && head.recognition_state !== 'queued' && !head.was_exported;
}

/** Lets the product read the file (REC-01). */
export function started(situation: Situation): InvoiceOutcome | Refusal {
  return outcome(situation, situation.document.timeline, { head: {}, startsRecognition: true as const });
}

/** Goes on to the check with what is typed by hand (REC-08, TL-21). */
export function skipped(situation: Situation, { comment }: TaskInput): InvoiceOutcome | Refusal {
  return toCheck(situation, { status: 'skip', comment: comment ?? null });
}

/** Reads the file once more; what it brings takes the place of what stands in the form (TASK-16, TL-21). */
export function repeated(situation: Situation, { comment }: TaskInput): InvoiceOutcome | Refusal {
  const { document, actor } = situation;
  const timeline = change(
    document.timeline,
    occasionOf(situation),
    insertNext({ type: 'invoice-recognition', lbUserId: actor.id }),
    forwardToNext({ status: 'repeat', comment: comment ?? null }),
  );
  return outcome(situation, timeline, { head: {}, startsRecognition: true as const });
}

/** Writes what was read into the form, and hands the invoice to whoever checks it (REC-04). */
export function recognised(
  situation: Situation,
  head: Partial<InvoiceHead & RecognisedColumns>,
): InvoiceOutcome | Refusal {
  const checked = toCheck(situation, { status: 'approved', comment: null });
  return isRefusal(checked) ? checked : { ...checked, head };
}

/** Tells why the file could not be read; it is checked by hand (REC-09). */
export function notRecognised(situation: Situation, failure: ReadingFailure): InvoiceOutcome | Refusal {
  const told = systemRemark({ code: `recognition_failed.${failure}` });
  const timeline = change(situation.document.timeline, occasionOf(situation), remark(told));
  if (isRefusal(timeline)) return timeline;
  return toCheck(
    { ...situation, document: { ...situation.document, timeline } },
    { status: 'approved', comment: null },
  );
}

/** The check is for whom the company says (RDEF), else for whoever brought the invoice. */
function toCheck(
  situation: Situation,
  ending: { readonly status: EntryStatus; readonly comment: string | null },
): InvoiceOutcome | Refusal {
  const { timeline, head } = situation.document;
  const current = currentEntry(timeline);
  if (current?.type !== 'invoice-recognition') return refuse('step_not_possible');
  const [checker = ownerOf(current) ?? head.creator_id] = personsFor(
    situation,
    'user_invoice_manual_check_id',
  );
  const forwarded = change(
    timeline,
    occasionOf(situation),
    insertNext({ type: 'invoice-manual-check', lbUserId: checker }),
    forwardToNext(ending),
  );
  return outcome(situation, forwarded);
}
