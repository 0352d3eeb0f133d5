import type { Day } from '../../../base/day.ts';
import { type Amount, dividedBy, round, sum, times } from '../../../base/money.ts';

/** The printed data of a supplier. */
export interface PaperSeller {
  readonly name: string;
  readonly address: string;
  readonly zipcode: string;
  readonly city: string;
  readonly phone: string;
  readonly email: string;
  readonly contact_person: string;
  readonly vat_number: string | null;
  readonly tax_number: string | null;
  readonly iban: string;
  readonly bic: string;
  readonly bank: string;
  /** Percent and days; null without a discount. */
  readonly discount_1_percentage: Amount | null;
  readonly discount_1_days: number | null;
}

/** Our company as the recipient. */
export interface PaperBuyer {
  readonly name: string;
  readonly address: string;
  readonly zipcode: string;
  readonly city: string;
  readonly vat_number: string | null;
  readonly email: string;
}

export interface PaperLine {
  readonly item_number: string | null;
  readonly description: string;
  readonly unit: string;
  /** Negative on a credit note. */
  readonly quantity: Amount;
  /** Net, for `price_unit` units. */
  readonly price_netto: Amount;
  readonly price_unit: Amount;
}

/** The content of an invoice of a demo supplier, or of a credit note with negative quantities. */
export interface Paper {
  readonly number: string;
  readonly seller: PaperSeller;
  readonly buyer: PaperBuyer;
  readonly issued: Day;
  readonly delivered: Day;
  readonly due: Day;
  /** Our numbers, and the number of the corrected invoice. */
  readonly order: string | null;
  readonly contract: string | null;
  readonly corrects: string | null;
  readonly currency: string;
  /** Percent, of all lines. */
  readonly tax: Amount;
  readonly lines: readonly PaperLine[];
}

export interface PaperTotals {
  readonly net: Amount;
  readonly tax: Amount;
  readonly gross: Amount;
}

/** The net value of a line (PRICE-06). */
export function lineNet({ quantity, price_netto, price_unit }: PaperLine): Amount {
  return round(dividedBy(times(quantity, price_netto), price_unit), 2);
}

/** The totals at the one rate of a paper (PRICE-03). */
export function totalsOf({ lines, tax }: Paper): PaperTotals {
  const net = round(sum(lines.map(lineNet)), 2);
  const ofTax = round(dividedBy(times(net, tax), '100'), 2);
  return { net, tax: ofTax, gross: round(sum([net, ofTax]), 2) };
}
