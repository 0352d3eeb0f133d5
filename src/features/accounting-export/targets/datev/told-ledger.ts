import type { Day } from '../../../../base/day.ts';
import { type Amount, minus } from '../../../../base/money.ts';
import { rateAtDatev } from '../../../export-target/datev.ts';
import { isByTransfer, isTransferred, type PaymentHead } from '../../../invoice/bank-data.ts';
import { type BookedInvoice, bookingText } from '../../booked-invoice.ts';
import type { LedgerDiscount } from './ledger-discounts.ts';
import type { LedgerInvoice } from './ledger-xml.ts';

/** How an invoice is paid, for DATEV online. */
export interface PaymentFacts {
  /** To which its amount is transferred; null where none is (INV-21). */
  readonly iban: string | null;
  /** Nobody is to pay it there: it is collected or paid online, paid already, or held back. */
  readonly is_not_to_pay: boolean;
}

/** What an invoice says of its payment. */
export interface StoredPayment extends PaymentHead {
  readonly iban: string | null;
  readonly is_held_back: boolean;
}

/** Whether and where to the invoice is paid by whoever gets the export. */
export function paymentFacts(payment: StoredPayment): PaymentFacts {
  const { iban, payment_method, paid, is_held_back } = payment;
  return {
    iban: isTransferred(payment) ? iban : null,
    is_not_to_pay: paid || is_held_back || !isByTransfer(payment_method),
  };
}

/** What DATEV online is told beside the bookings. */
export interface LedgerFacts extends PaymentFacts {
  /** The currency of the company. */
  readonly own_currency: string;
  readonly own_vat_id: string | null;
  readonly supplier_city: string | null;
  readonly supplier_vat_id: string | null;
  /** The day on which it was paid; null where it is not. */
  readonly paid_on: Day | null;
  /** The tiers that are known whole, in the order of their days (DISC-01). */
  readonly discounts: readonly LedgerDiscount[];
}

/** An invoice as it leaves for DATEV online: what later runs and reversals tell once more. */
export interface ToldLedger extends BookedInvoice {
  readonly ledger: LedgerFacts;
  /** Under which a reversal is a document of its own (EXP-24); missing of an invoice. */
  readonly reversal_guid?: string;
}

/**
 * The booking proposal of an invoice (EXP-08). Its day is that of its booking; the one that is printed stands in words where
 * it is another one (EXP-21).
 */
export function ledgerInvoice(told: ToldLedger, isReversal: boolean): LedgerInvoice {
  const { invoice, creditor, day, bookings, ledger } = told;
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
    // Nobody pays what was taken back.
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
      // Of what we owe ourselves the supplier shows none.
      taxPercent: booking.tax_category === 'S' ? booking.tax_percentage : null,
      bookingText: bookingText(invoice, booking),
    })),
  };
}

/** DATEV reads German. */
function termsText(terms: BookedInvoice['invoice']['terms']): string | null {
  const told = terms.flatMap(({ percentage, date }) =>
    percentage === null || date === null ? [] : [`${germanNumber(percentage)} % bis ${germanDay(date)}`],
  );
  return told.length === 0 ? null : `Skonto ${told.join(', ')}`;
}

function germanDay(day: Day): string {
  return day.split('-').toReversed().join('.');
}

/** `3.50` as `3,5` */
function germanNumber(amount: Amount): string {
  return minus(amount, '0').replace('.', ',');
}
