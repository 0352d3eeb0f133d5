import { formatDay } from '../../base/typed-day.ts';
import { addressLines, linesOf } from '../../document/letter/address.ts';
import { filled, lined, senderName } from '../../document/letter/company.ts';
import { companyParts, type Letter, recipientLines } from '../../document/letter/letter.ts';
import type { Labelled, LetterWords } from '../../document/letter/words.ts';
import type { ProcurementStatus } from '../../timeline/kinds.ts';
import { headChanges, removedLines } from './order-changes.ts';
import type { OrderFacts, OrderKind, OrderStyle, OrderSupplier } from './order-facts.ts';
import { commonOffer, type LineGroup, lineGroups, type TotalRow, totalRows } from './order-lines.ts';

/** A short block of the letter: delivery address, invoice address or date. */
export interface Panel {
  readonly title: string;
  readonly lines: readonly string[];
  readonly details: readonly Labelled[];
}

/** A QR code with the words below it. */
export interface ReceiptCode {
  readonly url: string;
  readonly label: string;
}

/** The content of the letter in its language, from top to bottom. */
export interface OrderDocument extends Letter {
  /** States that a request is not an order. */
  readonly notice: string | null;
  readonly intro: string;
  readonly panels: readonly Panel[];
  /** The code that opens the goods receipt, for orders and their changes (MOB-05). */
  readonly receiptCode: ReceiptCode | null;
  /** The highlighted note on payment in advance (PROC-23). */
  readonly advance: string | null;
  /** The column headings; without prices there are no amount columns. */
  readonly columns: LineColumns;
  readonly groups: readonly LineGroup[];
  readonly totals: readonly TotalRow[];
  readonly terms: readonly Labelled[];
}

export interface LineColumns {
  readonly position: string;
  readonly itemNumber: string;
  readonly description: string;
  readonly quantity: string;
  readonly amounts: { readonly price: string; readonly tax: string; readonly net: string } | null;
}

const afterApproval: readonly ProcurementStatus[] = ['approved', 'ordered', 'completed'];

/**
 * Whether the document is a request or an order now (PROC-28, GER).
 *
 * @param isAsApproved it is what was approved
 */
export function orderKind(status: ProcurementStatus, isAsApproved: boolean): OrderKind {
  const isApproved = afterApproval.includes(status) || (status === 'clearing' && isAsApproved);
  return { kind: isApproved ? 'order' : 'request' };
}

/** The single supplier of all lines; null for an overview of several. */
export function addressee({
  lines,
  suppliers,
}: Pick<OrderFacts, 'lines' | 'suppliers'>): OrderSupplier | null {
  const ids = new Set(lines.map((line) => line.supplier_id));
  const [id] = ids;
  return ids.size === 1 && typeof id === 'number' ? (suppliers.get(id) ?? null) : null;
}

/** The letter as data (PROC-28). */
export function orderDocument(facts: OrderFacts, style: OrderStyle): OrderDocument {
  const { head, kind, company } = facts;
  const { t, language } = style;
  const supplier = addressee(facts);
  const title = titleOf(facts, t);
  const isRequest = kind.kind === 'request';
  // A cancellation needs no delivery details.
  const isVoid = kind.kind === 'cancellation';
  return {
    language,
    title,
    mark: head.status === 'draft' ? t('order_pdf.draft') : null,
    notice: isRequest ? t('order_pdf.not_an_order') : null,
    intro: [introOf(facts, supplier, t), ...headChanges(facts, style)].join('\n'),
    ...companyParts(company, t),
    recipient: supplier ? recipientLines(supplier, company) : [],
    references: references(facts, supplier, style),
    panels: isVoid ? [] : panels(facts, style),
    receiptCode: receiptCodeOf(facts, t),
    advance: head.payment_in_advance && !isVoid ? t('order_pdf.in_advance') : null,
    columns: columnsOf(facts, style),
    groups: lineGroups(facts, style),
    totals: style.showsPrices ? totalRows(facts, style) : [],
    terms: isVoid ? [] : [...removedLines(facts, style), ...terms(facts, supplier, t)],
    closing:
      supplier && !isRequest ? { greeting: t('order_pdf.greeting'), name: facts.contact?.name ?? '' } : null,
    runningTitle: isRequest ? title : `${title} · ${t('order_pdf.version', { version: facts.version })}`,
  };
}

function titleOf({ head, kind }: OrderFacts, t: LetterWords): string {
  const number = head.order_number_formatted ?? head.draft_number ?? '';
  switch (kind.kind) {
    case 'request':
      return t('order_pdf.title.request', { number }).trim();
    case 'order':
      return t('order_pdf.title.order', { number }).trim();
    case 'change':
      return t('order_pdf.title.change', { number, change: kind.change }).trim();
    case 'cancellation':
      return t('order_pdf.title.cancellation', { number }).trim();
  }
}

