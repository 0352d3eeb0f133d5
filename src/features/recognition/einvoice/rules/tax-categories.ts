import type { Amount, Invoice, TaxBreakdown } from '../model.ts';
import {
  cents,
  centsFor,
  type Exact,
  exactOf,
  isWithin,
  numberOf,
  plain,
  type Slack,
  sumOf,
  zero,
} from './decimal.ts';
import { isExtended } from './editions.ts';
import { allowances, charges, document, lines, taxRows, those } from './places.ts';
import {
  type Case,
  type Fault,
  oncePerCase,
  type Rule,
  type RuleText,
  rule,
  type Scope,
  type Term,
  type Violation,
} from './rule.ts';
import { differingTax } from './totals.ts';

interface Category {
  readonly code: string;
  /** The prefix of its rule IDs. */
  readonly rules: string;
  readonly rate: 'positive' | 'not-negative' | 'zero' | 'none';
  /** Required numbers: `registered` accepts any tax number, `vat` only a VAT ID, `none` forbids VAT IDs. */
  readonly seller: 'registered' | 'vat' | 'none';
  readonly buyer: 'vat' | 'vat-or-register' | 'any';
  /** The syntax in which the official rules allow the base to deviate by less than one currency unit. */
  readonly tolerantIn: 'ubl' | 'cii' | null;
}

/** The tax categories (UNTDID 5305) and their requirements in EN 16931-1, except B. */
const categories: readonly Category[] = [
  { code: 'S', rules: 'BR-S', rate: 'positive', seller: 'registered', buyer: 'any', tolerantIn: 'ubl' },
  { code: 'Z', rules: 'BR-Z', rate: 'zero', seller: 'registered', buyer: 'any', tolerantIn: 'cii' },
  { code: 'E', rules: 'BR-E', rate: 'zero', seller: 'registered', buyer: 'any', tolerantIn: 'cii' },
  {
    code: 'AE',
    rules: 'BR-AE',
    rate: 'zero',
    seller: 'registered',
    buyer: 'vat-or-register',
    tolerantIn: 'cii',
  },
  { code: 'K', rules: 'BR-IC', rate: 'zero', seller: 'vat', buyer: 'vat', tolerantIn: 'cii' },
  { code: 'G', rules: 'BR-G', rate: 'zero', seller: 'vat', buyer: 'any', tolerantIn: 'cii' },
  { code: 'O', rules: 'BR-O', rate: 'none', seller: 'none', buyer: 'any', tolerantIn: null },
  { code: 'L', rules: 'BR-AF', rate: 'not-negative', seller: 'registered', buyer: 'any', tolerantIn: 'ubl' },
  { code: 'M', rules: 'BR-AG', rate: 'not-negative', seller: 'registered', buyer: 'any', tolerantIn: 'ubl' },
];

interface Taxed {
  readonly taxCategory: string | null;
  readonly taxRate: string | null;
}

/** Elements with a category: the suffixes of their rules on parties and on rates, and the term of the rate. */
const bearers: readonly {
  readonly at: Scope<Taxed>;
  readonly parties: string;
  readonly rates: string;
  readonly rateTerm: Term;
}[] = [
  { at: lines, parties: '02', rates: '05', rateTerm: 'BT-152' },
  { at: allowances, parties: '03', rates: '06', rateTerm: 'BT-96' },
  { at: charges, parties: '04', rates: '07', rateTerm: 'BT-103' },
];

const rateTexts: Readonly<Record<Category['rate'], RuleText>> = {
  positive: 'ratePositive',
  'not-negative': 'rateNotNegative',
  zero: 'rateZero',
  none: 'rateNone',
};

/** The values of a scope with this category. */
function bearing(at: Scope<Taxed>, code: string): Scope<Taxed> {
  return those(at, ({ taxCategory }) => taxCategory === code);
}

function rowsOf(code: string): Scope<TaxBreakdown> {
  return those(taxRows, ({ category }) => category === code);
}

