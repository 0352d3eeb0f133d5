import { type Refusal, refuse } from '../../base/refusal.ts';

/** Charts of accounts have four digits, before they are lengthened for a company. */
const digitsOfCharts = 4;

/**
 * A ledger account in as many digits as the company's have (EXP-10). It is typed without leading zeros (VAL-31): one of fewer than
 * four digits is of class 0 and gets its zeros back, before it grows at its end as DATEV lengthens accounts. With one digit less
 * than the company's have, a number may lack a zero at either end: then the chart decides. Refused by name: a number that is too
 * long, and one that no chart decides.
 *
 * @see docs/topics/bookings.md
 * @param chart the accounts of the company that begin or end so, as DATEV's chart has them
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
  // The other one can be typed in full.
  const found = possible.find((account) => chart.has(account));
  return (
    found ??
    refuse('export_account_unclear', { values: { account: number, either: possible[0], or: possible[1] } })
  );
}

/** What a number with one digit less than the accounts of a company may be. */
function possibleAccounts(number: string): readonly [string, string] {
  return [`0${number}`, `${number}0`];
}

/** The number under which an account of a chart is kept (VAL-31), which `ledgerAccountOf` leads back to it; null where none does. */
export function keptNumber(account: string): string | null {
  const { length } = account;
  const stripped = account.replace(/^0+/, '');
  const short = account.slice(0, digitsOfCharts).replace(/^0+/, '');
  const found = [short, stripped].find(
    (number) => /^[1-9]/.test(number) && ledgerAccountOf(number, length, new Set([account])) === account,
  );
  return account.startsWith('0') ? (found ?? null) : account;
}
