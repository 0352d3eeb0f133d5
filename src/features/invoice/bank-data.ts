import { isIban } from '../../base/iban.ts';
import { compareAmounts, isAmount } from '../../base/money.ts';
import type { FieldProblem, RefusalCode } from '../../base/refusal.ts';
import type { StoredRow } from '../../document/fields.ts';
import { bic } from '../../entity/kinds/coded.ts';
import type { invoiceFields } from './fields.ts';

type Fields = StoredRow<typeof invoiceFields>;

/** What a supplier's record says of his account. */
export interface SupplierBank {
  readonly iban: string | null;
  readonly bic: string | null;
  /** ISO code. */
  readonly country: string;
  /** The accounts that a second person has confirmed of him; nothing is paid to another one (INV-33). */
  readonly confirmed: readonly string[];
}

/**
 * What the rules of bank data look at beside the invoice.
 *
 * @see docs/topics/bank-data.md
 */
export interface BankFacts {
  /** Null while the invoice has no supplier. */
  readonly supplier: SupplierBank | null;
  /** The company's `bank_change_second_person`; also without it where the account was named and never confirmed (INV-33). */
  readonly needsSecondPerson: boolean;
  /** Who may confirm an account at all, loaded where one is to be confirmed. */
  readonly secondPersons: readonly number[];
  /** Nobody but whoever acts could confirm an account, so that he does it alone (AUTH-37). */
  readonly isAlone: boolean;
}

/** Of an invoice without supplier. */
export const noBankFacts: BankFacts = {
  supplier: null,
  needsSecondPerson: false,
  secondPersons: [],
  isAlone: false,
};

/** Why the account of an invoice wants to be looked at by a second person. */
export interface BankDoubt {
  readonly code: Extract<RefusalCode, 'bank_data_differs' | 'bank_data_first' | 'bank_data_foreign'>;
  readonly iban: string;
  /** The supplier's; null where he has none. */
  readonly former: string | null;
  /** It lies in another country than the supplier. */
  readonly isForeign: boolean;
}

/** What decides how an invoice is paid. */
export type PaymentHead = Pick<Fields, 'payment_method' | 'paid' | 'total_brutto'>;

/** Who is paid in one of these ways is sent no money. */
const withoutTransfer: ReadonlySet<string | null> = new Set([
  'AUTOMATIC_DEBIT',
  'CREDIT_CARD',
  'ONLINE_PAYMENT',
]);
const settled: ReadonlySet<string | null> = new Set(['AUTOMATIC_DEBIT', 'CREDIT_CARD']);

/** A credit note is written with what it takes off (INV-12). */
export function isCreditNote({ total_brutto }: Pick<PaymentHead, 'total_brutto'>): boolean {
  return isAmount(total_brutto) && compareAmounts(total_brutto, '0') < 0;
}

/** Whether who is paid in this way is sent money, for which his IBAN is needed; null is a transfer, too. */
export function isByTransfer(method: string | null): boolean {
  return !withoutTransfer.has(method);
}

/** Whether its amount is going to be transferred: only then an IBAN is required, and only then one is exported (INV-21). */
export function isTransferred(head: PaymentHead): boolean {
  return isByTransfer(head.payment_method) && !head.paid && !isCreditNote(head);
}

/**
 * Whether the invoice is marked paid by its way of payment: one that is debited or paid by card is, no credit note is, and
 * what was marked by hand stays (INV-06, VAL-22).
 *
 * @param before the way of payment that it had
 */
export function paidBy(head: PaymentHead, before: Fields['payment_method']): boolean {
  if (settled.has(head.payment_method)) return !isCreditNote(head);
  return head.paid && !settled.has(before);
}

/** What is wrong with the account when the check is left (VAL-17, VAL-29). */
export function bankProblems(head: PaymentHead & Pick<Fields, 'iban' | 'bic'>): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (head.iban !== null && !isIban(head.iban)) problems.push({ field: 'iban', code: 'iban_invalid' });
  if (head.bic !== null && bic().kind.problem(head.bic)) problems.push({ field: 'bic', code: 'bic_invalid' });
  if (head.iban === null && isTransferred(head))
    problems.push({ field: 'iban', code: 'specific_field_required', values: { field: 'iban' } });
  return problems;
}

/**
 * Why the account wants a second look: it is another than the supplier's, his first one, or abroad (INV-21), or stands at him
 * and nobody has confirmed it yet (INV-33). Whatever the way of payment: it may be changed afterwards, and whoever confirms the
 * account makes it the supplier's.
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

/** What an invoice takes of its supplier's record when he is chosen (INV-05). */
export interface SellerData {
  readonly vat_number: string | null;
  readonly payment_method: Fields['payment_method'];
  readonly iban: string | null;
  readonly bic: string | null;
}

/**
 * What an invoice says of its seller: as it stands on the document, else as in his record. A BIC belongs to the account
 * beside it, so that the record's stands only with the record's account.
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

/** In what a signed-in person's invoice and the supplier's record differ, besides the account (INV-05). */
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