function introOf({ kind }: OrderFacts, supplier: OrderSupplier | null, t: LetterWords): string {
  if (kind.kind === 'request') return t('order_pdf.intro.request');
  if (!supplier) return t('order_pdf.intro.overview');
  switch (kind.kind) {
    case 'order':
      return t('order_pdf.intro.order');
    case 'change':
      return t('order_pdf.intro.change');
    case 'cancellation':
      return t('order_pdf.intro.cancellation');
  }
}

function references(
  { kind, head, date, company, contact, version, lines }: OrderFacts,
  supplier: OrderSupplier | null,
  { t, language }: OrderStyle,
): Labelled[] {
  const offer = commonOffer(lines);
  const isRequest = kind.kind === 'request';
  return filled([
    [
      isRequest ? t('order_pdf.reference.request_number') : t('order_pdf.reference.number'),
      head.order_number_formatted ?? head.draft_number,
    ],
    [t('order_pdf.reference.date'), formatDay(date, language)],
    [t('order_pdf.reference.version'), isRequest ? null : String(version)],
    [t('order_pdf.reference.external_number'), head.external_order_number],
    [t('order_pdf.reference.customer_number'), supplier?.client_number],
    [t('order_pdf.reference.offer'), offer?.offer_number],
    [t('order_pdf.reference.offer_date'), offer?.offer_date && formatDay(offer.offer_date, language)],
    [t('order_pdf.reference.contact'), contact?.name],
    [t('order_pdf.reference.email'), contact?.email],
    [t('order_pdf.reference.vat_number'), company?.vat_number],
  ]);
}

function panels(facts: OrderFacts, { t, language }: OrderStyle): Panel[] {
  const { head, deliveryAddress: to, company, consignee } = facts;
  const day = head.delivery_date && formatDay(head.delivery_date, language);
  const delivery: Panel = {
    title: t('order_pdf.panel.delivery'),
    lines: to ? deliveryLines(to, company) : [],
    details: filled([
      [t('order_pdf.panel.dropoff'), to?.dropoff_location],
      [t('order_pdf.panel.consignee'), consignee],
      [t('order_pdf.panel.phone'), to?.phone],
    ]),
  };
  const invoice: Panel = {
    title: t('order_pdf.panel.invoice'),
    lines: billingLines(facts),
    details: filled([[t('order_pdf.panel.einvoice'), company?.einvoice_email]]),
  };
  const date: Panel = { title: t('order_pdf.panel.date'), lines: linesOf(day), details: [] };
  return [delivery, invoice, date].filter(({ lines, details }) => lines.length + details.length > 0);
}

function receiptCodeOf({ kind, receiptUrl: url }: OrderFacts, t: LetterWords): ReceiptCode | null {
  const hasGoodsToCome = kind.kind === 'order' || kind.kind === 'change';
  return hasGoodsToCome && url !== null ? { url, label: t('order_pdf.receipt_code') } : null;
}

/** The company comes before the place that its address names, so that carriers find both (PUN-17). */
function deliveryLines(
  to: NonNullable<OrderFacts['deliveryAddress']>,
  company: OrderFacts['company'],
): string[] {
  const name = senderName(company) || to.name;
  const place = to.name === name ? null : to.name;
  return addressLines(
    { ...to, name, complement: lined([place, to.consignee, to.complement]) },
    company?.country ?? to.country,
  );
}

/** The text on the document takes precedence (PROC-06); after a bare name the company's address follows. */
function billingLines({ head, company }: OrderFacts): string[] {
  const typed = linesOf(head.billing_address_text);
  if (!company || typed.length > 1) return typed;
  const [name = senderName(company)] = typed;
  const town = { zipcode: company.billing_zipcode, city: company.billing_city };
  const { billing_address_complement: complement, billing_address: address, country } = company;
  return addressLines(
    { name, complement, address, ...town, country: company.billing_country ?? country },
    country,
  );
}

function columnsOf({ head }: OrderFacts, { t, showsPrices }: OrderStyle): LineColumns {
  return {
    position: t('order_pdf.column.position'),
    itemNumber: t('order_pdf.column.item_number'),
    description: t('order_pdf.column.description'),
    quantity: t('order_pdf.column.quantity'),
    amounts: showsPrices
      ? {
          price: t('order_pdf.column.price'),
          tax: t('order_pdf.column.tax'),
          net: t('order_pdf.column.net', { currency: head.currency }),
        }
      : null,
  };
}

function terms(
  { head, kind, company }: OrderFacts,
  supplier: OrderSupplier | null,
  t: LetterWords,
): Labelled[] {
  const number = head.order_number_formatted;
  const isOrder = kind.kind === 'order' || kind.kind === 'change';
  return filled([
    [t('order_pdf.term.delivery'), supplier?.delivery_terms],
    [t('order_pdf.term.payment'), supplier?.payment_terms],
    [t('order_pdf.term.invoice'), isOrder && number ? t('order_pdf.quote_number', { number }) : null],
    [t('order_pdf.term.notes'), head.show_notes_in_pdf ? head.notes : null],
    [t('order_pdf.term.purchase'), company?.purchase_terms],
  ]);
}
