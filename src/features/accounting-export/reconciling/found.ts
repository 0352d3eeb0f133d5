import { type Amount, compareAmounts, minus, sum } from '../../../base/money.ts';

/** The state of an exported invoice at a target or adviser; `unknown` where neither has information (EXP-29). */
export const findings = ['arrived', 'changed', 'missing', 'unknown'] as const;
export type Finding = (typeof findings)[number];

/** A difference: the amount on an account, or the day of the booking. */
export interface Difference {
  /** The account with its key and cost objects; null for the day. */
  readonly account: string | null;
  /** As exported; null where nothing was exported for the account. */
  readonly ours: string | null;
  readonly theirs: string | null;
}

export interface Found {
  readonly finding: Finding;
  readonly differences: readonly Difference[];
  /** The target itself reports that it has not booked the invoice. */
  readonly isRefused?: true;
}

export const arrived: Found = { finding: 'arrived', differences: [] };
export const missing: Found = { finding: 'missing', differences: [] };
export const unknown: Found = { finding: 'unknown', differences: [] };

/** An amount on an account. */
export interface Side {
  /** Includes everything that distinguishes it, such as its key. */
  readonly account: string;
  readonly amount: Amount;
}

/** The accounts whose amounts differ from the export. */
export function differencesOf(ours: readonly Side[], theirs: readonly Side[]): readonly Difference[] {
  const left = totals(ours);
  const there = totals(theirs);
  return [...new Set([...left.keys(), ...there.keys()])].flatMap((account) => {
    const difference = { account, ours: left.get(account) ?? null, theirs: there.get(account) ?? null };
    const isSame = compareAmounts(difference.ours ?? '0', difference.theirs ?? '0') === 0;
    return isSame ? [] : [difference];
  });
}

/** The result for these differences. */
export function foundWith(differences: readonly Difference[]): Found {
  return differences.length === 0 ? arrived : { finding: 'changed', differences };
}

function totals(sides: readonly Side[]): ReadonlyMap<string, Amount> {
  const groups = Map.groupBy(sides, ({ account }) => account);
  // Normalises the number of decimal places.
  const total = (all: readonly Side[]): Amount => minus(sum(all.map(({ amount }) => amount)), '0');
  return new Map([...groups].map(([account, all]) => [account, total(all)]));
}
