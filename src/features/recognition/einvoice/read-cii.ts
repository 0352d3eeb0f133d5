import type { XmlElement } from '../../../base/xml-reading.ts';
import { all, attributeOf, first, ownText, textAt } from '../../../base/xml-tree.ts';
import { type CiiDialect, crossIndustryInvoice } from './cii-dialect.ts';
import {
  addressOf,
  allowancesAndChargesOf,
  amountInCurrency,
  dayOf,
  identifiersOf,
  partyOf,
  payeeOf,
  periodOf,
  representativeOf,
} from './cii-parts.ts';
import type {
  DiscountTerms,
  Identifier,
  Invoice,
  PaymentInstructions,
  SupportingDocument,
  TaxBreakdown,
  Text,
  Totals,
} from './model.ts';
import { ciiLines } from './read-cii-lines.ts';
import { amountAt, amountIn, isDirectDebit, termsOf } from './xml-values.ts';

/** UNTDID 1001 codes of referenced documents that have their own business terms. */
const tenderDocument = '50';
const invoicedObject = '130';

/** The parts of a document, independent of the dialect. */
interface Parts {
  readonly context: XmlElement | undefined;
  readonly header: XmlElement | undefined;
  readonly agreement: XmlElement | undefined;
  readonly delivery: XmlElement | undefined;
  readonly settlement: XmlElement | undefined;
  readonly dialect: CiiDialect;
}

/**
 * Reads a CrossIndustryInvoice in the EN 16931 binding (CEN/TS 16931-3-3), including XRechnung and all profiles of
 * Factur-X and ZUGFeRD 2; with the other dialect, ZUGFeRD 1.
 */
export function readCii(root: XmlElement, dialect: CiiDialect = crossIndustryInvoice): Invoice {
  const transaction = first(root, dialect.transaction);
  const parts: Parts = {
    context: first(root, dialect.context),
    header: first(root, dialect.header),
    agreement: first(transaction, dialect.agreement),
    delivery: first(transaction, dialect.delivery),
    settlement: first(transaction, dialect.settlement),
    dialect,
  };
  const { agreement, settlement } = parts;
  return {
    ...headOf(parts),
    ...referencesOf(parts),
    ...paymentOf(parts),
    notes: all(parts.header, 'IncludedNote').map((note) => ({
      subjectCode: textAt(note, 'SubjectCode'),
      text: textAt(note, 'Content'),
    })),
    seller: partyOf(first(agreement, 'SellerTradeParty')),
    buyer: partyOf(first(agreement, 'BuyerTradeParty')),
    payee: payeeOf(first(settlement, 'PayeeTradeParty')),
    taxRepresentative: representativeOf(first(agreement, 'SellerTaxRepresentativeTradeParty')),
    delivery: deliveryOf(parts.delivery),
    period: periodOf(first(settlement, 'BillingSpecifiedPeriod')),
    ...allowancesAndChargesOf(settlement, dialect),
    totals: totalsOf(parts),
    taxBreakdown: all(settlement, 'ApplicableTradeTax').map((tax) => breakdownOf(tax, dialect)),
    lines: ciiLines(transaction, dialect),
  };
}

function headOf({ context, header, settlement }: Parts) {
  const tax = all(settlement, 'ApplicableTradeTax');
  return {
    number: textAt(header, 'ID'),
    issueDate: dayOf(first(header, 'IssueDateTime')),
    typeCode: textAt(header, 'TypeCode'),
    currency: textAt(settlement, 'InvoiceCurrencyCode'),
    taxCurrency: textAt(settlement, 'TaxCurrencyCode'),
    taxPointDate: dayOf(tax.flatMap((row) => all(row, 'TaxPointDate'))[0]),
    taxPointDateCode: ownText(tax.flatMap((row) => all(row, 'DueDateTypeCode'))[0]),
    businessProcess: textAt(context, 'BusinessProcessSpecifiedDocumentContextParameter', 'ID'),
    specification: textAt(context, 'GuidelineSpecifiedDocumentContextParameter', 'ID'),
  };
}

