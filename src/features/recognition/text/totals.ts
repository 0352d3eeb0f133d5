import { type Amount, absolute, compareAmounts, minus, sum } from '../../../base/money.ts';
import type { PrintedAmount } from './amounts.ts';
import type { Evidence } from './evidence.ts';
import type { Layout } from './layout.ts';
import { valuesNear } from './near.ts';
import { fitsRate, type PrintedTaxRow, rateFrom, tablesOf, taxRowsOf } from './tax-rows.ts';
import {
  type Candidate,
  type Candidates,
  candidatesOf,
  type Favoured,
  type Total,
} from './total-candidates.ts';

/** The totals of a document, weighed together. */
export interface Totals {
  readonly net: Total | null;
  readonly gross: PrintedAmount | null;
  readonly tax: Total | null;
  readonly due: PrintedAmount | null;
  readonly taxRows: readonly PrintedTaxRow[];
  /** Whether the document states why no tax is charged, and charges none. */
  readonly isFree: boolean;
  /** Whether net plus tax is gross, and the tax fits the rates. */
  readonly isConfirmed: boolean;
  readonly doAddUp: boolean;
}

interface Combination {
  readonly net: Candidate;
  readonly gross: Candidate;
  readonly tax: Candidate | null;
  readonly taxValue: Amount;
  readonly rows: readonly PrintedTaxRow[];
  readonly isTaxConfirmed: boolean;
  readonly score: number;
}

/** The evidence shared by all combinations. */
interface Judgement {
  readonly rows: readonly PrintedTaxRow[];
  readonly lineSum: Amount | null;
  readonly isFree: boolean;
}

/**
 * Finds net, tax and gross total: candidates by their labels, then those that add up and fit the rates. `lineSum` is
 * the sum of the lines, `lineRows` are their rows.
 *
 * @param favoured amounts at the places where the sender is known to print the totals
 */
export function totalsOf(
  evidence: Evidence,
  lineSum: Amount | null,
  lineRows: ReadonlySet<number>,
  favoured: Favoured = {},
): Totals {
  const rows = taxRowsOf(evidence, lineRows);
  const candidates = candidatesOf(evidence, rows, lineRows, favoured);
  const isFree = isTaxFree(evidence.layout);
  const all = combinations(candidates, { rows, lineSum, isFree }).toSorted(
    (left, right) => right.score - left.score,
  );
  const [best] = all;
  if (!best) return withoutCombination(candidates, rows, isFree && rows.length === 0);
  const rival = all.find((other) => isRival(best, other));
  const isClear = !rival || rival.score < best.score - 1.5;
  const ofRows = best.rows.flatMap(({ tax }) => tax ?? []);
  return {
    net: best.net,
    gross: best.gross.places[0] ?? null,
    tax: best.tax ?? { value: best.taxValue, places: ofRows },
    due: dueOf(evidence, best),
    taxRows: best.rows,
    isFree: isFree && compareAmounts(best.taxValue, '0') === 0,
    isConfirmed: isClear && best.isTaxConfirmed && best.gross.score + best.net.score >= 3,
    doAddUp: true,
  };
}

/** Whether a combination contradicts the best one; a row of the best one's tax table is only a part of it. */
function isRival(best: Combination, { gross, rows }: Combination): boolean {
  const isPart =
    rows.length > 0 && rows.length < best.rows.length && rows.every((row) => best.rows.includes(row));
  return !isPart && compareAmounts(gross.value, best.gross.value) !== 0;
}

function combinations({ gross: grosses, net, tax }: Candidates, judgement: Judgement): Combination[] {
  // Without tax the only total is also the net total.
  const alsoNets = judgement.isFree && judgement.rows.length === 0 ? missingIn(net, grosses) : [];
  return grosses.flatMap((gross) =>
    [...net, ...alsoNets].flatMap((one) => combined(gross, one, tax, judgement) ?? []),
  );
}

function missingIn(known: readonly Candidate[], others: readonly Candidate[]): Candidate[] {
  return others
    .filter(({ value }) => !known.some((one) => compareAmounts(one.value, value) === 0))
    .map((candidate) => ({ ...candidate, score: candidate.score / 2 }));
}

/** Combines gross and net with the tax between them; null when nothing else on the page confirms that tax. */
function combined(
  gross: Candidate,
  net: Candidate,
  taxes: readonly Candidate[],
  judgement: Judgement,
): Combination | null {
  const taxValue = minus(gross.value, net.value);
  const isSameSign = Number(taxValue) * Number(gross.value) >= 0;
  const isBelow = compareAmounts(absolute(taxValue), absolute(net.value)) < 0;
  if (!isSameSign || !isBelow) return null;
  const rows = fittingRows(judgement.rows, net.value, taxValue);
  const tax = taxes.find(({ value }) => compareAmounts(value, taxValue) === 0) ?? null;
  const isZero = compareAmounts(taxValue, '0') === 0;
  if (!tax && rows.length === 0 && !isZero) return null;
  const areAllLines = judgement.rows.length === 0 && (judgement.isFree || judgement.lineSum === gross.value);
  const isOneAmount = gross.places[0] === net.places[0];
  if (isZero && isOneAmount && gross.score < 3 && !areAllLines) return null;
  return scored({ gross, net, tax, taxValue, rows }, judgement);
}

