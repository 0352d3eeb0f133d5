import { isZero, round, sum } from '../../base/money.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { type ChosenKey, chosenKeys } from '../invoice/tax-keys.ts';
import { ledgerAccountOf } from './account-number.ts';
import { grossShares } from './gross-shares.ts';
import type { BookableLine, Booking, ExportedInvoice, ExportingCompany } from './model.ts';
import { postingKeyOf } from './tax-key.ts';

/** The characters that DATEV accepts in a cost object (EXP-22). */
const costObject = /^[A-Za-z0-9_ ]+$/;

/**
 * The bookings of an invoice: one per line where the invoice asks for it, else one per ledger account, posting key
 * and cost objects. They add up to the gross total to the cent, and none is zero (EXP-12). Refuses a line without an
 * account or with one that is too long or unclear, everything `chosenKeys` and `postingKeyOf` refuse, and cost objects
 * that DATEV does not accept (EXP-22).
 */
export function bookingsOf(
  invoice: ExportedInvoice,
  company: ExportingCompany,
): readonly Booking[] | Refusal {
  const shares = grossShares(invoice.lines, invoice.tax_rows, invoice.total_brutto);
  const { keys, problems } = chosenKeys(invoice.lines, invoice.key, company.tax_keys);
  const [contradiction] = problems;
  if (contradiction !== undefined) return contradiction.refused;
  const bookings: Booking[] = [];
  for (const [place, line] of invoice.lines.entries()) {
    const booking = bookingOf(line, keys[place] ?? null, shares[place] ?? '0', company);
    if (isRefusal(booking)) return booking;
    bookings.push(booking);
  }
  const wanted = invoice.export_individual_items ? bookings : combined(bookings);
  return wanted.filter(({ gross }) => !isZero(gross));
}

function bookingOf(
  { account, cost_center, cost_object, ...line }: BookableLine,
  key: ChosenKey | null,
  gross: string,
  company: ExportingCompany,
): Booking | Refusal {
  if (account === null) return refuse('export_account_missing', { values: { line: line.text } });
  const number = ledgerAccountOf(account.number, company.ledger_account_length, new Set(account.charted));
  if (isRefusal(number)) return number;
  const posting_key = postingKeyOf(line, key, account, company);
  if (isRefusal(posting_key)) return posting_key;
  const refused = [cost_center, cost_object].find((value) => !isTaken(value, company.datev_kost_length));
  if (refused !== undefined)
    return refuse('export_cost_object', { values: { number: refused, longest: company.datev_kost_length } });
  const { text, tax_percentage, tax_category } = line;
  return {
    gross,
    account: number,
    posting_key,
    cost_center,
    cost_object,
    text,
    tax_percentage,
    tax_category,
  };
}

/**
 * The creditor's account in full length; the collective one where the supplier has none and the company allows it
 * (EXP-11).
 */
export function creditorOf(
  { name, creditor }: ExportedInvoice['supplier'],
  company: Pick<ExportingCompany, 'datev_collective_account' | 'ledger_account_length'>,
): string | Refusal {
  const number = creditor ?? company.datev_collective_account;
  if (number === null || name === null) return refuse('export_supplier_id_missing', { values: { name } });
  const length = company.ledger_account_length + 1;
  if (number.length > length)
    return refuse('export_account_too_long', { values: { account: number, length } });
  // Zeros are appended, as DATEV itself lengthens accounts.
  return number.padEnd(length, '0');
}

/**
 * The lines of a prepayment invoice with the posting keys that book them: the key of a final invoice does not replace
 * these.
 */
export function keyedLines(
  { lines, key }: Pick<ExportedInvoice, 'lines' | 'key'>,
  company: Pick<ExportingCompany, 'owed_rate' | 'tax_keys'>,
): readonly BookableLine[] {
  const { keys } = chosenKeys(lines, key, company.tax_keys);
  return lines.map((line, place) => {
    const chosen = keys[place] ?? null;
    const posted = line.account && postingKeyOf(line, chosen, line.account, company);
    const number = posted === null || isRefusal(posted) ? null : posted;
    return { ...line, key: chosen ?? (number === null ? null : { number, tax: null }) };
  });
}

function isTaken(value: string | null, longest: number): boolean {
  return value === null || (value.length <= longest && costObject.test(value));
}

/** Merges the bookings of each combination, in the order of their first occurrence, with the text of the first. */
function combined(bookings: readonly Booking[]): readonly Booking[] {
  const groups = Map.groupBy(bookings, (booking) =>
    JSON.stringify([booking.account, booking.posting_key, booking.cost_center, booking.cost_object]),
  );
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, gross: round(sum(group.map(({ gross }) => gross)), 2) })),
  );
}
