import type { Atom } from './atoms.ts';

/** The distance of two atoms; 0 means that nothing is between them. */
export type Distance = (left: Atom, right: Atom) => number;

/** Atoms with a larger distance do not belong together: a sentence ends between them. */
export const farthest = 5.5;
/** The costs of another term or percentage between two atoms, and of words for "without discount". */
const passingOver = 6;
const withoutDiscount = 3;
const perLetter = 0.01;

/** Measures the distance of atoms of one text by the atoms and letters between them. */
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

/** A discount with its term. */
export interface Pair<Discount extends Atom, Term extends Atom> {
  readonly discount: Discount;
  readonly term: Term;
  /** Whether no other pairing of the text is about equally likely. */
  readonly isClear: boolean;
}

/** A pairing that costs this much more than the best one is ruled out. */
const clearBy = 0.45;

/**
 * Assigns each discount its own term with the least total distance: in "8 Tage abzgl. 2 % Skonto / 20 Tage rein
 * netto" the discount belongs to the first term, although the second one is not further away in letters.
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

/** A discount without a term costs as much as one with the farthest term. */
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