type Sums = Omit<Combination, 'isTaxConfirmed' | 'score'>;

function scored(sums: Sums, { rows: allRows, lineSum, isFree }: Judgement): Combination {
  const { gross, net, tax, taxValue, rows } = sums;
  const isZero = compareAmounts(taxValue, '0') === 0;
  const doRowsFit = rows.length > 0;
  const isPartOfTable = doRowsFit && !isWholeTable(rows, allRows);
  const doesRateFit = rateFrom(net.value, taxValue) !== null;
  const doLinesFit = lineSum !== null && compareAmounts(lineSum, net.value) === 0;
  const isOneAmount = gross.places[0] === net.places[0];
  const isTaxConfirmed = isZero
    ? doLinesFit && (isFree || (!isOneAmount && (tax !== null || doRowsFit)))
    : doRowsFit || (doesRateFit && tax !== null);
  const score =
    gross.score +
    net.score +
    (isZero ? (tax || isFree ? 2 : -2.5) : (tax?.score ?? (doRowsFit ? 2 : 0))) +
    (doRowsFit ? 3 : 0) +
    // A single row of a table is not the total, even with all labels of one; all rows together are.
    (isPartOfTable ? -4 : rows.length > 1 ? 4 : 0) +
    (doesRateFit && !isZero ? 2 : 0) +
    (doLinesFit ? 2 : 0);
  return { ...sums, isTaxConfirmed, score };
}

/** The tax rows of distinct rates whose taxes add up to `tax` and whose bases add up to `net`. */
function fittingRows(rows: readonly PrintedTaxRow[], net: Amount, tax: Amount): readonly PrintedTaxRow[] {
  const exact = rows.filter(({ isExact }) => isExact);
  for (const group of [...tablesOf(exact), ...tablesOf(rows)]) {
    const perRate = group.filter(
      (row, place) =>
        group.findIndex(({ rate, base }) => rate === row.rate && base?.value === row.base?.value) === place,
    );
    for (const some of [perRate, ...perRate.map((row) => [row])]) {
      if (
        some.length === 0 ||
        !isSum(
          some.flatMap((row) => row.tax?.value ?? []),
          tax,
        )
      )
        continue;
      const bases = some.flatMap(({ base }) => base?.value ?? []);
      if (bases.length === some.length && isSum(bases, net)) return some;
      const [only] = some;
      if (some.length === 1 && only?.base === null && fitsRate(net, only.rate, tax)) return some;
      if (bases.length === 0 && some.length > 1) return some;
    }
  }
  return [];
}

/** Whether the rows next to these contain no other rate. */
function isWholeTable(some: readonly PrintedTaxRow[], all: readonly PrintedTaxRow[]): boolean {
  const rates = new Set(some.map(({ rate }) => rate));
  const isBeside = ({ row }: PrintedTaxRow) =>
    some.some((one) => one.row.page === row.page && Math.abs(one.row.index - row.index) <= 2);
  return !all.some((other) => other.isExact && !rates.has(other.rate) && isBeside(other));
}

function isSum(parts: readonly Amount[], total: Amount): boolean {
  return parts.length > 0 && compareAmounts(sum(parts), total) === 0;
}

/** Falls back to the best labelled amounts when none add up; none is sure. */
function withoutCombination(candidates: Candidates, rows: readonly PrintedTaxRow[], isFree: boolean): Totals {
  const likely = (role: keyof Candidates) => candidates[role].find(({ score }) => score >= 1.5) ?? null;
  return {
    net: likely('net'),
    gross: likely('gross')?.places[0] ?? null,
    tax: likely('tax'),
    due: null,
    taxRows: rows.filter(({ isExact }) => isExact),
    isFree,
    isConfirmed: false,
    doAddUp: false,
  };
}

function dueOf(evidence: Evidence, { gross }: Combination): PrintedAmount | null {
  const money = evidence.amounts.filter(({ isPercent }) => !isPercent);
  const dues = evidence.labels
    .filter(({ name }) => name === 'due')
    .flatMap((label) => valuesNear(evidence.layout, label, evidence.labels, money).slice(-1))
    .map(({ value }) => value)
    .filter(({ value }) => compareAmounts(absolute(value), absolute(gross.value)) <= 0);
  return dues.at(-1) ?? null;
}

const sentences =
  /kleinunternehmer|§\s?19\s?(?:abs\.?\s?\d\s)?ustg|keine\s(?:umsatz|mehrwert)steuer|umsatzsteuerfrei|steuerfrei|steuerbefreit|innergemeinschaftliche\s(?:lieferung|leistung)|reverse[\s-]charge|steuerschuldnerschaft|steuerschuld\sdes\sleistungsempfängers|ausfuhrlieferung|exempt\sfrom\s(?:vat|tax)|vat\sexempt|zero[\s-]rated|no\svat|tva\snon\sapplicable|exonér|autoliquidation|livraisons?\sintracommunautaires?|btw\sverlegd|ohne\smwst/iu;

/** Whether the document states why no tax is charged. */
function isTaxFree({ rows }: Layout): boolean {
  return rows.some(({ cells }) => sentences.test(cells.map(({ text }) => text).join(' ')));
}