function referencesOf({ agreement, delivery, settlement, dialect: { reference } }: Parts) {
  const further = all(agreement, 'AdditionalReferencedDocument');
  const ofType = (code: string) => further.find((document) => textAt(document, 'TypeCode') === code);
  return {
    buyerReference: textAt(agreement, 'BuyerReference'),
    projectReference: textAt(agreement, 'SpecifiedProcuringProject', 'ID'),
    contractReference: textAt(agreement, 'ContractReferencedDocument', reference),
    orderReference: textAt(agreement, 'BuyerOrderReferencedDocument', reference),
    salesOrderReference: textAt(agreement, 'SellerOrderReferencedDocument', reference),
    receivingAdviceReference: textAt(delivery, 'ReceivingAdviceReferencedDocument', reference),
    despatchAdviceReference: textAt(delivery, 'DespatchAdviceReferencedDocument', reference),
    tenderReference: textAt(ofType(tenderDocument), reference),
    objectIdentifier: objectOf(ofType(invoicedObject), reference),
    buyerAccountingReference: textAt(settlement, 'ReceivableSpecifiedTradeAccountingAccount', 'ID'),
    precedingInvoices: all(settlement, 'InvoiceReferencedDocument').map((document) => ({
      number: textAt(document, reference),
      issueDate: dayOf(first(document, 'FormattedIssueDateTime') ?? first(document, 'IssueDateTime')),
    })),
    documents: further
      .filter((document) => ![tenderDocument, invoicedObject].includes(textAt(document, 'TypeCode') ?? ''))
      .map((document) => documentOf(document, reference)),
  };
}

function objectOf(document: XmlElement | undefined, reference: string): Identifier | null {
  const value = textAt(document, reference);
  return value === null ? null : { value, scheme: textAt(document, 'ReferenceTypeCode') };
}

function documentOf(document: XmlElement, reference: string): SupportingDocument {
  const content = first(document, 'AttachmentBinaryObject');
  return {
    reference: textAt(document, reference),
    description: textAt(document, 'Name'),
    location: textAt(document, 'URIID'),
    attachment: content
      ? {
          content: content.text.replaceAll(/\s+/g, ''),
          mime: attributeOf(content, 'mimeCode'),
          name: attributeOf(content, 'filename'),
        }
      : null,
  };
}

function deliveryOf(delivery: XmlElement | undefined): Invoice['delivery'] {
  const receiver = first(delivery, 'ShipToTradeParty');
  const event = first(delivery, 'ActualDeliverySupplyChainEvent');
  if (!receiver && !event) return null;
  return {
    name: textAt(receiver, 'Name'),
    location: identifiersOf(receiver)[0] ?? null,
    date: dayOf(first(event, 'OccurrenceDateTime')),
    address: addressOf(first(receiver, 'PostalTradeAddress')),
  };
}

function paymentOf({ settlement }: Parts) {
  const terms = all(settlement, 'SpecifiedTradePaymentTerms');
  return {
    dueDate: dueDateOf(terms),
    paymentTerms: termsOf(terms.flatMap((each) => all(each, 'Description'))),
    paymentInstructions: instructionsOf(settlement),
    discountTerms: terms.flatMap((each) =>
      all(each, 'ApplicableTradePaymentDiscountTerms').map((discount) =>
        discountOf(discount, dayOf(first(each, 'DueDateDateTime'))),
      ),
    ),
  };
}

/** The due date of the terms without a discount; if all terms have a discount, the latest of their due dates. */
function dueDateOf(terms: readonly XmlElement[]): Text {
  const days = (of: readonly XmlElement[]) => of.flatMap((each) => all(each, 'DueDateDateTime')).map(dayOf);
  const [net] = days(terms.filter((each) => all(each, 'ApplicableTradePaymentDiscountTerms').length === 0));
  const stated = days(terms);
  return (
    net ??
    stated
      .filter((day) => day !== null)
      .toSorted()
      .at(-1) ??
    stated[0] ??
    null
  );
}

