import { addDays, type Day } from '../../base/day.ts';
import { dayOfTerm, type Term } from '../recognition/payment-term.ts';
import type { Reading } from '../recognition/reading.ts';

/** Days to pay within where neither the document nor the supplier's record says how many (VAL-13). */
const usualPaymentDays = 30;
/** Behind it a date of payment could leave the calendar. */
const lastYear = '9990-01-01';

/** What delivery and payment follow from. */
export interface DaySources {
  readonly invoice_date: Day | null;
  /** The end of the service period. */
  readonly service_to: Day | null;
  /** Days that the supplier's record gives; null where it says nothing. */
  readonly payment_days: number | null;
  /** How long the document itself gives, where it names no day (INV-27). */
  readonly due_term?: Term | null;
  /** The day of delivery that the document states. */
  readonly delivered?: Day | null;
}

export interface ProposedDays {
  readonly delivery_date: Day | null;
  readonly due_date: Day | null;
}

/** The days that a document states; they are no proposals. */
export function statedDays(reading: Pick<Reading, 'fields'> | null): ProposedDays {
  const { deliveryDate, dueDate } = reading?.fields ?? { deliveryDate: null, dueDate: null };
  return { delivery_date: deliveryDate?.value ?? null, due_date: dueDate?.value ?? null };
}

/** What a document says of its payment without naming the day (INV-27). */
export function statedTerms(reading: Pick<Reading, 'fields' | 'dueTerm'> | null): {
  readonly due_term: Term | null;
  readonly delivered: Day | null;
} {
  return {
    due_term: reading?.dueTerm?.value ?? null,
    delivered: reading?.fields.deliveryDate?.value ?? null,
  };
}

/**
 * What is proposed where the document states nothing: delivered at the end of the service period, else on the invoice
 * date; due when the document's own terms say (INV-27), else after the supplier's days of payment, else after 30 (VAL-13).
 */
export function proposedDays(sources: DaySources): ProposedDays {
  const { invoice_date, service_to } = sources;
  return { delivery_date: service_to ?? invoice_date, due_date: proposedDue(sources) };
}

function proposedDue({
  invoice_date,
  payment_days,
  due_term = null,
  delivered = null,
}: DaySources): Day | null {
  if (invoice_date === null || invoice_date >= lastYear) return null;
  const byTerms = due_term && dayOfTerm(due_term, { invoiceDate: invoice_date, deliveryDate: delivered });
  return byTerms ?? addDays(invoice_date, payment_days ?? usualPaymentDays);
}

/** Why a due date stands in the form that the document does not print (INV-27). */
export type DueOrigin = 'terms' | 'supplier' | 'usual';

/** Where a due date comes from; null where the document prints it or somebody typed another one. */
export function dueOrigin(
  sources: DaySources,
  { due_date }: Pick<ProposedDays, 'due_date'>,
  stated: ProposedDays,
): DueOrigin | null {
  if (due_date === null || stated.due_date !== null || due_date !== proposedDays(sources).due_date)
    return null;
  if (sources.due_term) return 'terms';
  return sources.payment_days === null ? 'usual' : 'supplier';
}

/** The days after their sources changed: a proposal follows, what was stated or typed stays (VAL-13). */
export function followingDays(
  present: ProposedDays,
  { before, after }: { readonly before: DaySources; readonly after: DaySources },
  stated: ProposedDays,
): ProposedDays {
  const [former, next] = [proposedDays(before), proposedDays(after)];
  const following = (name: keyof ProposedDays): Day | null => {
    const day = present[name];
    const isProposal = day === null || (day === former[name] && stated[name] === null);
    return isProposal && former[name] !== next[name] ? next[name] : day;
  };
  return { delivery_date: following('delivery_date'), due_date: following('due_date') };
}

/** The delivery date is the invoice date only because the document states none (VAL-13). */
export function isAsInvoiceDate(
  {
    invoice_date,
    service_to,
    delivery_date,
  }: Pick<DaySources, 'invoice_date' | 'service_to'> & Pick<ProposedDays, 'delivery_date'>,
  stated: ProposedDays,
): boolean {
  const isSame = delivery_date !== null && delivery_date === invoice_date;
  return isSame && service_to === null && stated.delivery_date === null;
}
