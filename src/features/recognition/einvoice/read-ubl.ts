import type { XmlElement } from '../../../base/xml-reading.ts';
import { all, attributeOf, first, ownText, textAt, textsAt } from '../../../base/xml-tree.ts';
import type {
  Invoice,
  Note,
  Payee,
  PaymentInstructions,
  SupportingDocument,
  TaxBreakdown,
  TaxRepresentative,
  Text,
  Totals,
} from './model.ts';
import { ublLines } from './read-ubl-lines.ts';
import {
  addressOf,
  allowancesAndChargesOf,
  creditorOf,
  dayAt,
  identifiersOf,
  partyOf,
  periodOf,
} from './ubl-parts.ts';
import { amountAt, amountIn, identifierAt, isDirectDebit, termsOf } from './xml-values.ts';

/** UNTDID 1001 codes of referenced documents that have their own business terms. */
const projectDocument = '50';
const invoicedObject = '130';

/** Reads a UBL 2.1 invoice or credit note in the EN 16931 binding (CEN/TS 16931-3-2), with XRechnung and Peppol. */
export function readUbl(root: XmlElement): Invoice {
  const isCreditNote = root.name === 'CreditNote';
  const seller = first(root, 'AccountingSupplierParty', 'Party');
  return {
    ...headOf(root, isCreditNote),
    notes: textsAt(root, 'Note').map(noteOf),
    precedingInvoices: all(root, 'BillingReference').map((reference) => ({
      number: textAt(reference, 'InvoiceDocumentReference', 'ID'),
      issueDate: dayAt(reference, 'InvoiceDocumentReference', 'IssueDate'),
    })),
    seller: partyOf(seller),
    buyer: partyOf(first(root, 'AccountingCustomerParty', 'Party')),
    payee: payeeOf(first(root, 'PayeeParty')),
    taxRepresentative: representativeOf(first(root, 'TaxRepresentativeParty')),
    delivery: deliveryOf(first(root, 'Delivery')),
    period: periodOf(first(root, 'InvoicePeriod')),
    paymentInstructions: paymentsOf(root, creditorOf(seller) ?? creditorOf(first(root, 'PayeeParty'))),
    ...allowancesAndChargesOf(root),
    totals: totalsOf(root),
    taxBreakdown: all(root, 'TaxTotal', 'TaxSubtotal').map(breakdownOf),
    documents: documentsOf(root, isCreditNote),
    lines: ublLines(root, isCreditNote ? 'CreditNote' : 'Invoice'),
    discountTerms: [],
  };
}

function headOf(root: XmlElement, isCreditNote: boolean) {
  const object = all(root, 'AdditionalDocumentReference').find(isOfType(invoicedObject));
  const project = all(root, 'AdditionalDocumentReference').find(isOfType(projectDocument));
  return {
    number: textAt(root, 'ID'),
    issueDate: dayAt(root, 'IssueDate'),
    typeCode: textAt(root, isCreditNote ? 'CreditNoteTypeCode' : 'InvoiceTypeCode'),
    currency: textAt(root, 'DocumentCurrencyCode'),
    taxCurrency: textAt(root, 'TaxCurrencyCode'),
    taxPointDate: dayAt(root, 'TaxPointDate'),
    taxPointDateCode: textAt(root, 'InvoicePeriod', 'DescriptionCode'),
    // Credit notes have only the due date of the payment means.
    dueDate: dayAt(root, 'DueDate') ?? dayAt(root, 'PaymentMeans', 'PaymentDueDate'),
    buyerReference: textAt(root, 'BuyerReference'),
    projectReference: textAt(root, 'ProjectReference', 'ID') ?? (isCreditNote ? textAt(project, 'ID') : null),
    contractReference: textAt(root, 'ContractDocumentReference', 'ID'),
    orderReference: textAt(root, 'OrderReference', 'ID'),
    salesOrderReference: textAt(root, 'OrderReference', 'SalesOrderID'),
    receivingAdviceReference: textAt(root, 'ReceiptDocumentReference', 'ID'),
    despatchAdviceReference: textAt(root, 'DespatchDocumentReference', 'ID'),
    tenderReference: textAt(root, 'OriginatorDocumentReference', 'ID'),
    objectIdentifier: identifierAt(object, 'ID'),
    buyerAccountingReference: textAt(root, 'AccountingCost'),
    paymentTerms: termsOf(all(root, 'PaymentTerms', 'Note')),
    businessProcess: textAt(root, 'ProfileID'),
    specification: textAt(root, 'CustomizationID'),
  };
}

function isOfType(code: string): (reference: XmlElement) => boolean {
  return (reference) => textAt(reference, 'DocumentTypeCode') === code;
}

