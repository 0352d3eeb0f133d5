import { isAmount, round } from '../../../base/money.ts';
import { isByTransfer } from '../../invoice/bank-data.ts';
import { partnerFileColumns } from '../extf/master-data-fields.ts';
import { type Cell, decimal, quoted, record } from '../extf/row.ts';
import { inWindows1252Characters } from '../extf/windows-1252.ts';
import { bankAccountsAt, partnerAt, textColumns } from './columns.ts';
import type { Values } from './model.ts';

/** A supplier in the accounting of a company. */
export interface Creditor {
  readonly supplier_id: number;
  /** One digit longer than ledger accounts. */
  readonly account: string;
  readonly values: Values;
}

/**
 * A row of category 16 (EXP-25). Texts longer than their column are cut unless that would make them wrong. A supplier
 * that is not paid by transfer has no bank account in the row (INV-21).
 */
export function creditorRow({ account, values }: Creditor): string {
  const [bankAt] = bankAccountsAt;
  const vatNumber = textOf(values.vat_number);
  const iban = textOf(values.iban);
  const cells: Record<number, Cell> = {
    [partnerAt.account]: account,
    [partnerAt.company]: short(partnerAt.company, textOf(values.name)),
    [partnerAt.kind]: '"2"',
    ...whole(partnerAt.vatCountry, /^[A-Z]{2}/.exec(vatNumber)?.[0] ?? ''),
    ...whole(partnerAt.vatNumber, vatNumber.replace(/^[A-Z]{2}/, '')),
    [partnerAt.addressKind]: '"STR"',
    [partnerAt.street]: short(partnerAt.street, textOf(values.address)),
    [textColumns.city]: short(textColumns.city, textOf(values.city)),
    [textColumns.contact_person]: short(textColumns.contact_person, textOf(values.contact_person)),
    ...whole(textColumns.zipcode, textOf(values.zipcode)),
    ...whole(textColumns.country, textOf(values.country)),
    ...whole(textColumns.phone, textOf(values.phone)),
    ...whole(textColumns.email, textOf(values.email)),
    ...whole(textColumns.tax_number, textOf(values.tax_number)),
    ...discount(1, values),
    ...discount(2, values),
    ...days(partnerAt.paymentDays, values.payment_days),
  };
  const isPaidToIt = iban !== '' && isByTransfer(textOf(values.payment_method) || null);
  if (bankAt === undefined || !isPaidToIt) return record(partnerFileColumns.length, cells);
  return record(partnerFileColumns.length, {
    ...cells,
    ...whole(bankAt.country, iban.slice(0, 2)),
    ...whole(bankAt.iban, iban),
    ...whole(bankAt.bic, textOf(values.bic)),
    [bankAt.isMain]: '1',
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function lengthOf(column: number): number {
  return partnerFileColumns[column - 1]?.length ?? 0;
}

function short(column: number, text: string): Cell {
  return quoted(text, lengthOf(column));
}

/** A number or an address is omitted if too long, because a cut one would be a different one. */
function whole(column: number, text: string): Readonly<Record<number, Cell>> {
  const length = inWindows1252Characters(text).length;
  return length === 0 || length > lengthOf(column) ? {} : { [column]: quoted(text, lengthOf(column)) };
}

/** A percentage without days, or with too many days for the column, is omitted. */
function discount(no: 1 | 2, values: Values): Readonly<Record<number, Cell>> {
  const percentage = String(values[`discount_${no}_percentage`] ?? '');
  const reported = days(
    no === 1 ? partnerAt.discount1Days : partnerAt.discount2Days,
    values[`discount_${no}_days`],
  );
  if (!isAmount(percentage) || Object.keys(reported).length === 0) return {};
  return {
    ...reported,
    [no === 1 ? partnerAt.discount1 : partnerAt.discount2]: decimal(round(percentage, 2)),
  };
}

function days(column: number, value: unknown): Readonly<Record<number, Cell>> {
  const text = typeof value === 'number' ? String(value) : '';
  return text === '' || text.length > lengthOf(column) ? {} : { [column]: text };
}
