import { type Amount, absolute, compareAmounts, minus } from '../../base/money.ts';
import type { CoveredPart } from '../../document/approval/covered.ts';
import type { Doubt } from '../../document/outcome.ts';
import { invoiceFields } from './fields.ts';
import type { Invoice, InvoiceFacts } from './model.ts';

type Part = Extract<CoveredPart, 'value' | 'bank' | 'suppliers'> | 'number' | 'date';

/** A value of the form that differs from the received e-invoice. */
export interface ReceivedDifference {
  readonly part: Part;
  /** The received value and that of the form; amounts in the currency of the invoice. */
  readonly received: string;
  readonly typed: string;
}

/** The input of the comparison. */
export interface Received {
  readonly document: Pick<Invoice, 'head'>;
  readonly facts: Pick<InvoiceFacts, 'formal' | 'seller'>;
}

/**
 * The differences between an invoice and its e-invoice as received: totals, account, number, date, and seller
 * (INV-25). Only e-invoices are compared, as a page may be misread. A missing value is no difference.
 */
export function receivedDifferences({ document: { head }, facts }: Received): readonly ReceivedDifference[] {
  const { reading } = facts.formal;
  if (reading?.reading !== 'xml') return [];
  const { totalGross, totalNet, sellerIban, sellerVatId, invoiceNumber, invoiceDate } = reading.fields;
  const differing = (part: Part, received: string | undefined, typed: string | null | undefined) =>
    received && typed && received !== typed ? [{ part, received, typed }] : [];
  const normal = (column: 'iban' | 'vat_number', value: string | undefined) =>
    value === undefined ? undefined : (invoiceFields[column].kind.normal(value) ?? undefined);
  return [
    ...differingTotal(head.total_brutto, totalGross?.value, head.total_netto, totalNet?.value),
    ...differing('suppliers', normal('vat_number', sellerVatId?.value), facts.seller?.vat_number),
    ...differing('bank', normal('iban', sellerIban?.value), head.iban),
    ...differing('number', invoiceNumber?.value.trim(), head.number_printed),
    ...differing('date', invoiceDate?.value, head.invoice_date),
  ];
}

/** Compares the gross total, then the net total: with the same gross, another net means another tax. */
function differingTotal(
  gross: Amount,
  grossReceived: Amount | undefined,
  net: Amount,
  netReceived: Amount | undefined,
): readonly ReceivedDifference[] {
  if (grossReceived !== undefined && !isSameAmount(grossReceived, gross))
    return [{ part: 'value', received: grossReceived, typed: gross }];
  if (netReceived !== undefined && !isSameAmount(netReceived, net))
    return [{ part: 'value', received: netReceived, typed: net }];
  return [];
}

/** Ignores the sign: a credit note is negative here, but may be positive in its e-invoice (INV-12). */
function isSameAmount(received: Amount, typed: Amount): boolean {
  return compareAmounts(minus(absolute(received), absolute(typed)), '0') === 0;
}

/** The doubts for checkers and approvers of an invoice that differs from its e-invoice (INV-25). */
export function receivedDoubts({ document, facts }: Received): readonly Doubt[] {
  const parts = receivedDifferences({ document, facts }).map(({ part }) => part);
  return parts.length === 0 ? [] : [{ code: 'e_invoice_differs', values: { parts: parts.join(' ') } }];
}
