import type { Day } from '../../../../base/day.ts';
import { type Amount, minus } from '../../../../base/money.ts';
import { rateAtDatev } from '../../../export-target/datev.ts';
import { isByTransfer, isTransferred, type PaymentHead } from '../../../invoice/bank-data.ts';
import { type BookedInvoice, bookingText } from '../../booked-invoice.ts';
import type { LedgerDiscount } from './ledger-discounts.ts';
import type { LedgerInvoice } from './ledger-xml.ts';

/** The payment of an invoice, for DATEV online. */
export interface PaymentFacts {
  /** The receiving account; null where nothing is transferred (INV-21). */
  readonly iban: string | null;
  /** Not to be paid from there: collected or paid online, already paid, or on hold. */
  readonly is_not_to_pay: boolean;
}

/** The payment fields of an invoice. */
export interface StoredPayment extends PaymentHead {
  readonly iban: string | null;
  readonly is_held_back: boolean;
}

/** Whether and to which account the receiver of the export pays the invoice. */
export function paymentFacts(payment: StoredPayment): PaymentFacts {
  const { iban, payment_method, paid, is_held_back } = payment;
  return {
    iban: isTransferred(payment) ? iban : null,
    is_not_to_pay: paid || is_held_back || !isByTransfer(payment_method),
  };
}

/** The further payload for DATEV online besides the bookings. */
export interface LedgerFacts extends PaymentFacts {
  /** The currency of the company. */
  readonly own_currency: string;
  readonly own_vat_id: string | null;
  readonly supplier_city: string | null;
  readonly supplier_vat_id: string | null;
  /** The payment date; null where the invoice is not paid. */
  readonly paid_on: Day | null;
  /** The complete tiers, by date (DISC-01). */
  readonly discounts: readonly LedgerDiscount[];
}

/** The payload of an invoice for DATEV online, reused by later runs and reversals. */
export interface LedgerPayload extends BookedInvoice {
  readonly ledger: LedgerFacts;
  /** The GUID of the reversal's own document (EXP-24); missing for an invoice. */
  readonly reversal_guid?: string;
}

/**
 * The booking proposal of an invoice (EXP-08), dated with the booking day; a different printed date goes into the
 * text (EXP-21).
 */
export function ledgerInvoice(payload: LedgerPayload, isReversal: boolean): LedgerInvoice {
  const { invoice, creditor, day, bookings, ledger } = payload;
  const { currency, exchange_rate: rate } = invoice;
  const isForeign = currency !== ledger.own_currency && rate !== null;
  return {
    date: day,
    consolidatedAmount: invoice.total_brutto,
    currency,
    exchangeRate: isForeign ? rateAtDatev(rate) : null,
    invoiceId: invoice.number ?? '',
    dueDate: invoice.due_date,
    deliveryDate: invoice.delivery_date,
    paidAt: ledger.paid_on,
    bpAccountNo: creditor,
    supplierName: invoice.supplier,
    supplierCity: ledger.supplier_city,
    // A reversed invoice is not paid.
    iban: isReversal ? null : ledger.iban,
    ownVatId: ledger.own_vat_id,
    partnerVatId: ledger.supplier_vat_id,
    paymentOrder: ledger.is_not_to_pay ? false : null,
    information: day === invoice.invoice_date ? null : `Rechnung vom ${germanDay(invoice.invoice_date)}`,
    discounts: ledger.discounts,
    discountText: termsText(invoice.terms),
    isReversal,
    parts: bookings.map((booking) => ({
      amount: booking.gross,
      accountNo: booking.account,
      buCode: booking.posting_key,
      costCategoryId: booking.cost_center,
      costCategoryId2: booking.cost_object,
      // The supplier shows no tax that we owe ourselves.
      taxPercent: booking.tax_category === 'S' ? booking.tax_percentage : null,
      bookingText: bookingText(invoice, booking),
    })),
  };
}

/** In German, for DATEV. */
function termsText(terms: BookedInvoice['invoice']['terms']): string | null {
  const payload = terms.flatMap(({ percentage, date }) =>
    percentage === null || date === null ? [] : [`${germanNumber(percentage)} % bis ${germanDay(date)}`],
  );
  return payload.length === 0 ? null : `Skonto ${payload.join(', ')}`;
}

function germanDay(day: Day): string {
  return day.split('-').toReversed().join('.');
}

/** `3.50` as `3,5` */
function germanNumber(amount: Amount): string {
  return minus(amount, '0').replace('.', ',');
}
