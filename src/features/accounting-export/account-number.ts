import { type Refusal, refuse } from '../../base/refusal.ts';

/** Charts of accounts have four digits before a company lengthens them. */
const digitsOfCharts = 4;

/**
 * A ledger account in the length of the company's accounts (EXP-10). It is typed without leading zeros (VAL-31): a
 * number of fewer than four digits belongs to class 0 and gets its leading zeros back, before zeros are appended as
 * DATEV lengthens accounts. A number that is one digit short may lack a zero at either end, so the chart decides.
 * Refuses a number that is too long, and one that the chart does not decide.
 *
 * @see docs/topics/bookings.md
 * @param chart the accounts of the company with this beginning or end, from DATEV's chart
 */
export function ledgerAccountOf(
  number: string,
  length: number,
  chart: ReadonlySet<string>,
): string | Refusal {
  if (number.length > length)
    return refuse('export_account_too_long', { values: { account: number, length } });
  const isWritten = number.startsWith('0') || number.length < digitsOfCharts;
  if (isWritten || number.length !== length - 1)
    return number.padStart(digitsOfCharts, '0').padEnd(length, '0');
  const possible = possibleAccounts(number);
  // The other account can be typed in full.
  const found = possible.find((account) => chart.has(account));
  return (
    found ??
    refuse('export_account_unclear', { values: { account: number, either: possible[0], or: possible[1] } })
  );
}

/** The two possible accounts of a number that is one digit short. */
function possibleAccounts(number: string): readonly [string, string] {
  return [`0${number}`, `${number}0`];
}

/**
 * The stored number of an account of a chart (VAL-31), which `ledgerAccountOf` maps back to it; null where there is
 * none.
 */
export function keptNumber(account: string): string | null {
  const { length } = account;
  const stripped = account.replace(/^0+/, '');
  const short = account.slice(0, digitsOfCharts).replace(/^0+/, '');
  const found = [short, stripped].find(
    (number) => /^[1-9]/.test(number) && ledgerAccountOf(number, length, new Set([account])) === account,
  );
  return account.startsWith('0') ? (found ?? null) : account;
}
