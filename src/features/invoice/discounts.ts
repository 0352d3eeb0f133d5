import { addDays, type Day, daysBetween } from '../../base/day.ts';
import {
  type Amount,
  absolute,
  compareAmounts,
  dividedBy,
  isZero,
  round,
  sum,
  times,
} from '../../base/money.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import type { InvoiceFields } from './model.ts';

/** The two tiers of a discount for early payment, the greater one first (DISC-01). */
export const tiers = [1, 2] as const;
export type Tier = (typeof tiers)[number];

/** One tier; amounts in the currency of the invoice, with its sign. */
export interface Discount {
  readonly percentage: Amount | null;
  readonly amount: Amount | null;
  /** Counted from the invoice date. */
  readonly days: Amount | null;
  readonly date: Day | null;
}

export type DiscountFields = Pick<
  InvoiceFields,
  | 'discount_base'
  | `discount_${Tier}_percentage`
  | `discount_${Tier}_amount`
  | `discount_${Tier}_days`
  | `discount_${Tier}_date`
>;

/** The fields that the discounts of an invoice depend on. */
export type DiscountedInvoice = DiscountFields &
  Pick<InvoiceFields, 'invoice_date' | 'due_date' | 'total_brutto'>;

export function discountOf(head: DiscountFields, tier: Tier): Discount {
  return {
    percentage: head[`discount_${tier}_percentage`],
    amount: head[`discount_${tier}_amount`],
    days: head[`discount_${tier}_days`],
    date: head[`discount_${tier}_date`],
  };
}

/** The columns of a tier. */
export function columnsOf(discount: Partial<Discount>, tier: Tier): Partial<DiscountFields> {
  return Object.fromEntries(
    Object.entries(discount).map(([name, value]) => [`discount_${tier}_${name}`, value]),
  );
}

/** The amount that the percentage applies to (DISC-06). */
function baseOf({ discount_base: base, total_brutto: total }: DiscountedInvoice): Amount {
  return base ?? total;
}

/** Updates the field coupled with the typed field of a tier (DISC-03). */
export function coupledDiscount(
  head: DiscountedInvoice,
  tier: Tier,
  typed: Partial<Discount>,
): Partial<DiscountFields> {
  const base = baseOf(head);
  const follows: { -readonly [Name in keyof Discount]?: Discount[Name] } = { ...typed };
  if (typed.percentage !== undefined)
    follows.amount = typed.percentage === null ? null : amountAt(base, typed.percentage);
  if (typed.amount !== undefined)
    follows.percentage = typed.amount === null || isZero(base) ? null : shareOf(typed.amount, base);
  const { invoice_date: start } = head;
  if (typed.days !== undefined && start !== null) follows.date = dayAfter(start, typed.days);
  if (typed.date !== undefined && start !== null)
    follows.days = typed.date === null ? null : String(daysBetween(start, typed.date));
  return columnsOf(follows, tier);
}

/**
 * A new invoice date keeps the days, a new total or base keeps the percentages (DISC-03).
 *
 * @param before the invoice before its date or total changed: an amount that did not match them then, because its
 *   tier has its own base, does not follow them now
 */
export function followingDiscounts(
  head: DiscountedInvoice,
  before?: DiscountedInvoice,
): Partial<DiscountFields> {
  const parts = tiers.map((tier) => {
    const { percentage, days } = discountOf(head, tier);
    const isOwn = before !== undefined && hasOwnBase(before, tier);
    return {
      ...(percentage === null || isOwn
        ? {}
        : columnsOf({ amount: amountAt(baseOf(head), percentage) }, tier)),
      ...(days === null || head.invoice_date === null
        ? {}
        : columnsOf({ date: dayAfter(head.invoice_date, days) }, tier)),
    };
  });
  return Object.assign({}, ...parts);
}

function hasOwnBase(head: DiscountedInvoice, tier: Tier): boolean {
  const { percentage, amount } = discountOf(head, tier);
  if (percentage === null || amount === null) return false;
  const isAsAmount = compareAmounts(amountAt(baseOf(head), percentage), amount) === 0;
  return !isAsAmount && compareAmounts(shareOf(amount, baseOf(head)), percentage) !== 0;
}

/** Null if `days` is not a whole number. */
function dayAfter(start: Day, days: Amount | null): Day | null {
  return days !== null && /^\d{1,4}$/.test(days) ? addDays(start, Number(days)) : null;
}

function amountAt(base: Amount, percentage: Amount): Amount {
  return round(dividedBy(times(base, percentage), '100'), 2);
}

function shareOf(amount: Amount, base: Amount): Amount {
  return round(dividedBy(times(amount, '100'), base), 2);
}

/** All problems of the tiers (DISC-01, DISC-02); dates are inclusive, amounts compare by absolute value. */
export function discountProblems(head: DiscountedInvoice): readonly FieldProblem[] {
  const [first, second] = tiers.map((tier) => discountOf(head, tier)) as [Discount, Discount];
  const isSecondAlone = isFilled(second) && !isFilled(first);
  return [
    ...tiers.flatMap((tier) => tierProblems(head, tier)),
    ...(isSecondAlone ? [problem(1, 'percentage', 'discount_incomplete')] : []),
    ...(isFilled(first) && isFilled(second) ? pairProblems(head, first, second) : []),
  ];
}

