import type { Amount, Invoice, Quantity } from '../model.ts';
import { cents, exactOf } from './decimal.ts';
import {
  allowances,
  charges,
  grossPrices,
  inEach,
  lineAllowances,
  lineCharges,
  lines,
  netPrices,
  one,
  taxRows,
} from './places.ts';
import { type Rule, rule, type Scope, type Term } from './rule.ts';

interface AmountTerm {
  readonly term: Term;
  readonly at: Scope<Amount>;
  /** The rule that allows at most two decimals; null for prices, which may have more. */
  readonly twoDecimals: string | null;
}

/** All amounts of the model. */
export const amountTerms: readonly AmountTerm[] = [
  amount('BT-92', 'BR-DEC-01', allowances, (each) => each.amount),
  amount('BT-93', 'BR-DEC-02', allowances, (each) => each.base),
  amount('BT-99', 'BR-DEC-05', charges, (each) => each.amount),
  amount('BT-100', 'BR-DEC-06', charges, (each) => each.base),
  total('BT-106', 'BR-DEC-09', ({ totals }) => totals.lines),
  total('BT-107', 'BR-DEC-10', ({ totals }) => totals.allowances),
  total('BT-108', 'BR-DEC-11', ({ totals }) => totals.charges),
  total('BT-109', 'BR-DEC-12', ({ totals }) => totals.withoutTax),
  total('BT-110', null, taxTotalOf),
  total('BT-111', null, taxTotalInTaxCurrency),
  total('BT-112', 'BR-DEC-14', ({ totals }) => totals.withTax),
  total('BT-113', 'BR-DEC-16', ({ totals }) => totals.prepaid),
  total('BT-114', 'BR-DEC-17', ({ totals }) => totals.rounding),
  total('BT-115', 'BR-DEC-18', ({ totals }) => totals.due),
  amount('BT-116', 'BR-DEC-19', taxRows, (row) => row.base),
  amount('BT-117', 'BR-DEC-20', taxRows, (row) => row.tax),
  amount('BT-131', 'BR-DEC-23', lines, (line) => line.net),
  amount('BT-136', 'BR-DEC-24', lineAllowances, (each) => each.amount),
  amount('BT-137', 'BR-DEC-25', lineAllowances, (each) => each.base),
  amount('BT-141', 'BR-DEC-27', lineCharges, (each) => each.amount),
  amount('BT-142', 'BR-DEC-28', lineCharges, (each) => each.base),
  { term: 'BT-146', twoDecimals: null, at: netPrices },
  amount('BT-147', null, lines, ({ price }) => price.discount),
  { term: 'BT-148', twoDecimals: null, at: grossPrices },
];

/** All numbers of the model that are no amounts. */
export const quantityTerms: readonly (readonly [Term, Scope<string>])[] = [
  quantity('BT-94', allowances, (each) => each.percentage),
  quantity('BT-96', allowances, (each) => each.taxRate),
  quantity('BT-101', charges, (each) => each.percentage),
  quantity('BT-103', charges, (each) => each.taxRate),
  quantity('BT-119', taxRows, (row) => row.rate),
  quantity('BT-129', lines, (line) => line.quantity),
  quantity('BT-138', lineAllowances, (each) => each.percentage),
  quantity('BT-143', lineCharges, (each) => each.percentage),
  quantity('BT-149', lines, (line) => line.price.baseQuantity),
  quantity('BT-152', lines, (line) => line.taxRate),
];

/** BR-DEC-01 to BR-DEC-28: amounts with more than two decimals (EN 16931-1, clause 6.4). */
export const decimalRules: readonly Rule[] = [
  ...amountTerms.flatMap(({ term, twoDecimals, at }) =>
    twoDecimals === null
      ? []
      : [decimals(twoDecimals, term, at, ({ value }) => (value.split('.')[1]?.length ?? 0) > 2)],
  ),
  // For tax totals the official rules check the value, so 1.500 is valid here and invalid elsewhere.
  decimals('BR-DEC-13', 'BT-110', one(taxTotalOf), hasFractionOfCent),
  decimals('BR-DEC-15', 'BT-111', one(taxTotalInTaxCurrency), hasFractionOfCent),
];

function decimals(id: string, term: Term, at: Scope<Amount>, isTooFine: (amount: Amount) => boolean): Rule {
  return rule({
    id,
    terms: [term],
    text: 'decimals',
    at,
    fault: (each) => (isTooFine(each) ? { value: each.value } : false),
  });
}

function hasFractionOfCent({ value }: Amount): boolean {
  const number = exactOf(value);
  return number !== null && !cents(number).eq(number);
}

/** The tax total in the document currency (BT-110); null when missing or ambiguous. */
export function taxTotalOf({ currency, totals }: Invoice): Amount | null {
  const stated = totals.tax.find((each) => each.currency === currency);
  return stated ?? (totals.tax.length === 1 ? (totals.tax[0] ?? null) : null);
}

/** The tax total in the accounting currency (BT-111). */
function taxTotalInTaxCurrency({ currency, taxCurrency, totals }: Invoice): Amount | null {
  if (taxCurrency === null || taxCurrency === currency) return null;
  return totals.tax.find((each) => each.currency === taxCurrency) ?? null;
}

function amount<T>(
  term: Term,
  twoDecimals: string | null,
  at: Scope<T>,
  of: (value: T) => Amount | null,
): AmountTerm {
  return { term, twoDecimals, at: inEach(at, of) };
}

function total(term: Term, twoDecimals: string | null, of: (invoice: Invoice) => Amount | null): AmountTerm {
  return { term, twoDecimals, at: one(of) };
}

function quantity<T>(term: Term, at: Scope<T>, of: (value: T) => Quantity): readonly [Term, Scope<string>] {
  return [term, inEach(at, of)];
}