function isBorne(subject: Case, code: string): boolean {
  return bearers.some(({ at }) => bearing(at, code)(subject).length > 0);
}

/** Whether each rate has its own row; other categories have a single row. */
function isRated({ rate }: Category): boolean {
  return rate === 'positive' || rate === 'not-negative';
}

/** -01: a category in the lines needs a row in the tax breakdown, and vice versa. */
function breakdownRules(category: Category): Rule[] {
  const { code, rules } = category;
  const countOf = (subject: Case) => rowsOf(code)(subject).length;
  const declare = (text: RuleText, isBroken: (rows: number, used: boolean, subject: Case) => boolean): Rule =>
    rule({
      id: `${rules}-01`,
      terms: ['BG-23', 'BT-118'],
      text,
      at: document,
      fault: (_, subject) =>
        isBroken(countOf(subject), isBorne(subject, code), subject) ? { category: code } : false,
    });
  return isRated(category)
    ? [
        declare('breakdownAny', (rows, used) => used && rows === 0),
        declare('breakdownUnused', (rows, used, { syntax }) => !used && rows > 0 && syntax === 'ubl'),
      ]
    : [
        declare('breakdownOne', (rows, used) => (used ? rows !== 1 : rows > 1)),
        declare('breakdownUnused', (rows, used, { syntax }) => !used && rows === 1 && syntax === 'cii'),
      ];
}

/** -02 to -04: the numbers of seller and buyer that a category requires or forbids. */
function partyRules({ code, rules, seller, buyer }: Category): Rule[] {
  return bearers.map(({ at, parties }): Rule => {
    const violated = (subject: Case): readonly Violation[] => {
      if (bearing(at, code)(subject).length === 0) return [];
      const terms =
        seller === 'none'
          ? vatIds(subject.invoice).map((term) => [term])
          : [sellerLacks(subject.invoice, seller), buyerLacks(subject.invoice, buyer)];
      return terms
        .filter((each) => each.length > 0)
        .map((each) => ({ place: [], terms: each, values: { category: code } }));
    };
    const text = seller === 'none' ? 'categoryForbids' : 'categoryNeeds';
    return {
      id: `${rules}-${parties}`,
      level: 'error',
      terms: ['BT-31', 'BT-32', 'BT-48', 'BT-63'],
      text,
      violated,
    };
  });
}

function vatIds({ seller, buyer, taxRepresentative }: Invoice): Term[] {
  return [
    ...(seller.vatId === null ? [] : (['BT-31'] as const)),
    ...(buyer.vatId === null ? [] : (['BT-48'] as const)),
    ...((taxRepresentative?.vatId ?? null) === null ? [] : (['BT-63'] as const)),
  ];
}

/** The terms of which at least one is required; empty when one is present. */
function sellerLacks({ seller, taxRepresentative }: Invoice, kind: 'registered' | 'vat'): readonly Term[] {
  const hasVat = seller.vatId !== null || (taxRepresentative?.vatId ?? null) !== null;
  if (hasVat || (kind === 'registered' && seller.taxNumber !== null)) return [];
  return kind === 'registered' ? ['BT-31', 'BT-32', 'BT-63'] : ['BT-31', 'BT-63'];
}

function buyerLacks({ buyer }: Invoice, kind: Category['buyer']): readonly Term[] {
  if (kind === 'any' || buyer.vatId !== null) return [];
  if (kind === 'vat') return ['BT-48'];
  return buyer.legalRegistration === null ? ['BT-48', 'BT-47'] : [];
}

/** -05 to -07: the rate of a category. */
function rateRules({ code, rules, rate }: Category): Rule[] {
  return bearers.map(({ at, rates, rateTerm }) =>
    rule({
      id: `${rules}-${rates}`,
      terms: [rateTerm],
      text: rateTexts[rate],
      at: bearing(at, code),
      fault: ({ taxRate }) => (hasRate(taxRate, rate) ? false : { category: code, value: taxRate ?? '' }),
    }),
  );
}

