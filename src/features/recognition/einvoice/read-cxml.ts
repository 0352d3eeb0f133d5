import { addDays, isDay } from '../../../base/day.ts';
import type { XmlElement } from '../../../base/xml-reading.ts';
import { all, attributeOf, first, textAt } from '../../../base/xml-tree.ts';
import { credited } from './cxml-credit.ts';
import {
  addressOf,
  adjustmentAt,
  buyerOf,
  combined,
  dayOf,
  isNegative,
  modificationsIn,
  moneyAt,
  paidPartnerOf,
  referenceOf,
  sellerOf,
  sumOf,
} from './cxml-parts.ts';
import { breakdownOf, taxedBy, taxFor } from './cxml-taxes.ts';
import type {
  AllowanceCharge,
  DiscountTerms,
  Invoice,
  PaymentInstructions,
  TaxBreakdown,
  Text,
  Totals,
} from './model.ts';
import {
  cxmlLines,
  type InLine,
  inLineOf,
  lineElements,
  orderNumberOf,
  periodOf,
} from './read-cxml-lines.ts';

/** UNTDID 1001 codes by `purpose`. */
const typeCodes: Readonly<Record<string, string>> = {
  standard: '380',
  creditMemo: '381',
  lineLevelCreditMemo: '381',
  debitMemo: '383',
  lineLevelDebitMemo: '383',
};

/** SEPA credit transfer (UNTDID 4461). */
const transfer = '58';

/**
 * Reads a cXML `InvoiceDetailRequest` (InvoiceDetail.dtd 1.2) into the model of EN 16931 (PUN-17). Null for other
 * messages, for the withdrawal of an invoice and for a copy that only informs, as nothing is to be paid for those.
 */
export function readCxml(root: XmlElement): Invoice | null {
  const request = first(root, 'Request', 'InvoiceDetailRequest');
  const header = first(request, 'InvoiceDetailRequestHeader');
  const isNew =
    attributeOf(header, 'operation') !== 'delete' && attributeOf(header, 'isInformationOnly') !== 'yes';
  if (!request || !header || !isNew) return null;
  const summary = first(request, 'InvoiceDetailSummary');
  const inLine = inLineOf(header);
  const elements = lineElements(request);
  const taxBreakdown = breakdownOf(
    summary,
    elements.map(({ element }) => element),
  );
  const lines = cxmlLines(elements, inLine, taxFor(summary, 'tax', taxBreakdown));
  const changes = adjustmentsOf(summary, inLine, taxBreakdown);
  const ofLines = {
    allowances: lines.flatMap((line) => line.allowances),
    charges: lines.flatMap((line) => line.charges),
  };
  const invoice: Invoice = {
    ...headOf(root, request, header),
    ...partiesOf(header),
    ...changes,
    totals: totalsOf(summary, changes, ofLines),
    taxBreakdown,
    documents: [],
    lines,
    discountTerms: discountsOf(header),
  };
  return invoice.typeCode === '381' && statesNegative(invoice) ? credited(invoice) : invoice;
}

/** Whether a credit memo states what it credits as negative; a total of zero leaves that to its lines. */
function statesNegative({ totals, lines }: Invoice): boolean {
  const stated = [totals.withTax?.value ?? null, ...lines.map(({ quantity }) => quantity)];
  return isNegative(stated.find((text) => /[1-9]/.test(text ?? '')) ?? null);
}

function headOf(root: XmlElement, request: XmlElement, header: XmlElement) {
  const orders = [...all(request, 'InvoiceDetailOrder'), ...all(request, 'InvoiceDetailHeaderOrder')];
  const numbers = [...new Set(orders.flatMap((order) => orderNumberOf(order) ?? []))];
  const agreement = orders.map((order) => first(order, 'InvoiceDetailOrderInfo')).find(Boolean);
  const summary = first(request, 'InvoiceDetailSummary');
  const currency =
    (moneyAt(summary, 'NetAmount') ?? moneyAt(summary, 'DueAmount') ?? moneyAt(summary, 'GrossAmount'))
      ?.currency ?? null;
  const other = attributeOf(first(summary, 'Tax', 'Money'), 'alternateCurrency');
  const version = attributeOf(root, 'version');
  return {
    number: attributeOf(header, 'invoiceID'),
    issueDate: dayOf(header, 'invoiceDate'),
    typeCode: typeCodes[attributeOf(header, 'purpose') ?? 'standard'] ?? null,
    currency,
    taxCurrency: other === currency ? null : other,
    taxPointDate: null,
    taxPointDateCode: null,
    dueDate: dueDateOf(header),
    buyerReference: null,
    projectReference: null,
    contractReference:
      attributeOf(first(agreement, 'MasterAgreementReference'), 'agreementID') ??
      attributeOf(first(agreement, 'MasterAgreementIDInfo'), 'agreementID'),
    orderReference: numbers.length === 0 ? null : numbers.join(', '),
    salesOrderReference: attributeOf(first(agreement, 'SupplierOrderInfo'), 'orderID'),
    receivingAdviceReference: null,
    despatchAdviceReference: attributeOf(first(header, 'ShipNoticeIDInfo'), 'shipNoticeID'),
    tenderReference: null,
    objectIdentifier: null,
    buyerAccountingReference: null,
    paymentTerms: null,
    notes: all(header, 'Comments').map(({ text }) => ({ subjectCode: null, text: text.trim() })),
    businessProcess: null,
    specification: version === null ? 'cXML' : `cXML ${version}`,
    precedingInvoices: all(header, 'InvoiceIDInfo').map((info) => ({
      number: attributeOf(info, 'invoiceID'),
      issueDate: dayOf(info, 'invoiceDate'),
    })),
  };
}

