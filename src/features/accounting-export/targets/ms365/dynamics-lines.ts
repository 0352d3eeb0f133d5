import { type Amount, amountOf, minus } from '../../../../base/money.ts';
import { differencesOf, type Found, foundWith, missing, type Side } from '../../reconciling/found.ts';

/** A line of a journal, as answered or as sent. */
export type JournalLine = Readonly<Record<string, unknown>>;

/**
 * The lines of an invoice in a journal: its vendor line is found by line number, else by invoice number, and the
 * ledger lines by their shared voucher (EXP-29).
 *
 * @param sent the sent lines, the vendor line first
 * @param there all lines of the journal
 */
export function foundInJournal(sent: readonly JournalLine[], there: readonly JournalLine[]): Found {
  const [first] = sent;
  if (first === undefined) return missing;
  const candidates = there.filter(
    (line) => line.AccountType === 'Vend' && line.Invoice === first.Invoice && signOf(line) === signOf(first),
  );
  const vendor =
    candidates.find((line) => Number(line.LineNumber) === Number(first.LineNumber)) ?? candidates[0];
  if (vendor === undefined) return missing;
  const ledger = there.filter((line) => line.AccountType !== 'Vend' && line.Voucher === vendor.Voucher);
  const day = (line: JournalLine): string => textOf(line.Date).slice(0, 10);
  return foundWith([
    ...differencesOf(sent.map(sideOf), [vendor, ...ledger].map(sideOf)),
    ...(day(vendor) === day(first) ? [] : [{ account: null, ours: day(first), theirs: day(vendor) }]),
  ]);
}

/** Compares a pending invoice with the sent one. */
export function foundPending(sent: JournalLine, there: JournalLine): Found {
  const side = (line: JournalLine): Side => ({
    account: textOf(line.InvoiceAccount),
    amount: amountIn(line.ImportedAmount),
  });
  const day = (line: JournalLine): string => textOf(line.InvoiceDate).slice(0, 10);
  return foundWith([
    ...differencesOf([side(sent)], [side(there)]),
    ...(day(sent) === day(there) ? [] : [{ account: null, ours: day(sent), theirs: day(there) }]),
  ]);
}

function sideOf(line: JournalLine): Side {
  const parts = [line.AccountDisplayValue, line.SalesTaxGroup, line.ItemSalesTaxGroup].map(textOf);
  // Delimiters inside segments are escaped by a backslash.
  const account = parts.filter(Boolean).join(' ').replaceAll(/\\(.)/g, '$1');
  return { account, amount: balanceOf(line) };
}

function balanceOf({ Debit, Credit }: JournalLine): Amount {
  return minus(amountIn(Debit), amountIn(Credit));
}

function signOf(line: JournalLine): boolean {
  return balanceOf(line).startsWith('-');
}

function amountIn(value: unknown): Amount {
  return typeof value === 'number' ? amountOf(value) : '0';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
