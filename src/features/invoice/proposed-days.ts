import { addDays, type Day } from '../../base/day.ts';
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

/**
 * What is proposed where the document states nothing: delivered at the end of the service period, else on the invoice
 * date; due after the supplier's days of payment, else after 30 (VAL-13).
 */
export function proposedDays({ invoice_date, service_to, payment_days }: DaySources): ProposedDays {
  const isNear = invoice_date !== null && invoice_date < lastYear;
  return {
    delivery_date: service_to ?? invoice_date,
    due_date: isNear ? addDays(invoice_date, payment_days ?? usualPaymentDays) : null,
  };
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
  }: Omit<DaySources, 'payment_days'> & Pick<ProposedDays, 'delivery_date'>,
  stated: ProposedDays,
): boolean {
  const isSame = delivery_date !== null && delivery_date === invoice_date;
  return isSame && service_to === null && stated.delivery_date === null;
}