/** UBL has no element for the subject of a note and writes it as a prefix such as `#AAI#` (BT-21). */
function noteOf(text: string): Note {
  const [, subjectCode, rest] = /^#([A-Z]{3})#(.*)$/s.exec(text) ?? [];
  return subjectCode !== undefined && rest !== undefined
    ? { subjectCode, text: rest.trim() }
    : { subjectCode: null, text };
}

function payeeOf(party: XmlElement | undefined): Payee | null {
  if (!party) return null;
  return {
    name: textAt(party, 'PartyName', 'Name'),
    identifiers: identifiersOf(party),
    legalRegistration: identifierAt(party, 'PartyLegalEntity', 'CompanyID'),
  };
}

function representativeOf(party: XmlElement | undefined): TaxRepresentative | null {
  if (!party) return null;
  return {
    name: textAt(party, 'PartyName', 'Name'),
    vatId: partyOf(party).vatId,
    address: addressOf(first(party, 'PostalAddress')),
  };
}

function deliveryOf(delivery: XmlElement | undefined): Invoice['delivery'] {
  if (!delivery) return null;
  return {
    name: textAt(delivery, 'DeliveryParty', 'PartyName', 'Name'),
    location: identifierAt(delivery, 'DeliveryLocation', 'ID'),
    date: dayAt(delivery, 'ActualDeliveryDate'),
    address: addressOf(first(delivery, 'DeliveryLocation', 'Address')),
  };
}

function paymentsOf(root: XmlElement, creditor: Text): readonly PaymentInstructions[] {
  return all(root, 'PaymentMeans').map((means) => {
    const mandate = first(means, 'PaymentMandate');
    const card = first(means, 'CardAccount');
    return {
      meansCode: textAt(means, 'PaymentMeansCode'),
      meansText: attributeOf(first(means, 'PaymentMeansCode'), 'name'),
      remittance: textAt(means, 'PaymentID'),
      accounts: all(means, 'PayeeFinancialAccount').map((account) => ({
        id: textAt(account, 'ID'),
        name: textAt(account, 'Name'),
        bic: textAt(account, 'FinancialInstitutionBranch', 'ID'),
      })),
      card: card
        ? { number: textAt(card, 'PrimaryAccountNumberID'), holder: textAt(card, 'HolderName') }
        : null,
      directDebit:
        mandate || (creditor !== null && isDirectDebit(textAt(means, 'PaymentMeansCode')))
          ? {
              mandate: textAt(mandate, 'ID'),
              creditor,
              debitedAccount: textAt(mandate, 'PayerFinancialAccount', 'ID'),
            }
          : null,
    };
  });
}

function totalsOf(root: XmlElement): Totals {
  const totals = first(root, 'LegalMonetaryTotal');
  return {
    lines: amountAt(totals, 'LineExtensionAmount'),
    allowances: amountAt(totals, 'AllowanceTotalAmount'),
    charges: amountAt(totals, 'ChargeTotalAmount'),
    withoutTax: amountAt(totals, 'TaxExclusiveAmount'),
    tax: all(root, 'TaxTotal', 'TaxAmount').map(amountIn),
    withTax: amountAt(totals, 'TaxInclusiveAmount'),
    prepaid: amountAt(totals, 'PrepaidAmount'),
    rounding: amountAt(totals, 'PayableRoundingAmount'),
    due: amountAt(totals, 'PayableAmount'),
  };
}

function breakdownOf(subtotal: XmlElement): TaxBreakdown {
  const category = first(subtotal, 'TaxCategory');
  return {
    base: amountAt(subtotal, 'TaxableAmount'),
    tax: amountAt(subtotal, 'TaxAmount'),
    category: textAt(category, 'ID'),
    rate: textAt(category, 'Percent'),
    exemptionReason: textAt(category, 'TaxExemptionReason'),
    exemptionCode: textAt(category, 'TaxExemptionReasonCode'),
  };
}

function documentsOf(root: XmlElement, isCreditNote: boolean): readonly SupportingDocument[] {
  const isObject = isOfType(invoicedObject);
  const isProject = isOfType(projectDocument);
  return all(root, 'AdditionalDocumentReference')
    .filter((reference) => !isObject(reference) && !(isCreditNote && isProject(reference)))
    .map((reference) => {
      const content = first(reference, 'Attachment', 'EmbeddedDocumentBinaryObject');
      return {
        reference: textAt(reference, 'ID'),
        description: textAt(reference, 'DocumentDescription'),
        location: textAt(reference, 'Attachment', 'ExternalReference', 'URI'),
        attachment: content
          ? {
              content: (ownText(content) ?? '').replaceAll(/\s+/g, ''),
              mime: attributeOf(content, 'mimeCode'),
              name: attributeOf(content, 'filename'),
            }
          : null,
      };
    });
}
