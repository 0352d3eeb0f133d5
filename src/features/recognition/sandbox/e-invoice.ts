import { xmlText } from '../../../base/xml-text.ts';
import { lineNet, type Paper, type PaperBuyer, type PaperLine, type PaperSeller, totalsOf } from './paper.ts';

/** An invoice as XRechnung in UBL. */
export function eInvoice(paper: Paper): Buffer {
  const { number, seller, buyer, issued, delivered, due, currency } = paper;
  const { net, tax, gross } = totalsOf(paper);
  const amount = amountIn(currency);
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
  ${basic('ID', number)}${basic('IssueDate', issued)}${basic('DueDate', due)}
  ${basic('InvoiceTypeCode', '380')}${basic('DocumentCurrencyCode', currency)}
  ${basic('BuyerReference', paper.order ?? buyer.name)}
  ${referred('OrderReference', paper.order)}${referred('ContractDocumentReference', paper.contract)}
  <cac:AccountingSupplierParty>${party(seller, contactOf(seller))}</cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty>${party(buyer)}</cac:AccountingCustomerParty>
  <cac:Delivery>${basic('ActualDeliveryDate', delivered)}</cac:Delivery>
  <cac:PaymentMeans>${basic('PaymentMeansCode', '58')}<cac:PayeeFinancialAccount>${basic('ID', seller.iban)}
    <cac:FinancialInstitutionBranch>${basic('ID', seller.bic)}</cac:FinancialInstitutionBranch></cac:PayeeFinancialAccount></cac:PaymentMeans>
  ${paymentTerms(seller)}
  <cac:TaxTotal>${amount('TaxAmount', tax)}<cac:TaxSubtotal>${amount('TaxableAmount', net)}${amount('TaxAmount', tax)}
    <cac:TaxCategory>${category(paper)}</cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
  <cac:LegalMonetaryTotal>${amount('LineExtensionAmount', net)}${amount('TaxExclusiveAmount', net)}
    ${amount('TaxInclusiveAmount', gross)}${amount('PayableAmount', gross)}</cac:LegalMonetaryTotal>
  ${paper.lines.map((line, place) => invoiceLine(paper, line, place + 1)).join('\n  ')}
</Invoice>
`);
}

function basic(name: string, text: string): string {
  return `<cbc:${name}>${xmlText(text)}</cbc:${name}>`;
}

function amountIn(currency: string): (name: string, value: string) => string {
  return (name, value) => `<cbc:${name} currencyID="${currency}">${value}</cbc:${name}>`;
}

function referred(name: string, number: string | null): string {
  return number === null ? '' : `<cac:${name}>${basic('ID', number)}</cac:${name}>`;
}

function party(
  { name, address, zipcode, city, vat_number, email }: PaperBuyer | PaperSeller,
  contact = '',
): string {
  const tax =
    vat_number === null
      ? ''
      : `<cac:PartyTaxScheme>${basic('CompanyID', vat_number)}${vat}</cac:PartyTaxScheme>`;
  return `<cac:Party><cbc:EndpointID schemeID="EM">${xmlText(email)}</cbc:EndpointID>
    <cac:PostalAddress>${basic('StreetName', address)}${basic('CityName', city)}${basic('PostalZone', zipcode)}
      <cac:Country>${basic('IdentificationCode', 'DE')}</cac:Country></cac:PostalAddress>${tax}
    <cac:PartyLegalEntity>${basic('RegistrationName', name)}</cac:PartyLegalEntity>${contact}</cac:Party>`;
}

const vat = `<cac:TaxScheme>${basic('ID', 'VAT')}</cac:TaxScheme>`;

function contactOf({ contact_person, phone, email }: PaperSeller): string {
  return `<cac:Contact>${basic('Name', contact_person)}${basic('Telephone', phone)}${basic('ElectronicMail', email)}</cac:Contact>`;
}

function category({ tax }: Paper): string {
  return `${basic('ID', 'S')}${basic('Percent', tax)}${vat}`;
}

/** A discount in the XRechnung notation (BR-DE-18). */
function paymentTerms({ discount_1_percentage: percentage, discount_1_days: days }: PaperSeller): string {
  if (percentage === null || days === null) return '';
  return `<cac:PaymentTerms>${basic('Note', `#SKONTO#TAGE=${days}#PROZENT=${percentage}#\n`)}</cac:PaymentTerms>`;
}

function invoiceLine(paper: Paper, line: PaperLine, number: number): string {
  const amount = amountIn(paper.currency);
  const item = line.item_number;
  const identified =
    item === null
      ? ''
      : `<cac:SellersItemIdentification>${basic('ID', item)}</cac:SellersItemIdentification>`;
  return `<cac:InvoiceLine>${basic('ID', String(number))}<cbc:InvoicedQuantity unitCode="C62">${line.quantity}</cbc:InvoicedQuantity>${amount('LineExtensionAmount', lineNet(line))}
    <cac:Item>${basic('Name', line.description)}${identified}<cac:ClassifiedTaxCategory>${category(paper)}</cac:ClassifiedTaxCategory></cac:Item>
    <cac:Price>${amount('PriceAmount', line.price_netto)}<cbc:BaseQuantity unitCode="C62">${line.price_unit}</cbc:BaseQuantity></cac:Price></cac:InvoiceLine>`;
}
