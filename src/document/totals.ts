import {
  type Amount,
  compareAmounts,
  dividedBy,
  grossOf,
  isZero,
  minus,
  netOf,
  round,
  sum,
  times,
} from '../base/money.ts';
import { remembered } from '../base/remembered.ts';

/** The maximum amount of a document, in its own currency and in its company's. */
export const largestAmount = '999999999999.99';

/** Totals always have two decimals, regardless of the tenant's unit prices (PRICE-03). */
const totalDecimals = 2;

/** The fields of a line that determine totals; a line without quantity or price counts as 0. */
export interface PricedLine {
  readonly quantity: Amount | null;
  readonly price_netto: Amount | null;
  readonly price_brutto: Amount | null;
  readonly price_mode: 'net' | 'gross';
  readonly price_unit?: Amount | null;
  readonly tax: Amount | null;
  /** Allowance and charge on the line before tax (PRICE-06). */
  readonly line_allowance?: Amount | null;
  readonly line_charge?: Amount | null;
}

export interface LineTotals {
  readonly total_netto: Amount;
  readonly total_brutto: Amount;
}

export interface TaxTotal {
  /** In percent. */
  readonly tax: Amount;
  readonly total_netto: Amount;
  readonly total_tax: Amount;
}

export interface Totals {
  readonly total_netto: Amount;
  readonly total_tax: Amount;
  readonly total_brutto: Amount;
  /** Ascending by rate. */
  readonly taxes: readonly TaxTotal[];
  /** In the order of the lines; their nets add up to `total_netto`. */
  readonly lines: readonly LineTotals[];
}

/**
 * The totals of a document (PRICE-03, PRICE-06). Lines typed net: net = round(quantity x price / price_unit
 * - allowance + charge), tax per rate = round(sum of nets x rate). Lines typed gross: the gross amounts of a
 * rate are summed and the net is derived from that sum, so that 100 x 9.99 gross stays 999.00.
 */
export function totals(lines: readonly PricedLine[]): Totals {
  const lineTotals = new Array<LineTotals>(lines.length);
  const taxes: TaxTotal[] = [];
  for (const [tax, positions] of positionsByRate(lines)) {
    const net = netTypedTotals(lines, positions, tax, lineTotals);
    const gross = grossTypedTotals(lines, positions, tax, lineTotals);
    taxes.push({
      tax,
      total_netto: round(sum([net.total_netto, gross.total_netto]), totalDecimals),
      total_tax: round(sum([net.total_tax, gross.total_tax]), totalDecimals),
    });
  }
  const total_netto = round(sum(taxes.map((rate) => rate.total_netto)), totalDecimals);
  const total_tax = round(sum(taxes.map((rate) => rate.total_tax)), totalDecimals);
  return {
    total_netto,
    total_tax,
    total_brutto: round(sum([total_netto, total_tax]), totalDecimals),
    taxes,
    lines: lineTotals,
  };
}

interface PartTotal {
  readonly total_netto: Amount;
  readonly total_tax: Amount;
}

function netTypedTotals(
  lines: readonly PricedLine[],
  positions: readonly number[],
  tax: Amount,
  lineTotals: LineTotals[],
): PartTotal {
  const nets: Amount[] = [];
  for (const [position, line] of typedIn('net', lines, positions)) {
    const own = netTypedTotal(line, tax);
    nets.push(own.total_netto);
    lineTotals[position] = own;
  }
  const total_netto = sum(nets);
  return { total_netto, total_tax: minus(grossOf(total_netto, tax, totalDecimals), total_netto) };
}

const netTypedTotal = remembered((line: PricedLine, tax: Amount): LineTotals => {
  const total_netto = extended(line, line.price_netto);
  return { total_netto, total_brutto: grossOf(total_netto, tax, totalDecimals) };
});

function grossTypedTotals(
  lines: readonly PricedLine[],
  positions: readonly number[],
  tax: Amount,
  lineTotals: LineTotals[],
): PartTotal {
  let gross: Amount = '0';
  let net: Amount = '0';
  for (const [position, line] of typedIn('gross', lines, positions)) {
    const total_brutto = extended(line, line.price_brutto);
    gross = sum([gross, total_brutto]);
    // Each line gets its increment of the rounded net so far, so that the lines add up to the net derived from the
    // whole gross sum.
    const netSoFar = netOf(gross, tax, totalDecimals);
    lineTotals[position] = { total_netto: round(minus(netSoFar, net), totalDecimals), total_brutto };
    net = netSoFar;
  }
  return { total_netto: net, total_tax: minus(gross, net) };
}

/** quantity x price / price_unit - allowance + charge, rounded (PRICE-06). */
const extended = remembered((line: PricedLine, price: Amount | null): Amount => {
  if (line.quantity === null || price === null) return round('0', totalDecimals);
  const unit = line.price_unit ?? '1';
  const goods = dividedBy(times(line.quantity, price), isZero(unit) ? '1' : unit);
  const allowed = minus(goods, line.line_allowance ?? '0');
  return round(sum([allowed, line.line_charge ?? '0']), totalDecimals);
});

function positionsByRate(lines: readonly PricedLine[]): readonly (readonly [Amount, readonly number[]])[] {
  const byRate = new Map<Amount, number[]>();
  for (const [position, line] of lines.entries()) {
    const tax = rateOf(line);
    const positions = byRate.get(tax);
    if (positions === undefined) byRate.set(tax, [position]);
    else positions.push(position);
  }
  return [...byRate].toSorted(([left], [right]) => compareAmounts(left, right));
}

const rateOf = remembered((line: PricedLine): Amount => sum([line.tax ?? '0']));

function* typedIn(
  mode: 'net' | 'gross',
  lines: readonly PricedLine[],
  positions: readonly number[],
): Generator<readonly [number, PricedLine]> {
  for (const position of positions) {
    const line = lines[position];
    if (line?.price_mode === mode) yield [position, line];
  }
}
