import { type Amount, compareAmounts, minus, sum } from '../../../base/money.ts';

/** What a target or an adviser holds of what left: `unknown` where neither says so (EXP-29). */
export const findings = ['arrived', 'changed', 'missing', 'unknown'] as const;
export type Finding = (typeof findings)[number];

/** Something that is otherwise there: the amount on an account, or the day of the booking. */
export interface Difference {
  /** The account with its key and cost objects; null for the day. */
  readonly account: string | null;
  /** As it left; null where nothing left for the account. */
  readonly ours: string | null;
  readonly theirs: string | null;
}

export interface Found {
  readonly finding: Finding;
  readonly differences: readonly Difference[];
  /** The target itself says that it has not booked it. */
  readonly isRefused?: true;
}

export const arrived: Found = { finding: 'arrived', differences: [] };
export const missing: Found = { finding: 'missing', differences: [] };
export const unknown: Found = { finding: 'unknown', differences: [] };

/** An amount on an account. */
export interface Side {
  /** With whatever else tells it from others, such as its key. */
  readonly account: string;
  readonly amount: Amount;
}

/** Which accounts have other amounts there than left. */
export function differencesOf(ours: readonly Side[], theirs: readonly Side[]): readonly Difference[] {
  const left = totals(ours);
  const there = totals(theirs);
  return [...new Set([...left.keys(), ...there.keys()])].flatMap((account) => {
    const difference = { account, ours: left.get(account) ?? null, theirs: there.get(account) ?? null };
    const isSame = compareAmounts(difference.ours ?? '0', difference.theirs ?? '0') === 0;
    return isSame ? [] : [difference];
  });
}

/** What was found, by whether anything differs. */
export function foundWith(differences: readonly Difference[]): Found {
  return differences.length === 0 ? arrived : { finding: 'changed', differences };
}

function totals(sides: readonly Side[]): ReadonlyMap<string, Amount> {
  const groups = Map.groupBy(sides, ({ account }) => account);
  // Written alike, however many places the parts had.
  const total = (all: readonly Side[]): Amount => minus(sum(all.map(({ amount }) => amount)), '0');
  return new Map([...groups].map(([account, all]) => [account, total(all)]));
}
