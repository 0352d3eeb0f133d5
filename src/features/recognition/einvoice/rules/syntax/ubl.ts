import type { XmlElement } from '../../../../../base/xml-reading.ts';
import { all, attributeOf, textAt, textsAt } from '../../../../../base/xml-tree.ts';
import { type Rule, rule, type Scope, type Term } from '../rule.ts';
import { anywhere, at, linesAt, named, once, one, rootIf, same, withoutChild } from './elements.ts';

const root = rootIf(({ syntax }) => syntax === 'ubl');
const seller = at(root, 'AccountingSupplierParty', 'Party');
const buyer = at(root, 'AccountingCustomerParty', 'Party');
const lines = linesAt(
  (subject) => ['InvoiceLine', 'CreditNoteLine'].flatMap((name) => at(root, name)(subject)),
  'ID',
);

function each(name: string): Scope<XmlElement> {
  return anywhere(root, (element) => element.name === name);
}

const payments = each('PaymentMeans');
const preceding = each('BillingReference');
const documents = each('AdditionalDocumentReference');
const files = anywhere(root, ({ name }) => name.endsWith('BinaryObject'));
const creditors = anywhere(
  root,
  (element, { name }) => name === 'PartyIdentification' && element.name === 'ID' && isCreditor(element),
);

function isCreditor(id: XmlElement): boolean {
  return attributeOf(id, 'schemeID')?.toUpperCase() === 'SEPA';
}

function isObject(document: XmlElement): boolean {
  return textsAt(document, 'DocumentTypeCode').includes('130');
}

/** Elements that may occur once in the whole document. */
const inDocument: readonly Rule[] = [
  once('UBL-SR-01', 'BT-12', root, 'ContractDocumentReference', 'ID'),
  once('UBL-SR-02', 'BT-15', root, 'ReceiptDocumentReference', 'ID'),
  once('UBL-SR-03', 'BT-16', root, 'DespatchDocumentReference', 'ID'),
  onceOf('UBL-SR-04', 'BT-18', root, (document) =>
    all(document, 'AdditionalDocumentReference')
      .filter(isObject)
      .flatMap((reference) => all(reference, 'ID')),
  ),
  once('UBL-SR-05', 'BT-20', root, 'PaymentTerms', 'Note'),
  once('UBL-SR-08', 'BG-14', root, 'InvoicePeriod'),
  once('UBL-SR-24', 'BG-13', root, 'Delivery'),
  rule({
    id: 'UBL-SR-29',
    terms: ['BT-90'],
    text: 'once',
    at: root,
    fault: (_, subject) => creditors(subject).length > 1,
  }),
  once('UBL-SR-39', 'BT-11', root, 'ProjectReference', 'ID'),
  same('UBL-SR-44', 'BT-83', root, each('PaymentID')),
  once('UBL-SR-45', 'BT-9', root, 'PaymentMeans', 'PaymentDueDate'),
  onceOf('UBL-SR-46', 'BT-82', root, (document) =>
    all(document, 'PaymentMeans', 'PaymentMeansCode').filter(({ attributes }) => attributes.has('name')),
  ),
  same('UBL-SR-47', 'BT-81', root, each('PaymentMeansCode')),
  once('UBL-SR-49', 'BT-8', root, 'InvoicePeriod', 'DescriptionCode'),
  once('UBL-SR-54', 'BG-18', root, 'PaymentMeans', 'CardAccount'),
  once('UBL-SR-55', 'BG-19', root, 'PaymentMeans', 'PaymentMandate'),
  once('UBL-SR-56', 'BT-17', root, 'OriginatorDocumentReference', 'ID'),
];