function hasRate(written: string | null, rate: Category['rate']): boolean {
  if (rate === 'none') return written === null;
  const number = exactOf(written);
  if (number === null) return false;
  if (rate === 'zero') return number.eq(0);
  return rate === 'positive' ? number.gt(0) : number.gte(0);
}

interface Base {
  readonly computed: Exact;
  /** The number of added amounts. */
  readonly count: number;
}

const nothing: Base = { computed: zero, count: 0 };

interface Bearer extends Taxed {
  readonly worth: Amount | null;
}

/** The sums of lines, charges and allowances per category, and per category and rate. */
const basesOf = oncePerCase((subject): ReadonlyMap<string, Base> => {
  const { invoice, syntax } = subject;
  const bases = new Map<string, Base>();
  const add = (all: readonly Bearer[], sign: 1 | -1) => {
    const keyed = all.flatMap((each) => keysOf(each).map((key) => ({ key, worth: each.worth })));
    for (const [key, same] of Map.groupBy(keyed, (each) => each.key)) {
      const sum = sumOf(same.map(({ worth }) => worth));
      const { computed, count } = bases.get(key) ?? nothing;
      // The official rules of CII round each of the three sums.
      const rounded = syntax === 'cii' ? cents(sum) : sum;
      bases.set(key, { computed: computed.plus(rounded.times(sign)), count: count + same.length });
    }
  };
  add(
    lines(subject).map(({ value }) => ({ ...value, worth: value.net })),
    1,
  );
  add(
    invoice.charges.map((each) => ({ ...each, worth: each.amount })),
    1,
  );
  add(
    invoice.allowances.map((each) => ({ ...each, worth: each.amount })),
    -1,
  );
  return bases;
});

function keysOf({ taxCategory, taxRate }: Taxed): string[] {
  const code = taxCategory ?? '';
  const rate = exactOf(taxRate);
  return rate === null ? [baseKey(code, null)] : [baseKey(code, null), baseKey(code, rate)];
}

function baseKey(code: string, rate: Exact | null): string {
  return `${code} ${rate?.toFixed() ?? ''}`;
}

/** -08: the base of a row is the sum of the elements with its category. */
function baseRule(category: Category): Rule {
  const { code, rules, tolerantIn } = category;
  return rule({
    id: `${rules}-08`,
    terms: ['BT-116'],
    text: 'baseOfRow',
    at: rowsOf(code),
    fault: ({ base, rate }, subject): Fault => {
      const stated = numberOf(base);
      const percent = isRated(category) ? exactOf(rate) : null;
      if (stated === null || (isRated(category) && percent === null)) return false;
      const { computed, count } = basesOf(subject).get(baseKey(code, percent)) ?? nothing;
      const tolerance: Slack = subject.syntax === tolerantIn ? 'below-one' : 'none';
      const slack = isExtended(subject) ? centsFor(count) : tolerance;
      const isUnused = code === 'S' && subject.syntax === 'ubl' && count === 0;
      if (!isUnused && isWithin(stated, computed, slack)) return false;
      return { category: code, stated: plain(stated), computed: plain(computed) };
    },
  });
}

/** -09: the tax of a row. In CII, BR-CO-17 covers that of the Canary Islands, Ceuta and Melilla. */
function taxRule(category: Category): Rule {
  const { code, rules, rate: kind } = category;
  const isLeftOut = ({ syntax }: Case) => kind === 'not-negative' && syntax === 'cii';
  return rule({
    id: `${rules}-09`,
    terms: ['BT-117'],
    text: isRated(category) ? 'taxOfRow' : 'taxZero',
    at: rowsOf(code),
    when: (subject) => !isLeftOut(subject),
    fault: ({ base, tax, rate }): Fault => {
      const stated = numberOf(tax);
      if (stated === null) return false;
      if (!isRated(category)) return stated.eq(0) ? false : { category: code, stated: plain(stated) };
      const net = numberOf(base);
      const percent = exactOf(rate);
      return net === null || percent === null ? false : differingTax(stated, net, percent, 'below-one');
    },
  });
}