function partiesOf(header: XmlElement) {
  const shipping = first(header, 'InvoiceDetailShipping');
  const shipTo = all(shipping, 'Contact').find((each) => attributeOf(each, 'role') === 'shipTo');
  return {
    seller: sellerOf(header),
    buyer: buyerOf(header),
    payee: null,
    taxRepresentative: null,
    delivery: shipping
      ? {
          name: textAt(shipTo, 'Name'),
          location: null,
          date: dayOf(shipping, 'shippingDate'),
          address: addressOf(first(shipTo, 'PostalAddress')),
        }
      : null,
    period: periodOf(first(header, 'Period')),
    paymentInstructions: paymentOf(header),
  };
}

function paymentOf(header: XmlElement): readonly PaymentInstructions[] {
  const partner = paidPartnerOf(header);
  const iban = referenceOf(partner, /^iban(id)?$/i);
  if (iban === null) return [];
  const bic = referenceOf(partner, /^(swift|bic)(id)?$/i);
  return [
    {
      ...{ meansCode: transfer, meansText: null, remittance: null, card: null, directDebit: null },
      accounts: [{ id: iban, name: referenceOf(partner, /^accountname$/i), bic }],
    },
  ];
}

/** The stated day, else that of the payment term without discount. */
function dueDateOf(header: XmlElement): Text {
  const stated = dayOf(first(header, 'PaymentInformation'), 'paymentNetDueDate');
  const day = dayOf(header, 'invoiceDate');
  const net = termsOf(header).find(({ discount }) => discount === null);
  if (stated !== null || net === undefined || day === null || !isDay(day)) return stated;
  return addDays(day, Number(net.days));
}

interface Term {
  readonly days: string;
  readonly discount: Pick<DiscountTerms, 'percentage' | 'amount'> | null;
}

/** The payment terms; the older element states a rate of zero for the term without discount. */
function termsOf(header: XmlElement): readonly Term[] {
  const current = all(header, 'PaymentTerm').map((term) => {
    const percentage = attributeOf(first(term, 'Discount', 'DiscountPercent'), 'percent');
    const amount = moneyAt(term, 'Discount', 'DiscountAmount');
    const discount = percentage === null && amount === null ? null : { percentage, amount };
    return { days: attributeOf(term, 'payInNumberOfDays'), discount };
  });
  const former = all(header, 'InvoiceDetailPaymentTerm').map((term) => {
    const percentage = attributeOf(term, 'percentageRate');
    const discount = /[1-9]/.test(percentage ?? '') ? { percentage, amount: null } : null;
    return { days: attributeOf(term, 'payInNumberOfDays'), discount };
  });
  return [...current, ...former].flatMap(({ days, discount }) =>
    days !== null && /^\d{1,4}$/.test(days) ? [{ days, discount }] : [],
  );
}

function discountsOf(header: XmlElement): readonly DiscountTerms[] {
  return termsOf(header).flatMap(({ days, discount }) =>
    discount === null ? [] : [{ days, basisDate: null, dueDate: null, base: null, ...discount }],
  );
}

/** What is charged or deducted beside the lines. */
function adjustmentsOf(
  summary: XmlElement | undefined,
  inLine: InLine,
  rows: readonly TaxBreakdown[],
): Pick<Invoice, 'allowances' | 'charges'> {
  const of = (
    name: string,
    kind: Parameters<typeof adjustmentAt>[1],
    purpose: Parameters<typeof taxFor>[1],
    isInLine: boolean,
  ): readonly AllowanceCharge[] =>
    isInLine ? [] : adjustmentAt(first(summary, name), kind, taxFor(summary, purpose, rows));
  const modified = modificationsIn(first(summary, 'InvoiceHeaderModifications'), (tax) =>
    tax ? taxedBy(tax) : taxFor(summary, 'tax', rows),
  );
  return {
    allowances: [
      ...of('InvoiceDetailDiscount', 'discount', 'discountTax', inLine.discount),
      ...modified.allowances,
    ],
    charges: [
      ...of('ShippingAmount', 'shipping', 'shippingTax', inLine.shipping),
      ...of('SpecialHandlingAmount', 'handling', 'specialHandlingTax', inLine.handling),
      ...modified.charges,
    ],
  };
}

type Changes = Pick<Invoice, 'allowances' | 'charges'>;

/** `NetAmount` includes the tax, so that the total without it is the difference, which the rules check. */
function totalsOf(summary: XmlElement | undefined, ofDocument: Changes, ofLines: Changes): Totals {
  const tax = moneyAt(summary, 'Tax');
  const withTax = moneyAt(summary, 'NetAmount');
  const prepaid = moneyAt(summary, 'DepositAmount');
  const amounts = (of: readonly AllowanceCharge[]) => of.map(({ amount }) => amount);
  const money = first(summary, 'Tax', 'Money');
  const alternate = attributeOf(money, 'alternateAmount');
  return {
    lines: combined(
      moneyAt(summary, 'SubtotalAmount'),
      amounts(ofLines.charges),
      amounts(ofLines.allowances),
    ),
    allowances: sumOf(amounts(ofDocument.allowances)),
    charges: sumOf(amounts(ofDocument.charges)),
    withoutTax: moneyAt(summary, 'TotalAmountWithoutTax') ?? combined(withTax, [], [tax]),
    tax: [
      ...(tax === null ? [] : [tax]),
      ...(alternate === null
        ? []
        : [{ value: alternate, currency: attributeOf(money, 'alternateCurrency') }]),
    ],
    withTax,
    prepaid,
    rounding: null,
    due: moneyAt(summary, 'DueAmount') ?? combined(withTax, [], prepaid === null ? [] : [prepaid]),
  };
}