const inParties: readonly Rule[] = [
  once('UBL-SR-09', 'BT-27', seller, 'PartyLegalEntity', 'RegistrationName'),
  once('UBL-SR-10', 'BT-28', seller, 'PartyName', 'Name'),
  once('UBL-SR-11', 'BT-30', seller, 'PartyLegalEntity', 'CompanyID'),
  onceOf('UBL-SR-12', 'BT-31', seller, (party) => registrationsOf(party, true)),
  onceOf('UBL-SR-13', 'BT-32', seller, (party) => registrationsOf(party, false)),
  once('UBL-SR-14', 'BT-33', seller, 'PartyLegalEntity', 'CompanyLegalForm'),
  once('UBL-SR-15', 'BT-44', buyer, 'PartyLegalEntity', 'RegistrationName'),
  once('UBL-SR-16', 'BT-46', buyer, 'PartyIdentification', 'ID'),
  once('UBL-SR-17', 'BT-47', buyer, 'PartyLegalEntity', 'CompanyID'),
  onceOf('UBL-SR-18', 'BT-48', buyer, (party) => registrationsOf(party, true)),
  ...ofPayee('UBL-SR-19', 'BT-59', (payee) => all(payee, 'PartyName', 'Name')),
  ...ofPayee('UBL-SR-20', 'BT-60', (payee) =>
    all(payee, 'PartyIdentification', 'ID').filter((id) => !isCreditor(id)),
  ),
  ...ofPayee('UBL-SR-21', 'BT-61', (payee) => all(payee, 'PartyLegalEntity', 'CompanyID')),
  once('UBL-SR-22', 'BT-62', each('TaxRepresentativeParty'), 'PartyName', 'Name'),
  once('UBL-SR-23', 'BT-63', each('TaxRepresentativeParty'), 'PartyTaxScheme', 'CompanyID'),
  once('UBL-SR-25', 'BT-70', each('Delivery'), 'DeliveryParty', 'PartyName', 'Name'),
  once('UBL-SR-40', 'BT-45', buyer, 'PartyName', 'Name'),
  named('UBL-SR-42', 'repeated', seller, (party) =>
    all(party, 'PartyTaxScheme').length > 2 ? 'PartyTaxScheme' : null,
  ),
  named('UBL-SR-51', 'repeated', anywhere(root, isAddress), (address) =>
    all(address, 'AddressLine').length > 1 ? `${address.name}/AddressLine` : null,
  ),
  lacking('UBL-SR-53', each('PartyTaxScheme'), 'CompanyID'),
  lacking('UBL-SR-53', each('PartyTaxScheme'), 'TaxScheme', 'ID'),
];

const inLines: readonly Rule[] = [
  once('UBL-SR-34', 'BT-127', lines, 'Note'),
  once('UBL-SR-35', 'BT-132', lines, 'OrderLineReference', 'LineID'),
  once('UBL-SR-36', 'BG-26', lines, 'InvoicePeriod'),
  once('UBL-SR-37', 'BT-147', lines, 'Price', 'AllowanceCharge', 'Amount'),
  ...one('UBL-SR-48', 'BT-151', lines, 'Item', 'ClassifiedTaxCategory'),
  once('UBL-SR-50', 'BT-154', lines, 'Item', 'Description'),
  once('UBL-SR-52', 'BT-128', lines, 'DocumentReference'),
];

const inGroups: readonly Rule[] = [
  once('UBL-SR-06', 'BG-3', preceding, 'InvoiceDocumentReference'),
  lacking('UBL-SR-07', preceding, 'InvoiceDocumentReference', 'ID'),
  once('UBL-SR-26', 'BT-83', payments, 'PaymentID'),
  once('UBL-SR-27', 'BT-81', payments, 'PaymentMeansCode'),
  once('UBL-SR-28', 'BT-89', payments, 'PaymentMandate', 'ID'),
  once('UBL-SR-30', 'BT-97', adjustmentsWith('false', '0'), 'AllowanceChargeReason'),
  once('UBL-SR-31', 'BT-104', adjustmentsWith('true', '1'), 'AllowanceChargeReason'),
  once('UBL-SR-32', 'BT-120', each('TaxSubtotal'), 'TaxCategory', 'TaxExemptionReason'),
  once('UBL-SR-33', 'BT-123', documents, 'DocumentDescription'),
  rule({
    id: 'UBL-SR-43',
    terms: ['BT-122', 'BT-18'],
    text: 'notAllowed',
    at: documents,
    fault: (document, { isCreditNote }) => {
      const codes = textsAt(document, 'DocumentTypeCode');
      if (isObject(document) || (isCreditNote && codes.includes('50'))) return false;
      if (codes.length > 0) return { value: `${document.name}/DocumentTypeCode` };
      const hasScheme = all(document, 'ID').some(({ attributes }) => attributes.has('schemeID'));
      return hasScheme ? { value: `${document.name}/ID/@schemeID` } : false;
    },
  }),
  // The identifier of an object is no supporting document, so it has neither file nor description.
  withoutChild('UBL-CR-666', documents, 'Attachment', (document) => !isObject(document)),
  withoutChild('UBL-CR-673', documents, 'DocumentDescription', (document) => !isObject(document)),
];

