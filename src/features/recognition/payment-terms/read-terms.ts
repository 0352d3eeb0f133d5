import type { Amount } from '../../../base/money.ts';
import { notationIn } from '../einvoice/payment-notation.ts';
import type { PaymentTerms, Said, Term, Tier } from '../payment-term.ts';
import { type SlashOrder, slashOrderOf } from '../text/dates.ts';
import { type Atom, atomsIn } from './atoms.ts';
import { type Distance, distancesIn, paired } from './pairing.ts';
import { counted, type TermAtom } from './spoken-terms.ts';

/** The context of a text. */
export interface TextOfTerms {
  /** The whole text is about paying, such as BT-20; elsewhere a term counts only near words about paying. */
  readonly isAboutPaying?: boolean;
  /** The order of day and month in dates such as `03/04/2025`. */
  readonly order?: SlashOrder;
}

/** Characters that are read; payment terms are shorter. */
const longestText = 4000;
/** Limits that keep the number of pairings small. */
const maxCounts = { discounts: 4, terms: 8 } as const;
/** The least weight of a separator that ends a clause. */
const clauseEnd = 1;
const sentenceEnd = 6;

/**
 * Reads payment terms (INV-27): the due date and the tiers of an early payment discount. Understands German, English
 * and French, number words, value dates, ends of months, "2/10 net 60", and the XRechnung notation `#SKONTO#`
 * (DISC-06). A printed day wins over a number of days.
 */
export function termsIn(text: string, { isAboutPaying = false, order }: TextOfTerms = {}): PaymentTerms {
  const whole = text.slice(0, longestText);
  const noted = notationIn(whole);
  const spoken = noted.reduce(
    (rest, { start, end }) => rest.slice(0, start) + '\n'.repeat(end - start) + rest.slice(end),
    whole,
  );
  const read = spokenTerms(spoken, isAboutPaying, order ?? slashOrderOf([spoken], ','));
  const tiers = noted.flatMap(({ kind, tier, start, end }): Said<Tier>[] =>
    kind === 'SKONTO' && tier.days !== null
      ? [{ start, end, sure: true, value: { ...ofNotation(tier), term: daysLater(tier.days) } }]
      : [],
  );
  return { due: read.due, tiers: tiers.length > 0 ? tiers : read.tiers };
}

function ofNotation({ percentage, base }: { percentage: Amount | null; base: Amount | null }) {
  return { percentage, base, amount: null };
}

function daysLater(count: number): Term {
  return { kind: 'after', count, unit: 'day', from: 'invoice', monthDay: null };
}

function spokenTerms(text: string, isAboutPaying: boolean, order: SlashOrder): PaymentTerms {
  const { atoms, terms: all } = counted(text, atomsIn(text, order));
  const distance = distancesIn(atoms);
  const marks = new Marks(atoms, distance);
  const terms = all
    .filter((term) => !marks.isOther(term) && (isAboutPaying || marks.isAboutPaying(term)))
    .slice(0, maxCounts.terms);
  const discounts = discountsIn(atoms, marks, isAboutPaying);
  const free = discounts
    .filter((atom) => atom.kind !== 'percent' || atom.days === null)
    .slice(0, maxCounts.discounts);
  const pairs = paired(free, terms, (discount, term) => distance(discount, term) + marks.costOfNet(term));
  const tiers = [
    ...discounts.flatMap((atom): Said<Tier>[] =>
      atom.kind === 'percent' && atom.days !== null ? [tierOf(atom, atom, daysLater(atom.days), true)] : [],
    ),
    ...pairs.map(({ discount, term, isClear }) =>
      tierOf(discount, term, term.term, isClear && !term.isBare, baseOf(discount, atoms, distance)),
    ),
  ].toSorted((left, right) => left.start - right.start);
  const left = terms.filter((term) => !pairs.some((pair) => pair.term === term));
  return { due: dueOf(left, marks), tiers };
}

function tierOf(
  discount: Atom,
  other: Atom,
  term: Term,
  sure: boolean,
  base: Amount | null = null,
): Said<Tier> {
  return {
    value: {
      percentage: discount.kind === 'percent' ? discount.percent : null,
      amount: discount.kind === 'amount' ? discount.amount : null,
      base,
      term,
    },
    sure,
    start: Math.min(discount.start, other.start),
    end: Math.max(discount.end, other.end),
  };
}

/** Relates words of a text to the terms and percentages near them. */
class Marks {
  readonly #atoms: readonly Atom[];
  readonly #distance: Distance;

  constructor(atoms: readonly Atom[], distance: Distance) {
    this.#atoms = atoms;
    this.#distance = distance;
  }