function tierProblems(head: DiscountedInvoice, tier: Tier): readonly FieldProblem[] {
  const discount = discountOf(head, tier);
  if (!isFilled(discount)) return [];
  const { percentage, amount, days, date } = discount;
  const empty = (['percentage', 'amount', 'days', 'date'] as const).find((name) => discount[name] === null);
  if (percentage === null || amount === null || days === null || date === null)
    return [problem(tier, empty ?? 'percentage', 'discount_incomplete')];
  const { total_brutto: total, invoice_date: start, due_date: due } = head;
  const isShare = compareAmounts(percentage, '0') > 0 && compareAmounts(percentage, '100') < 0;
  const hasItsSign = compareAmounts(times(amount, total), '0') > 0;
  const isSmaller = compareAmounts(absolute(amount), absolute(total)) < 0;
  const isEarly = (start === null || date >= start) && (due === null || date <= due);
  return [
    ...(isShare ? [] : [problem(tier, 'percentage', 'discount_percentage')]),
    ...(hasItsSign && isSmaller ? [] : [problem(tier, 'amount', 'discount_amount')]),
    ...(isEarly ? [] : [problem(tier, 'date', 'discount_date')]),
  ];
}

function pairProblems(head: DiscountedInvoice, first: Discount, second: Discount): readonly FieldProblem[] {
  const isGreater =
    first.percentage === null ||
    second.percentage === null ||
    compareAmounts(first.percentage, second.percentage) > 0;
  const isLater = first.date === null || second.date === null || first.date < second.date;
  const both = absolute(sum([first.amount ?? '0', second.amount ?? '0']));
  const isBelow = compareAmounts(both, absolute(head.total_brutto)) < 0;
  return [
    ...(isGreater ? [] : [problem(2, 'percentage', 'discount_order')]),
    ...(isLater ? [] : [problem(2, 'date', 'discount_order')]),
    ...(isBelow || isZero(head.total_brutto) ? [] : [problem(2, 'amount', 'discount_amount')]),
  ];
}

type DiscountCode =
  | 'discount_incomplete'
  | 'discount_percentage'
  | 'discount_amount'
  | 'discount_date'
  | 'discount_order';

function problem(tier: Tier, name: keyof Discount, code: DiscountCode): FieldProblem {
  return { field: `discount_${tier}_${name}`, code };
}

/** Whether any field of the tier is filled. */
function isFilled(discount: Discount): boolean {
  return Object.values(discount).some((value) => value !== null);
}

/** A discount that a document grants, in any order and number; percentage and days as stated. */
export interface GrantedDiscount {
  readonly days: Amount | null;
  /** The last day, if stated instead of a number of days. */
  readonly until?: Day | null;
  readonly percentage: Amount | null;
  /** The discount amount, if no percentage is stated. */
  readonly amount?: Amount | null;
  readonly base: Amount | null;
}

/**
 * The tiers that a document grants (DISC-06). If each has its own base, the amounts are computed from these bases.
 * Discounts that an invoice cannot have are left out: they stay visible beside the fields and reduce no payment.
 */
export function grantedDiscounts(
  head: Omit<DiscountedInvoice, keyof DiscountFields>,
  granted: readonly GrantedDiscount[],
): DiscountFields {
  const whole = granted
    .flatMap((one) => wholeDiscount(one, head))
    .toSorted((one, other) => compareAmounts(other.percentage, one.percentage))
    .slice(0, tiers.length);
  const bases = new Set(whole.map(({ base }) => base));
  const [base = null] = bases.size === 1 ? bases : [];
  const columns = tiers.map((tier, place) => {
    const one = whole[place];
    if (one === undefined) return {};
    const { percentage, amount, days } = one;
    const typed: DiscountedInvoice = { ...head, ...nothing, discount_base: one.base };
    return {
      ...coupledDiscount(typed, tier, amount === null ? { percentage } : { amount }),
      ...coupledDiscount(typed, tier, { days }),
    };
  });
  const found: DiscountFields = Object.assign({ ...nothing, discount_base: base }, ...columns);
  return whole.length > 0 && discountProblems({ ...head, ...found }).length === 0 ? found : nothing;
}

interface WholeDiscount {
  readonly percentage: Amount;
  readonly amount: Amount | null;
  readonly days: Amount;
  readonly base: Amount | null;
}

/** A discount with both an amount and an end. */
function wholeDiscount(
  { days: stated, until = null, percentage, amount = null, base }: GrantedDiscount,
  { invoice_date: start, total_brutto: total }: Pick<DiscountedInvoice, 'invoice_date' | 'total_brutto'>,
): readonly WholeDiscount[] {
  const counted = until === null || start === null ? null : String(daysBetween(start, until));
  const days = stated ?? counted;
  if (days === null || !/^\d{1,4}$/.test(days)) return [];
  if (percentage !== null) return [{ percentage, amount: null, days, base }];
  const whole = base ?? total;
  return amount === null || isZero(whole) ? [] : [{ percentage: shareOf(amount, whole), amount, days, base }];
}

const nothing: DiscountFields = {
  discount_base: null,
  discount_1_percentage: null,
  discount_1_amount: null,
  discount_1_days: null,
  discount_1_date: null,
  discount_2_percentage: null,
  discount_2_amount: null,
  discount_2_days: null,
  discount_2_date: null,
};