function discountOf(terms: XmlElement, dueDate: Text): DiscountTerms {
  const period = first(terms, 'BasisPeriodMeasure');
  const unit = attributeOf(period, 'unitCode') ?? 'DAY';
  return {
    // Weeks and months are no number of days; the text of the terms then states the day.
    days: unit === 'DAY' ? ownText(period) : null,
    basisDate: dayOf(first(terms, 'BasisDateTime')),
    dueDate,
    base: amountAt(terms, 'BasisAmount'),
    percentage: textAt(terms, 'CalculationPercent'),
    amount: amountAt(terms, 'ActualDiscountAmount'),
  };
}

function instructionsOf(settlement: XmlElement | undefined): readonly PaymentInstructions[] {
  const stated = all(settlement, 'SpecifiedTradeSettlementPaymentMeans');
  const mandate = textAt(settlement, 'SpecifiedTradePaymentTerms', 'DirectDebitMandateID');
  const creditor = textAt(settlement, 'CreditorReferenceID');
  // Mandate and creditor are siblings of the means of payment, and belong to the direct debits among them.
  const isAnyDebit = stated.some(debits);
  return stated.map((means) => {
    const card = first(means, 'ApplicableTradeSettlementFinancialCard');
    const debit = { mandate, creditor, debitedAccount: debitedAccountOf(means) };
    const isDebit = debits(means) || (mandate !== null && !isAnyDebit);
    return {
      meansCode: textAt(means, 'TypeCode'),
      meansText: textAt(means, 'Information'),
      remittance: textAt(settlement, 'PaymentReference'),
      accounts: accountsOf(means),
      card: card ? { number: textAt(card, 'ID'), holder: textAt(card, 'CardholderName') } : null,
      directDebit: isDebit && Object.values(debit).some((term) => term !== null) ? debit : null,
    };
  });
}

function debits(means: XmlElement): boolean {
  return isDirectDebit(textAt(means, 'TypeCode')) || debitedAccountOf(means) !== null;
}

function debitedAccountOf(means: XmlElement): Text {
  return textAt(means, 'PayerPartyDebtorFinancialAccount', 'IBANID');
}

function accountsOf(means: XmlElement): PaymentInstructions['accounts'] {
  const bic = textAt(means, 'PayeeSpecifiedCreditorFinancialInstitution', 'BICID');
  return all(means, 'PayeePartyCreditorFinancialAccount').map((account) => ({
    id: textAt(account, 'IBANID') || textAt(account, 'ProprietaryID') || textAt(account, 'IBANID'),
    name: textAt(account, 'AccountName'),
    bic,
  }));
}

function totalsOf({ settlement, dialect }: Parts): Totals {
  const totals = first(settlement, dialect.summation);
  const currency = textAt(settlement, 'InvoiceCurrencyCode');
  const total = (name: string) => amountInCurrency(totals, name, currency);
  return {
    lines: total('LineTotalAmount'),
    allowances: total('AllowanceTotalAmount'),
    charges: total('ChargeTotalAmount'),
    withoutTax: total('TaxBasisTotalAmount'),
    tax: all(totals, 'TaxTotalAmount').map(amountIn),
    withTax: total('GrandTotalAmount'),
    prepaid: total('TotalPrepaidAmount'),
    rounding: total('RoundingAmount'),
    due: total('DuePayableAmount'),
  };
}

function breakdownOf(tax: XmlElement, { rate }: CiiDialect): TaxBreakdown {
  return {
    base: amountAt(tax, 'BasisAmount'),
    tax: amountAt(tax, 'CalculatedAmount'),
    category: textAt(tax, 'CategoryCode'),
    rate: textAt(tax, rate),
    exemptionReason: textAt(tax, 'ExemptionReason'),
    exemptionCode: textAt(tax, 'ExemptionReasonCode'),
  };
}
