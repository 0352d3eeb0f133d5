import type { Line } from '../model.ts';
import { amountTerms, quantityTerms } from './amounts.ts';
import { cents, centsFor, type Exact, exactOf, isWithin, numberOf, plain, sumOf } from './decimal.ts';
import { document, inEach, linePeriods, lines, many, one, period } from './places.ts';
import { isFilled, type Rule, rule, type Scope, type Term } from './rule.ts';

const days: readonly (readonly [Term, Scope<string>])[] = [
  ['BT-2', one(({ issueDate }) => issueDate)],
  ['BT-7', one(({ taxPointDate }) => taxPointDate)],
  ['BT-9', one(({ dueDate }) => dueDate)],
  [
    'BT-26',
    inEach(
      many('BG-3', ({ precedingInvoices }) => precedingInvoices),
      ({ issueDate }) => issueDate,
    ),
  ],
  ['BT-72', one(({ delivery }) => delivery?.date ?? null)],
  ['BT-73', inEach(period, ({ start }) => start)],
  ['BT-74', inEach(period, ({ end }) => end)],
  ['BT-134', inEach(linePeriods, ({ start }) => start)],
  ['BT-135', inEach(linePeriods, ({ end }) => end)],
];

const numbers: readonly (readonly [Term, Scope<string>])[] = [
  ...amountTerms.map(({ term, at }) => [term, inEach(at, ({ value }) => value)] as const),
  ...quantityTerms,
];

/** A Factur-X profile that is too small for an invoice (REC-11, § 14 UStG); no other rule applies to it. */
export const noInvoice: Rule = rule({
  id: 'KONTOR-1',
  terms: ['BT-24'],
  text: 'noInvoice',
  at: document,
  when: ({ profile }) => profile === 'minimum' || profile === 'basic_wl',
  fault: ({ specification }) => ({ value: specification ?? '' }),
});

const single = centsFor(100);

/** Quantity times price per base quantity, with allowances and charges of the line; null if not computable. */
function amountOf({ quantity, price, allowances, charges }: Line): Exact | null {
  const count = exactOf(quantity);
  const net = numberOf(price.net);
  const per = price.baseQuantity === null ? single : exactOf(price.baseQuantity);
  if (count === null || net === null || per === null || per.eq(0)) return null;
  return cents(count.times(net).div(per))
    .plus(sumOf(charges.map(({ amount }) => amount)))
    .minus(sumOf(allowances.map(({ amount }) => amount)));
}

/** Invalid numbers and days, which the schemas of UBL and CII forbid, so that EN 16931 has no rule for them. */
const unreadable: readonly Rule[] = [
  ...numbers.map(([term, at]) =>
    rule({
      id: 'KONTOR-2',
      terms: [term],
      text: 'noNumber',
      at,
      fault: (value) => (exactOf(value) === null ? { value } : false),
    }),
  ),
  ...days.map(([term, at]) =>
    rule({
      id: 'KONTOR-3',
      terms: [term],
      text: 'noDay',
      at,
      fault: (value) => (isFilled(value) && !/^\d{4}-\d{2}-\d{2}$/.test(value) ? { value } : false),
    }),
  ),
];

/** Own rules for expectations of every invoice that no norm checks. */
export const ownRules: readonly Rule[] = [
  ...unreadable,
  rule({
    id: 'KONTOR-5',
    terms: [],
    text: 'encoding',
    at: document,
    when: ({ isMisencoded }) => isMisencoded,
    fault: () => true,
  }),
  rule({
    id: 'KONTOR-4',
    level: 'warning',
    terms: ['BT-131'],
    text: 'lineAmount',
    at: lines,
    fault: (line) => {
      const stated = numberOf(line.net);
      const computed = amountOf(line);
      if (stated === null || computed === null || isWithin(stated, computed, centsFor(2))) return false;
      return { stated: plain(stated), computed: plain(computed) };
    },
  }),
];
