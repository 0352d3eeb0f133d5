import type { ExportTarget } from '../../export-target/targets.ts';
import type { Reading } from '../../recognition/reading.ts';
import { followingDiscounts } from '../discounts.ts';
import { followingNumber } from '../export-number.ts';
import { type DaySources, followingDays, statedDays, statedTerms } from '../proposed-days.ts';
import type { InvoiceDraft } from './draft.ts';
import { withPaid } from './payment/payment-columns.ts';

type Head = InvoiceDraft['head'];

interface Rules {
  readonly reading: Reading | null;
  readonly exportTarget: ExportTarget;
}

/** Updates days, discounts, export number and the paid mark after an input (VAL-13, VAL-14, DISC-03, INV-06). */
export function withFollowing(before: InvoiceDraft, after: InvoiceDraft, rules: Rules): InvoiceDraft {
  if (before.head === after.head) return after;
  const days = withDays(before.head, after.head, rules);
  const number = followingNumber(numbers(before.head), numbers(days), rules.exportTarget) ?? '';
  return { ...after, head: withPaid(before.head, withDiscounts(before.head, { ...days, number })) };
}

function withDays(before: Head, after: Head, { reading }: Rules): Head {
  const sources = { before: daySources(before, reading), after: daySources(after, reading) };
  return { ...after, ...followingDays(after, sources, statedDays(reading)) };
}

/** The data that the days of a form derive from. */
export function daySources(
  { invoice_date, service_to, supplier }: Head,
  reading: Reading | null,
): DaySources {
  return { invoice_date, service_to, payment_days: supplier?.payment_days ?? null, ...statedTerms(reading) };
}

function numbers({ number, number_printed }: Head) {
  return { number: number.trim() || null, number_printed: number_printed.trim() || null };
}

/** Discounts follow a changed date or total. */
function withDiscounts(before: Head, after: Head): Head {
  const isMoved = before.invoice_date !== after.invoice_date || before.total_brutto !== after.total_brutto;
  return isMoved ? { ...after, ...followingDiscounts(after, before) } : after;
}
