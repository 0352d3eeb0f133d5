import { randomInt } from 'node:crypto';

export interface UblInvoice {
  readonly number: string;
  readonly seller: string;
  readonly net?: number;
  readonly sellerVatId?: string;
  readonly buyer?: { readonly name: string; readonly vatId: string };
  /** The referenced order number. */
  readonly order?: string;
  /** ISO day. */
  readonly deliveredOn?: string;
  /** The item of its line; the line total is `net`. */
  readonly item?: { readonly name: string; readonly quantity: number };
  /** The account for the transfer; null when paid online. */
  readonly iban?: string | null;
}

/** An invoice of one line with 19 % VAT in UBL, in the form of XRechnung. */
export function ublInvoice({
  number,
  seller,
  net = randomInt(10, 900),
  sellerVatId = 'DE136695976',
  buyer = { name: 'Muster & Co', vatId: 'DE129273398' },
  order,
  deliveredOn,
  item = { name: 'Messschieber', quantity: 1 },
  iban = 'DE89370400440532013000',
}: UblInvoice): Buffer {
  const tax = ((net * 19) / 100).toFixed(2);
  const gross = ((net * 119) / 100).toFixed(2);
  const amount = (name: string, value: string): string =>
    `<cbc:${name} currencyID="EUR">${value}</cbc:${name}>`;
  const party = (name: string, vat: string): string => `<cac:Party>
    <cbc:EndpointID schemeID="EM">rechnung@example.test</cbc:EndpointID>
    <cac:PostalAddress><cbc:StreetName>Hauptstraße 1</cbc:StreetName><cbc:CityName>Köln</cbc:CityName><cbc:PostalZone>50667</cbc:PostalZone>
      <cac:Country><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
    <cac:PartyTaxScheme><cbc:CompanyID>${vat}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
    <cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity>
    <cac:Contact><cbc:Name>Buchhaltung</cbc:Name><cbc:Telephone>+49 221 1234567</cbc:Telephone><cbc:ElectronicMail>rechnung@example.test</cbc:ElectronicMail></cac:Contact>
  </cac:Party>`;
  const category =
    '<cbc:ID>S</cbc:ID><cbc:Percent>19</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>';
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
  <cbc:ID>${number}</cbc:ID><cbc:IssueDate>2026-11-02</cbc:IssueDate><cbc:DueDate>2026-12-02</cbc:DueDate>
  <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cbc:BuyerReference>04011000-12345-34</cbc:BuyerReference>
  ${order === undefined ? '' : `<cac:OrderReference><cbc:ID>${order}</cbc:ID></cac:OrderReference>`}
  <cac:AccountingSupplierParty>${party(seller, sellerVatId)}</cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty>${party(buyer.name.replaceAll('&', '&amp;'), buyer.vatId)}</cac:AccountingCustomerParty>
  ${deliveredOn === undefined ? '' : `<cac:Delivery><cbc:ActualDeliveryDate>${deliveredOn}</cbc:ActualDeliveryDate></cac:Delivery>`}
  <cac:PaymentMeans><cbc:PaymentMeansCode>${iban === null ? '68' : '58'}</cbc:PaymentMeansCode>
    ${iban === null ? '' : `<cac:PayeeFinancialAccount><cbc:ID>${iban}</cbc:ID></cac:PayeeFinancialAccount>`}</cac:PaymentMeans>
  <cac:TaxTotal>${amount('TaxAmount', tax)}<cac:TaxSubtotal>${amount('TaxableAmount', net.toFixed(2))}${amount('TaxAmount', tax)}
    <cac:TaxCategory>${category}</cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
  <cac:LegalMonetaryTotal>${amount('LineExtensionAmount', net.toFixed(2))}${amount('TaxExclusiveAmount', net.toFixed(2))}${amount('TaxInclusiveAmount', gross)}${amount('PayableAmount', gross)}</cac:LegalMonetaryTotal>
  <cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="H87">${item.quantity}</cbc:InvoicedQuantity>${amount('LineExtensionAmount', net.toFixed(2))}
    <cac:Item><cbc:Name>${item.name}</cbc:Name><cac:ClassifiedTaxCategory>${category}</cac:ClassifiedTaxCategory></cac:Item>
    <cac:Price>${amount('PriceAmount', (net / item.quantity).toFixed(2))}</cac:Price></cac:InvoiceLine>
</Invoice>`);
}
