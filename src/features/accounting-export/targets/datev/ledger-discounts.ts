import { apportioned } from '../../../../base/apportion.ts';
import type { Day } from '../../../../base/day.ts';
import { type Amount, atLeastZero, compareAmounts, round, sum } from '../../../../base/money.ts';

/** A tier of a discount for early payment (DISC-01). */
export interface LedgerDiscount {
  /** For the whole invoice, positive. */
  readonly amount: Amount;
  readonly percentage: Amount;
  readonly paymentDate: Day;
}

/** The discount shares of one booking; null for a tier without a share. */
export interface PartDiscounts {
  readonly first: LedgerDiscount | null;
  readonly second: LedgerDiscount | null;
}

interface DiscountedInvoice {
  readonly date: Day;
  readonly dueDate?: Day | null;
  readonly consolidatedAmount: Amount;
  readonly discounts?: readonly LedgerDiscount[];
  readonly parts: readonly { readonly amount: Amount }[];
}

export interface LedgerDiscounts {
  /** By the index of the part. */
  readonly ofParts: readonly PartDiscounts[];
  /** If false, the discounts are described in a text instead. */
  readonly areAllTaken: boolean;
}

/**
 * The discount shares of the parts, which add up to the discount of the invoice per tier, as far as DATEV accepts
 * them: both tiers, else the first alone, else none (DISC-05). DATEV accepts discounts of positive invoices, with
 * days after the invoice date and before the due date, each smaller and later than the previous one, and together
 * below the amount.
 */
export function ledgerDiscounts(invoice: DiscountedInvoice): LedgerDiscounts {
  const discounts = invoice.discounts ?? [];
  for (let count = discounts.length; count > 0; count -= 1) {
    const ofParts = partDiscounts(invoice, discounts.slice(0, count));
    if (ofParts !== null) return { ofParts, areAllTaken: count === discounts.length };
  }
  const ofParts = invoice.parts.map(() => ({ first: null, second: null }));
  return { ofParts, areAllTaken: discounts.length === 0 };
}

/** Null where DATEV would refuse one of them. */
function partDiscounts(
  invoice: DiscountedInvoice,
  discounts: readonly LedgerDiscount[],
): readonly PartDiscounts[] | null {
  if (!areInOrder(invoice, discounts)) return null;
  const shares = discounts.map((discount) => sharesOf(discount, invoice.parts));
  const ofParts = invoice.parts.map((_, place) => ({
    first: shares[0]?.[place] ?? null,
    second: shares[1]?.[place] ?? null,
  }));
  return ofParts.every((part, place) => fits(part, invoice.parts[place]?.amount ?? '0')) ? ofParts : null;
}

function areInOrder(invoice: DiscountedInvoice, discounts: readonly LedgerDiscount[]): boolean {
  const { date, dueDate, consolidatedAmount } = invoice;
  if (discounts.length > 2 || compareAmounts(consolidatedAmount, '0') <= 0) return false;
  const isPositive = discounts.every(
    ({ amount, percentage }) =>
      compareAmounts(round(amount, 2), '0') > 0 &&
      compareAmounts(round(percentage, 2), '0') > 0 &&
      compareAmounts(percentage, '99.99') <= 0,
  );
  const days = [date, ...discounts.map(({ paymentDate }) => paymentDate), ...(dueDate ? [dueDate] : [])];
  const [first, second] = discounts;
  const isFalling =
    first === undefined ||
    second === undefined ||
    (compareAmounts(first.percentage, second.percentage) > 0 &&
      compareAmounts(first.amount, second.amount) > 0);
  return isPositive && isFalling && days.every((day, place) => place === 0 || day > (days[place - 1] ?? ''));
}

/** Splits by the amounts of the parts; a part with the opposite sign has no share. */
function sharesOf(
  discount: LedgerDiscount,
  parts: readonly { readonly amount: Amount }[],
): readonly (LedgerDiscount | null)[] {
  const weights = parts.map(({ amount }) => atLeastZero(amount));
  const percentage = round(discount.percentage, 2);
  return apportioned(round(discount.amount, 2), weights, 2).map((amount) =>
    compareAmounts(amount, '0') > 0 ? { ...discount, amount, percentage } : null,
  );
}

/** Rounding can give a small part shares that DATEV refuses. */
function fits({ first, second }: PartDiscounts, amount: Amount): boolean {
  if (first === null) return second === null;
  if (second !== null && compareAmounts(second.amount, first.amount) >= 0) return false;
  return compareAmounts(sum([first.amount, second?.amount ?? '0']), amount) < 0;
}