/** -10: an exemption reason is required for exemptions and forbidden otherwise. */
function exemptionRule(category: Category): Rule {
  const { code, rules } = category;
  const isForbidden = isRated(category) || code === 'Z';
  return rule({
    id: `${rules}-10`,
    terms: ['BT-120', 'BT-121'],
    text: isForbidden ? 'categoryForbids' : 'categoryNeeds',
    at: rowsOf(code),
    fault: ({ exemptionReason, exemptionCode }) => {
      const isGiven = exemptionReason !== null || exemptionCode !== null;
      return isGiven === isForbidden ? { category: code } : false;
    },
  });
}

/** Rules of single categories. */
const special: readonly Rule[] = [
  rule({
    id: 'BR-IC-11',
    terms: ['BT-72', 'BG-14'],
    text: 'categoryNeeds',
    at: document,
    when: (subject) => rowsOf('K')(subject).length > 0,
    fault: ({ delivery, period }, { invoice, syntax }) => {
      const hasPeriod = period !== null && (period.start !== null || period.end !== null);
      const hasCode = syntax === 'ubl' && invoice.taxPointDateCode !== null;
      return delivery?.date || hasPeriod || hasCode ? false : { category: 'K' };
    },
  }),
  rule({
    id: 'BR-IC-12',
    terms: ['BT-80'],
    text: 'categoryNeeds',
    at: document,
    when: (subject) => rowsOf('K')(subject).length > 0,
    fault: ({ delivery }) => (delivery?.address?.country ? false : { category: 'K' }),
  }),
  alone('BR-O-11', 'BT-118', (invoice) => invoice.taxBreakdown.map(({ category }) => category)),
  alone('BR-O-12', 'BT-151', (invoice) => invoice.lines.map(({ taxCategory }) => taxCategory)),
  alone('BR-O-13', 'BT-95', (invoice) => invoice.allowances.map(({ taxCategory }) => taxCategory)),
  alone('BR-O-14', 'BT-102', (invoice) => invoice.charges.map(({ taxCategory }) => taxCategory)),
  rule({
    id: 'BR-B-01',
    terms: ['BT-40', 'BT-55'],
    text: 'splitPayment',
    at: document,
    when: usesSplitPayment,
    fault: (invoice) => countriesOf(invoice).some((country) => country !== 'IT'),
  }),
  rule({
    id: 'BR-B-02',
    terms: ['BT-118', 'BT-151'],
    text: 'categoryNotWith',
    at: document,
    when: usesSplitPayment,
    fault: (_, subject) =>
      isBorne(subject, 'S') || rowsOf('S')(subject).length > 0 ? { category: 'B', value: 'S' } : false,
  }),
];

/** If one element is not subject to tax, no element may be. */
function alone(id: string, term: Term, of: (invoice: Invoice) => readonly (string | null)[]): Rule {
  return rule({
    id,
    terms: [term],
    text: 'categoryAlone',
    at: document,
    when: (subject) => rowsOf('O')(subject).length > 0,
    fault: (invoice) => {
      const other = of(invoice).find((category) => category !== null && category !== 'O');
      return other === undefined || other === null ? false : { category: 'O', value: other };
    },
  });
}

function usesSplitPayment(subject: Case): boolean {
  return isBorne(subject, 'B') || rowsOf('B')(subject).length > 0;
}

function countriesOf({ seller, buyer, taxRepresentative, delivery, lines: all }: Invoice): string[] {
  return [
    seller.address?.country,
    buyer.address?.country,
    taxRepresentative?.address?.country,
    delivery?.address?.country,
    ...all.map(({ country }) => country),
  ].filter((country) => country !== null && country !== undefined);
}

/** The rules on tax categories (EN 16931-1, clause 6.4.3). */
export const categoryRules: readonly Rule[] = [
  ...categories.flatMap((category) => [
    ...breakdownRules(category),
    ...partyRules(category),
    ...rateRules(category),
    baseRule(category),
    taxRule(category),
    exemptionRule(category),
  ]),
  ...special,
];
