import { isIban } from '../../base/iban.ts';
import { compareAmounts, isAmount } from '../../base/money.ts';
import type { FieldProblem, RefusalCode } from '../../base/refusal.ts';
import type { StoredRow } from '../../document/fields.ts';
import { bic } from '../../entity/kinds/coded.ts';
import type { invoiceFields } from './fields.ts';

type Fields = StoredRow<typeof invoiceFields>;

/** The bank data in a supplier's record. */
export interface SupplierBank {
  readonly iban: string | null;
  readonly bic: string | null;
  /** ISO code. */
  readonly country: string;
  /** The supplier's accounts that a second person has confirmed; only these are paid (INV-33). */
  readonly confirmed: readonly string[];
}

/**
 * The input of the bank data rules besides the invoice.
 *
 * @see docs/topics/bank-data.md
 */
export interface BankFacts {
  /** Null while the invoice has no supplier. */
  readonly supplier: SupplierBank | null;
  /**
   * The company's `bank_change_second_person`; also true for an account that is recorded but never confirmed
   * (INV-33).
   */
  readonly needsSecondPerson: boolean;
  /** The people who may confirm an account; loaded only if one is to be confirmed. */
  readonly secondPersons: readonly number[];
  /** Who proposed this account for the supplier, unconfirmed so far (INV-33). */
  readonly proposers: readonly number[];
  /** The acting person is the only one who can confirm an account, and so may do it alone (AUTH-37). */
  readonly isAlone: boolean;
}

/** For an invoice without supplier. */
export const noBankFacts: BankFacts = {
  supplier: null,
  needsSecondPerson: false,
  secondPersons: [],
  proposers: [],
  isAlone: false,
};

/** Why a second person must check the account of an invoice. */
export interface BankDoubt {
  readonly code: Extract<RefusalCode, 'bank_data_differs' | 'bank_data_first' | 'bank_data_foreign'>;
  readonly iban: string;
  /** The account in the supplier's record; null without one. */
  readonly former: string | null;
  /** The account is in another country than the supplier. */
  readonly isForeign: boolean;
}

/** The fields that decide how an invoice is paid. */
export type PaymentHead = Pick<Fields, 'payment_method' | 'paid' | 'total_brutto'>;

/** Payment methods without a transfer by us. */
const withoutTransfer: ReadonlySet<string | null> = new Set([
  'AUTOMATIC_DEBIT',
  'CREDIT_CARD',
  'ONLINE_PAYMENT',
]);
const settled: ReadonlySet<string | null> = new Set(['AUTOMATIC_DEBIT', 'CREDIT_CARD']);

/** A negative total makes a credit note (INV-12). */
export function isCreditNote({ total_brutto }: Pick<PaymentHead, 'total_brutto'>): boolean {
  return isAmount(total_brutto) && compareAmounts(total_brutto, '0') < 0;
}

/** Whether the payment method is a transfer, which needs an IBAN; null counts as a transfer. */
export function isByTransfer(method: string | null): boolean {
  return !withoutTransfer.has(method);
}

/** Whether the amount will be transferred: only then an IBAN is required and exported (INV-21). */
export function isTransferred(head: PaymentHead): boolean {
  return isByTransfer(head.payment_method) && !head.paid && !isCreditNote(head);
}

/**
 * Whether the payment method marks the invoice as paid: direct debit and card do, except for credit notes. A mark set
 * by hand stays (INV-06, VAL-22).
 *
 * @param before the previous payment method
 */
export function paidBy(head: PaymentHead, before: Fields['payment_method']): boolean {
  if (settled.has(head.payment_method)) return !isCreditNote(head);
  return head.paid && !settled.has(before);
}

/** The problems of the account when the check ends (VAL-17, VAL-29). */
export function bankProblems(head: PaymentHead & Pick<Fields, 'iban' | 'bic'>): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (head.iban !== null && !isIban(head.iban)) problems.push({ field: 'iban', code: 'iban_invalid' });
  if (head.bic !== null && bic().kind.problem(head.bic)) problems.push({ field: 'bic', code: 'bic_invalid' });
  if (head.iban === null && isTransferred(head))
    problems.push({ field: 'iban', code: 'specific_field_required', values: { field: 'iban' } });
  return problems;
}

/**
 * Why the account needs a second check: it differs from the supplier's, is the supplier's first one, or is abroad
 * (INV-21), or is recorded but not yet confirmed (INV-33). The payment method does not matter: it may change later,
 * and confirming the account writes it to the supplier's record.
 */
export function bankDoubt({ iban }: Pick<Fields, 'iban'>, supplier: SupplierBank | null): BankDoubt | null {
  if (supplier === null || iban === null) return null;
  const { iban: former, country, confirmed } = supplier;
  const isForeign = iban.slice(0, 2) !== country;
  if (iban !== former) {
    return { code: former === null ? 'bank_data_first' : 'bank_data_differs', iban, former, isForeign };
  }
  if (confirmed.includes(iban)) return null;
  return { code: isForeign ? 'bank_data_foreign' : 'bank_data_first', iban, former, isForeign };
}

/** The values that an invoice takes from the record of the chosen supplier (INV-05). */
export interface SellerData {
  readonly vat_number: string | null;
  readonly payment_method: Fields['payment_method'];
  readonly iban: string | null;
  readonly bic: string | null;
}

/**
 * The seller data of an invoice: from the document, else from the supplier's record. The record's BIC is taken only
 * together with the record's account.
 */
export function sellerData(stated: Omit<SellerData, 'payment_method'>, supplier: SellerData): SellerData {
  const iban = stated.iban ?? supplier.iban;
  const bicOfRecord = iban === supplier.iban ? supplier.bic : null;
  return {
    vat_number: stated.vat_number ?? supplier.vat_number,
    payment_method: supplier.payment_method,
    iban,
    bic: stated.bic ?? bicOfRecord,
  };
}

/** The values other than the account in which an invoice differs from the supplier's record (INV-05). */
export function differingSellerData(
  head: Pick<Fields, 'vat_number' | 'payment_method'>,
  supplier: Pick<SellerData, 'vat_number' | 'payment_method'>,
): Partial<Pick<SellerData, 'vat_number' | 'payment_method'>> {
  const { vat_number, payment_method } = head;
  return {
    ...(vat_number !== null && vat_number !== supplier.vat_number && { vat_number }),
    ...(payment_method !== null && payment_method !== supplier.payment_method && { payment_method }),
  };
}
