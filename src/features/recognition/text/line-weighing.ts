import { type Amount, compareAmounts } from '../../../base/money.ts';
import type { PrintedAmount } from './amounts.ts';
import { type Evidence, found, foundAt, isLegible } from './evidence.ts';
import type { Label } from './labels.ts';
import { sharedRates } from './line-rates.ts';
import { type PrintedLine, rateOf } from './lines.ts';
import { type Placed, valuesNear } from './near.ts';
import type { Found, PageLine } from './page-reading.ts';
import { columnTotals } from './total-columns.ts';
import type { Totals } from './totals.ts';

/** Whether the lines add up to the net total, or to a printed sum of lines. */
export function doLinesAddUp(lineSum: Amount | null, totals: Totals, evidence: Evidence): boolean {
  if (lineSum === null || totals.net === null) return false;
  if (compareAmounts(lineSum, totals.net.value) === 0) return true;
  const { labels, layout, amounts } = evidence;
  const isOfLines = ({ name }: Pick<Label, 'name'>) => name === 'lineTotal' || name === 'net';
  const beside = labels
    .filter(isOfLines)
    .flatMap((label) => valuesNear(layout, label, labels, amounts).slice(-1))
    .map(({ value }) => value);
  const inColumns = columnTotals(evidence)
    .filter(isOfLines)
    .map(({ amount }) => amount);
  return [...beside, ...inColumns].some(
    ({ value, decimals }) => decimals === 2 && compareAmounts(value, lineSum) === 0,
  );
}

/**
 * Completes the lines with the totals. Their numbers are sure when quantity times price is the line total and all
 * lines add up to a sure net total.
 */
export function weighedLines(
  printed: readonly PrintedLine[],
  totals: Totals,
  evidence: Evidence,
  areExact: boolean,
): readonly PageLine[] {
  const rates = new Set(totals.taxRows.map(({ rate }) => rate));
  const [onlyRate] = rates.size === 1 ? rates : [];
  const rows = totals.taxRows.flatMap(({ rate, base }) => (base ? [{ rate, base: base.value }] : []));
  const sums = printed.flatMap(({ numbers }) => numbers.total?.value ?? []);
  const shared = sums.length === printed.length ? sharedRates(sums, rows) : null;
  return printed.map((line, place) => {
    const { numbers } = line;
    const { quantity, price, total, tax, base, discount } = numbers;
    const used = [quantity, price, total].filter((amount) => amount !== null);
    const areSure = areExact && totals.isConfirmed && used.every(isLegible) && !isReduced(printed[place + 1]);
    const isSure = areSure && numbers.isExact;
    const isUnit = isOneUnit(line, evidence);
    const amount = (one: PrintedAmount | null): Found<Amount> | null => one && found(one.value, one, isSure);
    const inferred = onlyRate ?? shared?.[place] ?? (totals.isFree ? '0' : null);
    const code = rateOf(numbers);
    // A number that is no rate of the breakdown may be the code of one of its rows.
    const isRate = code !== null && (rates.size === 0 || rates.has(code));
    const printedRate = isRate ? code : rateOfCode(code, totals);
    return {
      lineId: text(line.lineId),
      articleNumber: text(line.articleNumber),
      description: descriptionOf(line.description),
      quantity: amount(quantity) ?? impliedOne(line, isUnit, areSure),
      unit: text(line.unit),
      unitNetPrice: amount(price) ?? (isUnit && total ? found(total.value, total, false) : null),
      priceBaseQuantity: base !== null && price ? found(base, price, isSure) : null,
      discountPercent: amount(discount),
      taxPercent:
        tax && printedRate !== null
          ? found(printedRate, tax, isSure)
          : inferred === null
            ? null
            : foundAt(inferred, used.slice(-1), isSure),
      lineNet: amount(total),
      page: line.page,
      box: line.box,
    };
  });
}

/** Whether the next row only takes an amount off the line, so that its price may be one before a discount. */
function isReduced(next: PrintedLine | undefined): boolean {
  const { quantity = null, price = null, total = null } = next?.numbers ?? {};
  return quantity === null && price === null && total !== null && compareAmounts(total.value, '0') < 0;
}

/**
 * Whether a line without quantity and price is one unit: in a table without such columns, and where a text layer, which
 * misses no digits, prints only an amount.
 */
function isOneUnit({ numbers, isFlat }: PrintedLine, { layout }: Evidence): boolean {
  const { quantity, price, total } = numbers;
  if (quantity || (price !== null) === (total !== null)) return false;
  if (!total) return !layout.isRecognised;
  return isFlat || (!layout.isRecognised && compareAmounts(total.value, '0') > 0);
}

/** A quantity of one where none is printed: the price is the total, or the line is one unit. */
function impliedOne({ numbers }: PrintedLine, isUnit: boolean, areSure: boolean): Found<Amount> | null {
  const { quantity, price, total } = numbers;
  if (quantity) return null;
  // Only tables with totals including tax have prices without a total.
  if (!total) return price && isUnit ? foundAt('1', [price], false) : null;
  if (price) return price.value === total.value ? foundAt('1', [price, total], areSure) : null;
  return isUnit ? foundAt('1', [total], false) : null;
}

/** The rate of the tax row that starts with this code: "1  19,00 %". */
function rateOfCode(code: string | null, { taxRows }: Totals): Amount | null {
  const named = taxRows.filter(({ row }) => row.cells[0]?.text === code);
  return named.length === 1 ? (named[0]?.rate ?? null) : null;
}

function text(place: Placed | null): Found<string> | null {
  return place && found(place.cell.text.slice(place.start, place.end).trim(), place, false);
}

function descriptionOf(places: readonly Placed[]): Found<string> | null {
  const texts = places.map(({ cell, start, end }) => cell.text.slice(start, end).trim());
  return foundAt(texts.join(' '), places, false);
}
