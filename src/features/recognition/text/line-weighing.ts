import { type Amount, compareAmounts } from '../../../base/money.ts';
import type { PrintedAmount } from './amounts.ts';
import { type Evidence, found, foundAt, isLegible } from './evidence.ts';
import { sharedRates } from './line-rates.ts';
import { type PrintedLine, rateOf } from './lines.ts';
import { type Placed, valuesNear } from './near.ts';
import type { Found, PageLine } from './page-reading.ts';
import type { Totals } from './totals.ts';

/** Whether the lines add up to the net total, or to a printed sum of lines. */
export function doLinesAddUp(lineSum: Amount | null, totals: Totals, evidence: Evidence): boolean {
  if (lineSum === null || totals.net === null) return false;
  if (compareAmounts(lineSum, totals.net.value) === 0) return true;
  return evidence.labels
    .filter(({ name }) => name === 'lineTotal' || name === 'net')
    .flatMap((label) => valuesNear(evidence.layout, label, evidence.labels, evidence.amounts).slice(-1))
    .some(({ value }) => value.decimals === 2 && compareAmounts(value.value, lineSum) === 0);
}

/**
 * Completes the lines with the totals. Their numbers are sure when quantity times price is the line total and all
 * lines add up to a sure net total.
 */
export function weighedLines(
  printed: readonly PrintedLine[],
  totals: Totals,
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
      quantity: amount(quantity) ?? impliedOne(line, areSure),
      unit: text(line.unit),
      unitNetPrice: amount(price) ?? (line.isFlat && total ? found(total.value, total, false) : null),
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

/** One unit, where no quantity is printed and the price is the total, or the table has neither. */
function impliedOne(line: PrintedLine, areSure: boolean): Found<Amount> | null {
  const { quantity, price, total } = line.numbers;
  if (quantity || !total) return null;
  if (price) return price.value === total.value ? foundAt('1', [price, total], areSure) : null;
  return line.isFlat ? foundAt('1', [total], false) : null;
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
