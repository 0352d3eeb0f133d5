import { type Day, partsOf } from '../../base/day.ts';
import {
  type Amount,
  atLeastZero,
  compareAmounts,
  dividedBy,
  isAmount,
  larger,
  minus,
  round,
  sum,
  times,
} from '../../base/money.ts';
import { draftStatus } from '../../document/listed-kind.ts';
import { cancelledStatuses, type DocumentKind, statusesOf } from '../../timeline/kinds.ts';
import type { Measure } from './dashboard-search.ts';
import type { BudgetedMonth, Dimension, Figure } from './model.ts';

/** A bar of a chart. */
export interface Share {
  readonly key: string | null;
  readonly number: string | null;
  readonly name: string | null;
  readonly isRest: boolean;
  readonly count: number;
  readonly net: Amount;
  /** Documents that are not in `net` because their rate is unknown (PRICE-07). */
  readonly withoutRate: number;
  /** Percent of the chart's longest bar; 0 for credits. */
  readonly length: string;
}

/** Currencies of the figures, by number of documents. */
export function currenciesOf(figures: readonly Figure[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { currency, dimension, count } of figures)
    if (dimension === null) counts.set(currency, (counts.get(currency) ?? 0) + count);
  return [...counts]
    .sort(([a, left], [b, right]) => right - left || a.localeCompare(b))
    .map(([name]) => name);
}

/** The statuses that a headline counts: without drafts, and without declined and discarded documents. */
export function effectiveStatuses(kind: DocumentKind): readonly string[] {
  const cancelled: readonly string[] = cancelledStatuses(kind);
  return statusesOf[kind].filter((status: string) => status !== draftStatus && !cancelled.includes(status));
}

/** Total of a kind in its effective statuses; zero if there are none. */
export function effectiveTotal(
  figures: readonly Figure[],
  kind: DocumentKind,
  currency: string,
): Pick<Figure, 'count' | 'net' | 'without_rate'> {
  const statuses = effectiveStatuses(kind);
  const own = figures.filter(
    (each) =>
      each.kind === kind &&
      each.currency === currency &&
      each.dimension === 'status' &&
      statuses.includes(each.key ?? ''),
  );
  return {
    count: own.reduce((total, { count }) => total + count, 0),
    net: sum(own.map(({ net }) => net)),
    without_rate: own.reduce((total, each) => total + each.without_rate, 0),
  };
}

/** The bars of a chart, longest first, unnamed ones and the rest last. */
export function sharesOf(
  figures: readonly Figure[],
  chart: {
    readonly kind: string;
    readonly currency: string;
    readonly dimension: Dimension;
    readonly measure: Measure;
  },
): readonly Share[] {
  const { kind, currency, dimension, measure } = chart;
  const own = figures.filter(
    (each) => each.kind === kind && each.currency === currency && each.dimension === dimension,
  );
  const sized = own.map((figure) => ({
    figure,
    size: measure === 'count' ? String(figure.count) : figure.net,
  }));
  const isLast = ({ figure }: (typeof sized)[number]): number =>
    Number(figure.is_rest) * 2 + Number(figure.key === null);
  sized.sort((a, b) => isLast(a) - isLast(b) || compareAmounts(b.size, a.size));
  const length = barLengths(sized.map(({ size }) => size));
  return sized.map(({ figure: { key, number, name, count, net, without_rate, is_rest } }, place) => ({
    ...{ key, number, name, count, net, withoutRate: without_rate, isRest: is_rest },
    length: length[place] ?? '0',
  }));
}

/** Lengths of bars in percent of the longest. */
export function barLengths(sizes: readonly Amount[]): readonly string[] {
  const longest = sizes.reduce((largest, size) => larger(size, largest), '0');
  return sizes.map((size) => share(size, longest));
}

/** Percent of the whole, between 0 and 100. */
export function share(part: Amount, whole: Amount): string {
  if (!isAmount(whole) || compareAmounts(whole, '0') <= 0 || compareAmounts(part, '0') <= 0) return '0';
  const percent = times(dividedBy(part, whole), '100');
  return compareAmounts(percent, '100') > 0 ? '100' : round(percent, 2);
}

/** Columns of the budget table, and parts of a bar. */
export const budgetColumns = ['value', 'invoiced', 'committed', 'free'] as const;
export const budgetParts = ['invoiced', 'committed', 'over'] as const;

export interface BudgetBar {
  readonly invoiced: string;
  readonly committed: string;
  readonly over: string;
  /** Percent of the largest budget's bar. */
  readonly length: string;
}

export interface BudgetParts {
  readonly value: Amount;
  readonly invoiced: Amount;
  readonly committed: Amount;
}

/** Remaining budget; negative when exceeded (BUD-05). */
export function freeOf({ value, invoiced, committed }: BudgetParts): Amount {
  return round(minus(minus(value, invoiced), committed), 2);
}

/** The bar of a budget, in percent of its length: the larger of value and use, with the excess at the end. */
export function budgetBarOf(budget: BudgetParts, longest: Amount): BudgetBar {
  const length = lengthOf(budget);
  const over = minus('0', freeOf(budget));
  const isOver = compareAmounts(over, '0') > 0;
  // The excess consists of commitments first, then of invoices.
  const committed = isOver ? atLeastZero(minus(budget.committed, over)) : atLeastZero(budget.committed);
  const invoiced = isOver ? atLeastZero(minus(budget.value, committed)) : atLeastZero(budget.invoiced);
  return {
    invoiced: share(invoiced, length),
    committed: share(committed, length),
    over: isOver ? share(over, length) : '0',
    length: share(length, longest),
  };
}

/** Length of a budget's bar, as an amount. */
export function lengthOf(budget: BudgetParts): Amount {
  const used = sum([budget.invoiced, budget.committed]);
  return compareAmounts(used, budget.value) > 0 ? used : budget.value;
}

/** A month of the course: column heights in percent of the highest value or the budget, and their amounts. */
export interface CourseMonth {
  readonly month: Day;
  readonly invoiced: string;
  readonly committed: string;
  readonly limit: string;
  readonly invoicedUntil: Amount;
  readonly committedUntil: Amount;
}

/**
 * Cumulated amounts of the year's months until the day. Commitments count in the month of their order and become
 * invoices there (BUD-03), so both grow together towards the budget.
 */
export function courseOf(months: readonly BudgetedMonth[], day: Day, budget: Amount): readonly CourseMonth[] {
  if (day === '') return [];
  const { year, month: last } = partsOf(day);
  const shown = Array.from(
    { length: last },
    (_, index) => `${year}-${String(index + 1).padStart(2, '0')}-01`,
  );
  const until = shown.map((month) => {
    const before = months.filter((each) => each.month <= month);
    return {
      month,
      invoicedUntil: round(sum(before.map(({ invoiced }) => invoiced)), 2),
      committedUntil: round(sum(before.map(({ committed }) => committed)), 2),
    };
  });
  const highest = until
    .map(({ invoicedUntil, committedUntil }) => sum([invoicedUntil, committedUntil]))
    .reduce((largest, each) => larger(each, largest), budget);
  return until.map((each) => ({
    ...each,
    invoiced: share(each.invoicedUntil, highest),
    committed: share(each.committedUntil, highest),
    limit: share(budget, highest),
  }));
}
