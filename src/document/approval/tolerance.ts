import { type Amount, absolute, compareAmounts, dividedBy, round, sum, times } from '../../base/money.ts';

/** The increase that needs no new approval (PROC-42). */
export interface Tolerance {
  /** Of the approved value. */
  readonly percent: Amount;
  /** The most, in the currency of the company; null without such a limit. */
  readonly maxAmount: Amount | null;
}

/** The increase of an approved value that needs no new approval, in its currency. */
export function allowanceOf(value: Amount, { percent, maxAmount }: Tolerance): Amount {
  const share = round(dividedBy(times(absolute(value), percent), '100'), 2);
  return maxAmount !== null && compareAmounts(share, maxAmount) > 0 ? maxAmount : share;
}

/** Whether an amount exceeds the approved one by more than the allowance. A change of sign always does. */
export function hasGrown(before: Amount, after: Amount, allowance: Amount): boolean {
  const hasTurned = compareAmounts(before, '0') * compareAmounts(after, '0') < 0;
  return hasTurned || compareAmounts(absolute(after), sum([absolute(before), allowance])) > 0;
}
