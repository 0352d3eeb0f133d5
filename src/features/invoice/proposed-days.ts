import { addDays, type Day } from '../../base/day.ts';
import { dayOfTerm, type Term } from '../recognition/payment-term.ts';
import type { Reading } from '../recognition/reading.ts';

/** Payment days if neither the document nor the supplier's record states them (VAL-13). */
const usualPaymentDays = 30;
/** After this date, a payment date could exceed the calendar. */
const lastYear = '9990-01-01';

/** The sources of the proposed delivery and payment dates. */
export interface DaySources {
  readonly invoice_date: Day | null;
  /** The end of the service period. */
  readonly service_to: Day | null;
  /** Payment days in the supplier's record; null without. */
  readonly payment_days: number | null;
  /** The payment term of a document that states no due date (INV-27). */
  readonly due_term?: Term | null;
  /** The delivery date stated on the document. */
  readonly delivered?: Day | null;
}

export interface ProposedDays {
  readonly delivery_date: Day | null;
  readonly due_date: Day | null;
}

/** The dates stated on a document; they are not proposals. */
export function statedDays(reading: Pick<Reading, 'fields'> | null): ProposedDays {
  const { deliveryDate, dueDate } = reading?.fields ?? { deliveryDate: null, dueDate: null };
  return { delivery_date: deliveryDate?.value ?? null, due_date: dueDate?.value ?? null };
}

/** The payment terms of a document that states no due date (INV-27). */
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
 * The proposals for dates that the document does not state: delivery at the end of the service period, else on the
 * invoice date; due by the document's terms (INV-27), else after the supplier's payment days, else after 30 days
 * (VAL-13).
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

/** The origin of a due date that the document does not print (INV-27). */
export type DueOrigin = 'terms' | 'supplier' | 'usual';

/** The origin of a due date; null if the document prints it or a person typed another. */
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

/** The dates after their sources changed: proposals follow, stated and typed dates stay (VAL-13). */
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

/** Whether the delivery date equals the invoice date only because the document states none (VAL-13). */
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
