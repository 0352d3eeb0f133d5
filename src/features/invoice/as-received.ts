import { type Amount, absolute, compareAmounts, minus } from '../../base/money.ts';
import type { CoveredPart } from '../../document/approval/covered.ts';
import type { DocumentSituation } from '../../document/facts.ts';
import type { Doubt } from '../../document/outcome.ts';
import { invoiceFields } from './fields.ts';
import type { Invoice, InvoiceFacts } from './model.ts';

type Part = Extract<CoveredPart, 'value' | 'bank' | 'suppliers'> | 'number' | 'date';

/** One thing that the form says otherwise than the e-invoice did when it came. */
export interface ReceivedDifference {
  readonly part: Part;
  /** As it was received, and as the form says it; amounts in the currency of the invoice. */
  readonly received: string;
  readonly typed: string;
}

/** What the comparison looks at. */
export interface Received {
  readonly document: Pick<Invoice, 'head'>;
  readonly facts: Pick<InvoiceFacts, 'formal' | 'seller'>;
}

/**
 * In what an invoice differs from the e-invoice as it was received: totals, account, number, date, and seller (INV-25). What was read
 * of a page may have been read wrongly, so that only an e-invoice is compared; what nobody says differs from nothing.
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

/** The gross total differs, else the net one: what is owed as tax is then another amount. */
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

/** A credit note is written with its sign, whatever its e-invoice does (INV-12). */
function isSameAmount(received: Amount, typed: Amount): boolean {
  return compareAmounts(minus(absolute(received), absolute(typed)), '0') === 0;
}

/** Asked of whoever checks and whoever approves what says something else than its e-invoice (INV-25). */
export function receivedDoubts({
  document,
  facts,
}: DocumentSituation<Invoice, InvoiceFacts>): readonly Doubt[] {
  const parts = receivedDifferences({ document, facts }).map(({ part }) => part);
  return parts.length === 0 ? [] : [{ code: 'e_invoice_differs', values: { parts: parts.join(' ') } }];
}