  /** The letters to the nearest mark of these kinds; null when the same clause or sentence has none. */
  nearest(to: Atom, names: readonly string[], within: number): number | null {
    const gaps = this.#atoms
      .filter((atom) => atom.kind === 'mark' && names.includes(atom.mark) && this.#parting(atom, to) < within)
      .map((atom) => Math.max(atom.start - to.end, to.start - atom.end, 0));
    return gaps.length === 0 ? null : Math.min(...gaps);
  }

  /** The weight of the heaviest separator between two atoms. */
  #parting(one: Atom, other: Atom): number {
    const [left, right] = one.start <= other.start ? [one, other] : [other, one];
    return Math.max(
      0,
      ...this.#atoms.map((atom) =>
        atom.kind === 'mark' && atom.mark === 'parting' && atom.start >= left.end && atom.end <= right.start
          ? (atom.weight ?? 0)
          : 0,
      ),
    );
  }

  isAboutPaying(term: Atom): boolean {
    return this.nearest(term, ['pay', 'net', 'discount'], sentenceEnd) !== null;
  }

  /** Whether the clause is about something else, such as returning goods. */
  isOther(term: Atom): boolean {
    const other = this.nearest(term, ['other_term'], clauseEnd);
    const paying = this.nearest(term, ['pay', 'net', 'discount'], clauseEnd);
    return other !== null && (paying === null || other < paying);
  }

  /** Whether the next words exclude a discount. */
  isNet(term: Atom): boolean {
    const net = this.#atoms.filter((atom) => atom.kind === 'mark' && atom.mark === 'net');
    return net.some((atom) => this.#distance(atom, term) < clauseEnd);
  }

  costOfNet(term: TermAtom): number {
    const [next] = this.#atoms.filter(({ start }) => start >= term.end);
    return next?.kind === 'mark' && next.mark === 'net' ? 3 : 0;
  }
}

type Discount = Extract<Atom, { kind: 'percent' | 'amount' }>;

/** Discounts in percent, and amounts labelled as a discount where no percentage is given. */
function discountsIn(atoms: readonly Atom[], marks: Marks, isAboutPaying: boolean): readonly Discount[] {
  const percents = atoms.filter((atom): atom is Extract<Atom, { kind: 'percent' }> => {
    if (atom.kind !== 'percent') return false;
    if (atom.days !== null) return true;
    const other = marks.nearest(atom, ['other_percent', 'other_term'], 2);
    const own = marks.nearest(atom, ['discount'], sentenceEnd);
    const isTerm = marks.nearest(atom, ['pay', 'net'], sentenceEnd) !== null || isAboutPaying;
    return other === null ? own !== null || isTerm : own !== null && own < other;
  });
  if (percents.length > 0) return percents;
  return atoms.filter(
    (atom): atom is Extract<Atom, { kind: 'amount' }> =>
      atom.kind === 'amount' && (marks.nearest(atom, ['discount'], clauseEnd) ?? amountGap) < amountGap,
  );
}

/** The most letters between an amount and the word that labels it a discount. */
const amountGap = 12;

/** "2 % Skonto auf 1.000,00 EUR" */
function baseOf(discount: Atom, atoms: readonly Atom[], distance: Distance): Amount | null {
  if (discount.kind !== 'percent') return null;
  const place = atoms.indexOf(discount);
  const rest = atoms.slice(place + 1);
  const mark = rest.find((atom) => atom.kind === 'mark' && atom.mark === 'base');
  const amount = rest.find((atom) => atom.kind === 'amount');
  const isMeant =
    mark !== undefined &&
    amount?.kind === 'amount' &&
    mark.end <= amount.start &&
    amount.start - mark.end < 40;
  return isMeant && distance(discount, amount) < clauseEnd ? amount.amount : null;
}

function dueOf(terms: readonly TermAtom[], marks: Marks): Said<Term> | null {
  const printed = terms.filter(({ term }) => term.kind !== 'after');
  const group = printed.length > 0 ? printed : terms;
  const netted = group.filter((term) => marks.isNet(term));
  const [last] = (netted.length > 0 ? netted : group).toSorted(
    (one, other) => lengthOf(other.term) - lengthOf(one.term),
  );
  if (last === undefined) return null;
  const isOnly =
    new Set((netted.length > 0 ? netted : group).map(({ term }) => JSON.stringify(term))).size === 1;
  return { value: last.term, sure: isOnly && !last.isBare, start: last.start, end: last.end };
}

/** An approximate length in days that compares terms without the invoice date. */
function lengthOf(term: Term): number {
  if (term.kind === 'day') return Date.parse(term.day) / 86_400_000;
  if (term.kind === 'day_of_year') return term.month * 31 + term.day;
  const months = term.monthDay === null ? 0 : term.monthDay.after + 0.5;
  return (
    (term.unit === 'month' ? term.count + months : months) * 30 + (term.unit === 'month' ? 0 : term.count)
  );
}
