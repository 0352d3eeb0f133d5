import type { Atom } from './atoms.ts';

/** How far two atoms stand apart, from nothing between them to what parts them for good. */
export type Distance = (left: Atom, right: Atom) => number;

/** Atoms further apart than this do not belong together: a sentence ends between them. */
export const farthest = 5.5;
/** Another term or percentage between two, and words that say "without discount" beside a term. */
const passingOver = 6;
const withoutDiscount = 3;
const perLetter = 0.01;

/** Measures how far the atoms of one text stand apart, by what stands between them. */
export function distancesIn(atoms: readonly Atom[]): Distance {
  return (one, other) => {
    const [left, right] = one.start <= other.start ? [one, other] : [other, one];
    const between = atoms.filter((atom) => atom.start >= left.end && atom.end <= right.start);
    const parts = between.map((atom) => {
      if (atom.kind === 'term' || atom.kind === 'percent') return passingOver;
      if (atom.kind !== 'mark') return 0;
      return atom.mark === 'parting' ? (atom.weight ?? 0) : atom.mark === 'net' ? withoutDiscount : 0;
    });
    return parts.reduce((sum, part) => sum + part, (right.start - left.end) * perLetter);
  };
}

/** A discount with the term that it is granted in. */
export interface Pair<Discount extends Atom, Term extends Atom> {
  readonly discount: Discount;
  readonly term: Term;
  /** Whether no other pairing of the same text is about as likely. */
  readonly isClear: boolean;
}

/** A pairing that costs so much more than the best one is out of the question. */
const clearBy = 0.45;

/**
 * Gives each discount a term of its own so that together they stand as near as possible: in "8 Tage abzgl. 2 % Skonto /
 * 20 Tage rein netto" the discount belongs to the first term, though the second one is no farther in letters.
 */
export function paired<Discount extends Atom, Term extends Atom>(
  discounts: readonly Discount[],
  terms: readonly Term[],
  cost: (discount: Discount, term: Term) => number,
): readonly Pair<Discount, Term>[] {
  const all = pairings(discounts, terms, cost).toSorted((left, right) => left.cost - right.cost);
  const [best, ...others] = all;
  return (best?.pairs ?? []).map(({ discount, term }) => {
    const rival = others.find(
      ({ pairs }) => !pairs.some((one) => one.discount === discount && one.term === term),
    );
    return { discount, term, isClear: rival === undefined || rival.cost - (best?.cost ?? 0) >= clearBy };
  });
}

interface Pairing<Discount extends Atom, Term extends Atom> {
  readonly pairs: readonly Omit<Pair<Discount, Term>, 'isClear'>[];
  readonly cost: number;
}

/** A discount that stays without a term costs as much as the farthest one. */
function pairings<Discount extends Atom, Term extends Atom>(
  [discount, ...others]: readonly Discount[],
  terms: readonly Term[],
  cost: (discount: Discount, term: Term) => number,
): readonly Pairing<Discount, Term>[] {
  if (discount === undefined) return [{ pairs: [], cost: 0 }];
  const without = pairings(others, terms, cost).map((rest) => ({ ...rest, cost: rest.cost + farthest }));
  const withOne = terms.flatMap((term) => {
    const own = cost(discount, term);
    if (own >= farthest) return [];
    return pairings(
      others,
      terms.filter((other) => other !== term),
      cost,
    ).map(({ pairs, cost: rest }) => ({ pairs: [{ discount, term }, ...pairs], cost: own + rest }));
  });
  return [...withOne, ...without];
}