const adjustments = anywhere(
  root,
  ({ name }, parent) => name === 'AllowanceCharge' && parent.name !== 'Price',
);
const otherAmounts = anywhere(
  root,
  ({ name }, parent) => /(?<!Price)Amount$/.test(name) && parent.name !== 'AllowanceCharge',
);
/** All amounts but prices, and allowances and charges within a price. */
const amounts: Scope<XmlElement> = (subject) =>
  [otherAmounts, at(adjustments, 'Amount'), at(adjustments, 'BaseAmount')].flatMap((scope) => scope(subject));

const dataTypes: readonly Rule[] = [
  named('UBL-DT-01', 'elementDecimals', amounts, ({ name, text }) =>
    (text.split('.', 2)[1] ?? '').length > 2 ? name : null,
  ),
  lackingAttribute('UBL-DT-06', files, 'mimeCode'),
  lackingAttribute('UBL-DT-07', files, 'filename'),
];

/**
 * The binding rules of EN 16931 to UBL that an invoice must keep (UBL-SR-*, UBL-DT-*, and UBL-CR-* where they are
 * errors), as published with the validation artefacts of CEN/TC 434.
 */
export const ublBindingRules: readonly Rule[] = [
  ...inDocument,
  ...inParties,
  ...inLines,
  ...inGroups,
  ...dataTypes,
];

function onceOf(
  id: string,
  term: Term,
  scope: Scope<XmlElement>,
  of: (element: XmlElement) => readonly XmlElement[],
): Rule {
  return rule({ id, terms: [term], text: 'once', at: scope, fault: (element) => of(element).length > 1 });
}

/** The payee is stated only if it is not the seller, and with one value of a kind. */
function ofPayee(id: string, term: Term, of: (payee: XmlElement) => readonly XmlElement[]): readonly Rule[] {
  const payees = at(root, 'PayeeParty');
  const other = rule({
    id,
    terms: [term],
    text: 'alreadyUsed',
    at: payees,
    fault: (payee, subject) => {
      const names = seller(subject).flatMap(({ value }) =>
        textsAt(value, 'PartyLegalEntity', 'RegistrationName'),
      );
      return !textsAt(payee, 'PartyName', 'Name').some((own) => names.some((name) => name !== own));
    },
  });
  return [other, onceOf(id, term, payees, of)];
}

/** The registrations of a party for VAT, or for another tax; one without a tax is neither. */
function registrationsOf(party: XmlElement, isForVat: boolean): readonly XmlElement[] {
  return all(party, 'PartyTaxScheme')
    .filter((registration) => {
      const taxes = all(registration, 'TaxScheme').map((tax) => textAt(tax, 'ID')?.toUpperCase() === 'VAT');
      return taxes.length > 0 && taxes.includes(true) === isForVat;
    })
    .flatMap((registration) => all(registration, 'CompanyID'));
}

function adjustmentsWith(...indicators: readonly string[]): Scope<XmlElement> {
  return anywhere(
    root,
    (element) =>
      element.name === 'AllowanceCharge' && indicators.includes(textAt(element, 'ChargeIndicator') ?? ''),
  );
}

function isAddress({ name }: XmlElement): boolean {
  return name === 'PostalAddress' || name === 'Address';
}

function lacking(id: string, scope: Scope<XmlElement>, ...path: readonly string[]): Rule {
  return named(id, 'lacking', scope, (element) =>
    all(element, ...path).length === 0 ? [element.name, ...path].join('/') : null,
  );
}

function lackingAttribute(id: string, scope: Scope<XmlElement>, attribute: string): Rule {
  return named(id, 'lacking', scope, ({ name, attributes }) =>
    attributes.has(attribute) ? null : `${name}/@${attribute}`,
  );
}
