import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { type DocumentSituation, personsFor, type TaskInput } from '../../document/facts.ts';
import { type Outcome, outcome } from '../../document/outcome.ts';
import { occasionOf } from '../../timeline/flow.ts';
import type { EntryStatus } from '../../timeline/kinds.ts';
import {
  cancel,
  change,
  forwardToNext,
  insertNext,
  remark,
  startTimeline,
} from '../../timeline/operations.ts';
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
  /** Start a recognition once this is written. */
  readonly startsRecognition?: true;
  /** Learn from the corrections of its recognition. */
  readonly teaches?: true;
  /** Reverse its exports (EXP-24). */
  readonly takesBack?: true;
  /** The new account of its supplier (INV-21). */
  readonly bankData?: NewBankData;
  /** The new values of its supplier's record (INV-05). */
  readonly supplierData?: {
    readonly supplier_id: number;
    readonly columns: Partial<Pick<SellerData, 'vat_number' | 'payment_method'>>;
  };
  /** Its breakdown, if changed. */
  readonly taxRows?: readonly TaxRow[];
};

/** The account of an invoice and the person who typed it; null if it was read. */
export interface NewBankData {
  readonly supplier_id: number | null;
  readonly iban: string;
  readonly bic: string | null;
  readonly proposed_by_id: number | null;
  /** By a second person, or by the only person who can (AUTH-37); null if unconfirmed. */
  readonly confirmed: 'second' | 'alone' | null;
}

/**
 * A received file waits for its recognition in the tasks of its uploader (TL-23).
 *
 * @param waitsWith the assignee of automatic arrivals, which have no uploader
 */
export function uploaded(occasion: Occasion, waitsWith = occasion.actorId): Timeline | Refusal {
  return change(
    startTimeline({ type: 'invoice-upload' }, occasion),
    occasion,
    insertNext({ type: 'invoice-recognition', lbUserId: waitsWith }),
    forwardToNext({ status: 'upload' }),
  );
}

/**
 * Makes an invoice from a received file. It is read at once, unless the tenant or the uploader starts the reading by
 * hand, such as to arrange its pages first (REC-01).
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

/** The file of an invoice can be read unless a reading is in progress or the invoice was exported (INV-30). */
export function canBeRecognised({ document: { head } }: Situation): boolean {
  return head.file_id !== null && head.recognition_state !== 'queued' && !head.was_exported;
}

/** Starts the reading of the file (REC-01). */
export function started(situation: Situation): InvoiceOutcome | Refusal {
  return outcome(situation, situation.document.timeline, { head: {}, startsRecognition: true as const });
}

/** Goes on to the check with manual input (REC-08, TL-21). */
export function skipped(situation: Situation, { comment }: TaskInput): InvoiceOutcome | Refusal {
  return toCheck(situation, { status: 'skip', comment: comment ?? null });
}

/** Reads the file again; the result replaces the values of the form (TASK-16, TL-21). */
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

/** Writes the reading into the form and starts the check (REC-04). */
export function recognised(
  situation: Situation,
  head: Partial<InvoiceHead & RecognisedColumns>,
): InvoiceOutcome | Refusal {
  const checked = toCheck(situation, { status: 'approved', comment: null });
  return isRefusal(checked) ? checked : { ...checked, head };
}

/** Notes why the file could not be read and starts the manual check (REC-09). */
export function notRecognised(situation: Situation, failure: ReadingFailure): InvoiceOutcome | Refusal {
  const noted = systemRemark({ code: `recognition_failed.${failure}` });
  const timeline = change(situation.document.timeline, occasionOf(situation), remark(noted));
  if (isRefusal(timeline)) return timeline;
  return toCheck(
    { ...situation, document: { ...situation.document, timeline } },
    { status: 'approved', comment: null },
  );
}

/** Ends what arrived by itself and turned out to be a reminder; its file waits in the inbox (REC-13). */
export function putAside(situation: Situation): InvoiceOutcome | Refusal {
  const noted = systemRemark({ code: 'reminder_put_aside' });
  const timeline = change(situation.document.timeline, occasionOf(situation), remark(noted), cancel(null));
  return outcome(situation, timeline);
}

/** The company's setting names the checker (RDEF), else it is the uploader. */
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
