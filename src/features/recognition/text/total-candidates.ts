import { type Amount, absolute, compareAmounts, sum } from '../../../base/money.ts';
import type { PrintedAmount } from './amounts.ts';
import type { Evidence } from './evidence.ts';
import type { LabelName } from './labels.ts';
import { valuesNear } from './near.ts';
import { type PrintedTaxRow, tablesOf } from './tax-rows.ts';
import { columnTotals } from './total-columns.ts';

/** A printed total, or the sum of its printed parts. */
export interface Total {
  readonly value: Amount;
  readonly places: readonly PrintedAmount[];
}

/** A possible total. */
export interface Candidate extends Total {
  readonly score: number;
}

type Role = 'net' | 'tax' | 'gross';
/** Amounts at the places where the sender is known to print the totals. */
export type Favoured = Readonly<Partial<Record<Role, PrintedAmount>>>;
export type Candidates = Readonly<Record<Role, readonly Candidate[]>>;

/** The weight of each label as evidence for each role. */
const weights: Readonly<Partial<Record<LabelName, Readonly<Partial<Record<Role, number>>>>>> = {
  gross: { gross: 4 },
  withTax: { gross: 2.5, tax: 3 },
  due: { gross: 2.5 },
  total: { gross: 2, net: 1 },
  net: { net: 4 },
  lineTotal: { net: 2, gross: 0.5 },
  tax: { tax: 4 },
};
/** A learnt place is stronger evidence than any label. */
const favour = 6;
const maxCandidates = 14;

/**
 * Finds candidates for the totals by labels and by tax rows. `lineRows` are the rows of lines, whose amounts are
 * rarely totals.
 */
export function candidatesOf(
  evidence: Evidence,
  rows: readonly PrintedTaxRow[],
  lineRows: ReadonlySet<number>,
  favoured: Favoured,
): Candidates {
  const learnt = (role: Role) => (favoured[role] ? [printed(favoured[role], favour)] : []);
  return {
    gross: best([...learnt('gross'), ...labelled('gross', evidence, lineRows)]),
    net: best([...learnt('net'), ...labelled('net', evidence, lineRows), ...sumsOf(rows, evidence)]),
    tax: best([
      ...learnt('tax'),
      ...labelled('tax', evidence, lineRows),
      ...rows.flatMap(({ tax }) => (tax ? [printed(tax, 2)] : [])),
    ]),
  };
}

function printed(amount: PrintedAmount, score: number): Candidate {
  return { value: amount.value, places: [amount], score };
}

function labelled(role: Role, evidence: Evidence, lineRows: ReadonlySet<number>): Candidate[] {
  const money = evidence.amounts.filter(({ isPercent }) => !isPercent);
  const penalty = (amount: PrintedAmount) =>
    formPenalty(amount) + (lineRows.has(amount.cell.row) ? linePenalty : 0);
  const beside = evidence.labels.flatMap((label) => {
    const weight = weights[label.name]?.[role];
    if (weight === undefined) return [];
    const near = valuesNear(evidence.layout, label, evidence.labels, money);
    return near.map(({ value, relation }, place) => {
      const isLast = place === near.length - 1;
      return printed(value, weight - (relation === 'below' ? 1 : 0) - (isLast ? 0 : 0.8) - penalty(value));
    });
  });
  const inColumns = columnTotals(evidence).flatMap(({ amount, name, score }) => {
    const weight = weights[name]?.[role];
    return weight === undefined ? [] : [printed(amount, weight * score - penalty(amount))];
  });
  return best([...beside, ...inColumns]).slice(0, maxCandidates);
}

const linePenalty = 2.5;

/** Totals usually are printed with cents; a number without cents is less likely a total. */
function formPenalty({ decimals, currency, value }: PrintedAmount): number {
  if (decimals === 2) return 0;
  return currency !== null || compareAmounts(absolute(value), '100') > 0 ? 0.7 : 1.5;
}

/** Candidates for an unlabelled net total: each tax base, and the sum of the bases of a table. */
function sumsOf(rows: readonly PrintedTaxRow[], { amounts }: Evidence): Candidate[] {
  const exact = rows.filter(({ isExact }) => isExact);
  const single = exact.flatMap(({ base }) => (base ? [printed(base, 1)] : []));
  const together = tablesOf(exact).flatMap((table) => {
    const bases = table.flatMap(({ base }) => base ?? []);
    if (bases.length < 2) return [];
    const value = sum(bases.map((base) => base.value));
    const place = amounts.findLast(
      (amount) => !amount.isPercent && compareAmounts(amount.value, value) === 0,
    );
    return [place ? printed(place, 1.5) : { value, places: bases, score: 1 }];
  });
  return [...single, ...together];
}

/** Each value once with its best score, the likeliest first; drops candidates without a positive score. */
function best(candidates: readonly Candidate[]): Candidate[] {
  const ranked = candidates
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score);
  return ranked.filter(
    ({ value }, place) => ranked.findIndex((other) => compareAmounts(other.value, value) === 0) === place,
  );
}
