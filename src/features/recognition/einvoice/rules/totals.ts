import type { Amount, Invoice } from '../model.ts';
import { taxTotalOf } from './amounts.ts';
import {
  cents,
  centsFor,
  type Exact,
  exactOf,
  isWithin,
  numberOf,
  plain,
  rounded,
  type Slack,
  sumOf,
  zero,
} from './decimal.ts';
import { isExtended, isXRechnungExtension } from './editions.ts';
import { document, lines, taxRows } from './places.ts';
import { type Case, type Fault, type Rule, type RuleText, rule, type Term } from './rule.ts';

type Sum = (subject: Case) => {
  readonly stated: Amount | null;
  /** Null when a required part is missing, which another rule reports. */
  readonly computed: Exact | null;
  /** The number of added amounts. */
  readonly count?: number;
};

/** A total that must equal the sum of its parts. */
function sum(id: string, term: Term, text: RuleText, of: Sum, when?: (subject: Case) => boolean): Rule {
  return rule({
    id,
    terms: [term],
    text,
    at: document,
    when,
    fault: (_, subject) => {
      const { stated, computed, count = 0 } = of(subject);
      const number = numberOf(stated);
      if (number === null || computed === null) return false;
      return differs(number, computed, isExtended(subject) ? centsFor(count) : 'none');
    },
  });
}

function differs(stated: Exact, computed: Exact, slack: Slack): Fault {
  return isWithin(stated, computed, slack) ? false : { stated: plain(stated), computed: plain(computed) };
}

const absent: Amount = { value: '0', currency: null };

/** A missing total is valid without parts, and counts as 0 with parts. */
function orNothing(stated: Amount | null, parts: readonly unknown[]): Amount | null {
  return stated ?? (parts.length > 0 ? absent : null);
}

/** Lines minus allowances plus charges; rounded like the official rules, except for lines alone in UBL. */
function totalWithoutTax({ invoice: { totals }, syntax }: Case): Exact | null {
  const ofLines = numberOf(totals.lines);
  if (ofLines === null) return null;
  const isAlone = totals.allowances === null && totals.charges === null;
  const result = ofLines.minus(numberOf(totals.allowances) ?? zero).plus(numberOf(totals.charges) ?? zero);
  return isAlone && syntax === 'ubl' ? result : cents(result);
}

/** The number of amounts in the total without tax. */
function countOfParts(subject: Case): number {
  return lines(subject).length + subject.invoice.allowances.length + subject.invoice.charges.length;
}

/** BR-CO-10 to BR-CO-16: the totals of the document (EN 16931-1, clause 6.4). */
const totals: readonly Rule[] = [
  sum('BR-CO-10', 'BT-106', 'sumOfLines', (subject) => {
    const counted = lines(subject);
    const computed = cents(sumOf(counted.map(({ value }) => value.net)));
    return { stated: subject.invoice.totals.lines, computed, count: counted.length };
  }),
  sum('BR-CO-11', 'BT-107', 'sumOfAllowances', ({ invoice }) => ({
    stated: orNothing(invoice.totals.allowances, invoice.allowances),
    computed: cents(sumOf(invoice.allowances.map(({ amount }) => amount))),
    count: invoice.allowances.length,
  })),
  sum('BR-CO-12', 'BT-108', 'sumOfCharges', ({ invoice }) => ({
    stated: orNothing(invoice.totals.charges, invoice.charges),
    computed: cents(sumOf(invoice.charges.map(({ amount }) => amount))),
    count: invoice.charges.length,
  })),
  sum('BR-CO-13', 'BT-109', 'totalWithoutTax', (subject) => ({
    stated: subject.invoice.totals.withoutTax,
    computed: totalWithoutTax(subject),
    count: countOfParts(subject),
  })),
  sum('BR-CO-14', 'BT-110', 'taxTotal', ({ invoice, syntax }) => ({
    stated: taxTotalOf(invoice),
    computed:
      invoice.taxBreakdown.length === 0 && syntax === 'ubl'
        ? null
        : cents(sumOf(invoice.taxBreakdown.map(({ tax }) => tax))),
  })),
  sum('BR-CO-15', 'BT-112', 'totalWithTax', (subject) => ({
    stated: subject.invoice.totals.withTax,
    computed: totalWithTax(subject),
    count: countOfParts(subject),
  })),
  rule({
    id: 'BR-CO-15',
    terms: ['BT-110'],
    text: 'missing',
    at: document,
    when: ({ syntax }) => syntax === 'ubl',
    fault: (invoice) => invoice.currency !== null && statedTax(invoice) === null,
  }),
  // The extension of XRechnung also subtracts third-party payments, which the model does not contain.
  sum('BR-CO-16', 'BT-115', 'due', due, (subject) => !isXRechnungExtension(subject)),
];

/** The total without tax plus tax; CII may omit the tax when both totals are equal. */
function totalWithTax({ invoice, syntax }: Case): Exact | null {
  const base = numberOf(invoice.totals.withoutTax);
  if (base === null) return null;
  const isUntaxed = numberOf(invoice.totals.withTax)?.eq(base) ?? false;
  if (syntax === 'cii' && isUntaxed) return base;
  return cents(base.plus(numberOf(statedTax(invoice)) ?? zero));
}

/** The tax total in the document currency, which must be stated exactly once. */
function statedTax({ currency, totals }: Invoice): Amount | null {
  const inCurrency = totals.tax.filter((each) => each.currency === currency);
  return inCurrency.length === 1 ? (inCurrency[0] ?? null) : null;
}

function due({ invoice: { totals }, syntax }: Case): ReturnType<Sum> {
  const gross = numberOf(totals.withTax);
  if (gross === null) return { stated: totals.due, computed: null };
  const unpaid = gross.minus(numberOf(totals.prepaid) ?? zero);
  const payable = totals.prepaid !== null && syntax === 'ubl' ? cents(unpaid) : unpaid;
  const rounding = numberOf(totals.rounding);
  if (rounding === null || syntax === 'cii') {
    return { stated: totals.due, computed: payable.plus(rounding ?? zero) };
  }
  const number = numberOf(totals.due);
  const isEqual = number !== null && cents(number.minus(rounding)).eq(payable);
  return { stated: totals.due, computed: isEqual ? number : payable.plus(rounding) };
}

/** BR-CO-17: the tax of a row is its base times its rate, within one currency unit. */
const taxOfRow: Rule = rule({
  id: 'BR-CO-17',
  terms: ['BT-117'],
  text: 'taxOfRow',
  at: taxRows,
  when: (subject) => !isExtended(subject),
  fault: ({ base, tax, rate }, { syntax }) => {
    const net = numberOf(base);
    const stated = numberOf(tax);
    if (net === null || stated === null) return false;
    const percent = exactOf(rate);
    // The official rules round the rate, so a rate below 0.5 % counts as zero.
    if (percent === null || rounded(percent, 0).eq(0)) {
      return rounded(stated, 0).eq(0) ? false : { stated: plain(stated), computed: plain(zero) };
    }
    return differingTax(stated, net, percent, syntax === 'cii' ? centsFor(100) : 'below-one');
  },
});

/** The violation by a wrong tax; the official rules ignore its sign. */
export function differingTax(stated: Exact, net: Exact, percent: Exact, slack: Slack): Fault {
  const computed = cents(net.abs().times(percent).div(100));
  if (isWithin(stated.abs(), computed, slack)) return false;
  return { stated: plain(stated), computed: plain(net.lt(0) ? computed.neg() : computed) };
}

export const totalRules: readonly Rule[] = [...totals, taxOfRow];
