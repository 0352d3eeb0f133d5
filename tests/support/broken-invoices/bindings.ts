import { ciiSample, ublSample } from '../e-invoice-samples.ts';

/** A document that breaks a rule of its syntax. */
export interface BrokenBinding {
  readonly rule: string;
  readonly syntax: 'ubl' | 'cii';
  readonly xml: string;
}

/** The samples in both syntaxes, which keep all rules; in CII only totals of tax name their currency. */
export const keptBindings = {
  ubl: ublSample,
  cii: ciiSample.replaceAll(/(?<!TaxTotal)Amount currencyID="EUR"/g, 'Amount'),
};

/** The sample with the first occurrence of a text changed. */
function changed(rule: string, text: string, by: string): BrokenBinding {
  const syntax = rule.startsWith('UBL') ? 'ubl' : 'cii';
  const sample = keptBindings[syntax];
  if (!sample.includes(text)) throw new Error(`the sample does not hold ${text}`);
  return { rule, syntax, xml: sample.replace(text, () => by) };
}

/** The sample with more behind the first occurrence of a text. */
function added(rule: string, text: string, more: string): BrokenBinding {
  return changed(rule, text, text + more);
}

/** The sample with an attribute at the first element of a name. */
function attributed(rule: string, element: string, attribute: string): BrokenBinding {
  return changed(rule, `<${element}`, `<${element} ${attribute}="1"`);
}

const head = '<cbc:DueDate>2025-04-02</cbc:DueDate>';
const supplier = '<cac:AccountingSupplierParty><cac:Party>';
const customer = '<cac:AccountingCustomerParty><cac:Party>';
const payee = '<cac:PayeeParty>';
const means = '<cac:PaymentMeans>';
const line = '<cac:InvoiceLine>';
const item = '<cac:Item>';
const object = '<cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>';
const named = '<cac:PartyName><cbc:Name>X</cbc:Name></cac:PartyName>';
const identified = '<cac:PartyIdentification><cbc:ID>1</cbc:ID></cac:PartyIdentification>';
const entity = (inner: string) => `<cac:PartyLegalEntity>${inner}</cac:PartyLegalEntity>`;
const registered = (tax: string) =>
  `<cac:PartyTaxScheme><cbc:CompanyID>1</cbc:CompanyID><cac:TaxScheme><cbc:ID>${tax}</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`;
const further = (inner: string) =>
  `<cac:AdditionalDocumentReference><cbc:ID>A</cbc:ID>${inner}</cac:AdditionalDocumentReference>`;
const reference = (kind: string) =>
  `<cac:${kind}DocumentReference><cbc:ID>1</cbc:ID></cac:${kind}DocumentReference>`;
const representative = (inner: string) =>
  `<cac:TaxRepresentativeParty>${inner}${inner}</cac:TaxRepresentativeParty>`;
const reason = '<cbc:AllowanceChargeReason>X</cbc:AllowanceChargeReason>';

const ublDocument: readonly BrokenBinding[] = [
  added('UBL-SR-01', head, reference('Contract')),
  added('UBL-SR-02', head, reference('Receipt').repeat(2)),
  added('UBL-SR-03', head, reference('Despatch').repeat(2)),
  added('UBL-SR-04', head, further(object)),
  added('UBL-SR-05', '<cac:PaymentTerms>', '<cbc:Note>X</cbc:Note>'),
  added(
    'UBL-SR-08',
    head,
    '<cac:InvoicePeriod><cbc:StartDate>2025-02-01</cbc:StartDate></cac:InvoicePeriod>',
  ),
  added('UBL-SR-24', head, '<cac:Delivery/>'),
  added(
    'UBL-SR-29',
    payee,
    '<cac:PartyIdentification><cbc:ID schemeID="SEPA">1</cbc:ID></cac:PartyIdentification>',
  ),
  added('UBL-SR-39', head, '<cac:ProjectReference><cbc:ID>1</cbc:ID></cac:ProjectReference>'.repeat(2)),
  changed(
    'UBL-SR-44',
    means,
    `<cac:PaymentMeans><cbc:PaymentID>1</cbc:PaymentID></cac:PaymentMeans>${means}`,
  ),
  added('UBL-SR-45', means, '<cbc:PaymentDueDate>2025-04-02</cbc:PaymentDueDate>'.repeat(2)),
  added('UBL-SR-46', means, '<cbc:PaymentMeansCode name="X">58</cbc:PaymentMeansCode>'),
  added('UBL-SR-47', means, '<cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>'),
  added('UBL-SR-49', '<cac:InvoicePeriod>', '<cbc:DescriptionCode>35</cbc:DescriptionCode>'.repeat(2)),
  added('UBL-SR-54', means, '<cac:CardAccount/><cac:CardAccount/>'),
  added('UBL-SR-55', means, '<cac:PaymentMandate/><cac:PaymentMandate/>'),
  added('UBL-SR-56', head, reference('Originator').repeat(2)),
];

const ublParties: readonly BrokenBinding[] = [
  added('UBL-SR-09', supplier, entity('<cbc:RegistrationName>X</cbc:RegistrationName>')),
  added('UBL-SR-10', supplier, named),
  added('UBL-SR-11', supplier, entity('<cbc:CompanyID>2</cbc:CompanyID>')),
  added('UBL-SR-12', supplier, registered('vat')),
  added('UBL-SR-13', supplier, registered('FC')),
  added('UBL-SR-14', supplier, entity('<cbc:CompanyLegalForm>X</cbc:CompanyLegalForm>').repeat(2)),
  added('UBL-SR-15', customer, entity('<cbc:RegistrationName>X</cbc:RegistrationName>')),
  added('UBL-SR-16', customer, identified.repeat(2)),
  added('UBL-SR-17', customer, entity('<cbc:CompanyID>2</cbc:CompanyID>').repeat(2)),
  added('UBL-SR-18', customer, registered('VAT').repeat(2)),
  added('UBL-SR-19', payee, named),
  changed('UBL-SR-19', 'Inkasso Beispiel', 'Holzhandel Muster GmbH'),
  added('UBL-SR-20', payee, identified.repeat(2)),
  added('UBL-SR-21', payee, entity('<cbc:CompanyID>2</cbc:CompanyID>').repeat(2)),
  added('UBL-SR-22', head, representative(named)),
  added('UBL-SR-23', head, representative(registered('VAT'))),
  added('UBL-SR-25', '<cac:DeliveryParty>', named),
  added('UBL-SR-40', customer, named.repeat(2)),
  added('UBL-SR-42', supplier, registered('LOC')),
  added(
    'UBL-SR-51',
    '<cac:PostalAddress>',
    '<cac:AddressLine><cbc:Line>X</cbc:Line></cac:AddressLine>'.repeat(2),
  ),
  changed('UBL-SR-53', '<cbc:CompanyID>DE123456788</cbc:CompanyID>', ''),
  changed('UBL-SR-53', '<cbc:ID>VAT</cbc:ID>', ''),
];

const ublGroups: readonly BrokenBinding[] = [
  added('UBL-SR-06', '<cac:BillingReference>', reference('Invoice')),
  changed('UBL-SR-07', '<cbc:ID>R-2025-3</cbc:ID>', ''),
  added('UBL-SR-26', means, '<cbc:PaymentID>R-2025-17</cbc:PaymentID>'),
  added('UBL-SR-27', means, '<cbc:PaymentMeansCode>58</cbc:PaymentMeansCode>'),
  added('UBL-SR-28', means, '<cac:PaymentMandate><cbc:ID>1</cbc:ID></cac:PaymentMandate>'.repeat(2)),
  added('UBL-SR-30', '<cbc:ChargeIndicator>false</cbc:ChargeIndicator>', reason),
  added('UBL-SR-31', '<cbc:ChargeIndicator>true</cbc:ChargeIndicator>', reason),
  added(
    'UBL-SR-32',
    '<cac:TaxSubtotal>',
    `<cac:TaxCategory>${'<cbc:TaxExemptionReason>X</cbc:TaxExemptionReason>'.repeat(2)}</cac:TaxCategory>`,
  ),
  added('UBL-SR-33', head, further('<cbc:DocumentDescription>X</cbc:DocumentDescription>'.repeat(2))),
  added('UBL-SR-34', line, '<cbc:Note>X</cbc:Note>'),
  added('UBL-SR-35', '<cac:OrderLineReference>', '<cbc:LineID>31</cbc:LineID>'),
  added('UBL-SR-36', line, '<cac:InvoicePeriod/><cac:InvoicePeriod/>'),
  changed(
    'UBL-SR-37',
    '<cbc:Amount currencyID="EUR">5.00</cbc:Amount><cbc:BaseAmount',
    '<cbc:Amount>5.00</cbc:Amount><cbc:Amount>5.00</cbc:Amount><cbc:BaseAmount',
  ),
  added('UBL-SR-43', head, further('<cbc:DocumentTypeCode>50</cbc:DocumentTypeCode>')),
  changed('UBL-SR-43', '<cbc:ID>Anlage 1</cbc:ID>', '<cbc:ID schemeID="X">Anlage 1</cbc:ID>'),
  added('UBL-SR-48', item, '<cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID></cac:ClassifiedTaxCategory>'),
  added('UBL-SR-50', item, '<cbc:Description>X</cbc:Description>'),
  added('UBL-SR-52', line, reference('').repeat(2)),
  added('UBL-CR-666', object, '<cac:Attachment/>'),
  added('UBL-CR-673', object, '<cbc:DocumentDescription>X</cbc:DocumentDescription>'),
  changed('UBL-DT-01', '>95.00</cbc:TaxExclusiveAmount>', '>95.000</cbc:TaxExclusiveAmount>'),
  changed('UBL-DT-01', '<cbc:Amount currencyID="EUR">10.00', '<cbc:Amount currencyID="EUR">10.001'),
  changed('UBL-DT-06', ' mimeCode="text/csv"', ''),
  changed('UBL-DT-07', ' filename="stunden.csv"', ''),
];

const guideline = '<ram:GuidelineSpecifiedDocumentContextParameter>';
const guidelineEnd = '</ram:GuidelineSpecifiedDocumentContextParameter>';
const seller = '<ram:SellerTradeParty>';
const buyer = '<ram:BuyerTradeParty>';
const settled = '<ram:ApplicableHeaderTradeSettlement>';
const characteristic = '<ram:ApplicableProductCharacteristic>';
const netPrice = '<ram:NetPriceProductTradePrice>';
const product = '<ram:SpecifiedTradeProduct>';
const summed = '<ram:SpecifiedTradeSettlementHeaderMonetarySummation>';
const adjusted = '<ram:SpecifiedTradeAllowanceCharge>';
const address = '<ram:PostalTradeAddress>';
const period = '<ram:BillingSpecifiedPeriod>';
const contract = '<ram:ContractReferencedDocument>';
const element = (name: string) => `<ram:${name}>1</ram:${name}>`;
const tax = (inner: string) => `<ram:ApplicableTradeTax>${inner}</ram:ApplicableTradeTax>`;
const payment = (inner: string) =>
  `<ram:SpecifiedTradeSettlementPaymentMeans>${inner}</ram:SpecifiedTradeSettlementPaymentMeans>`;

const ciiGroups: readonly BrokenBinding[] = [
  changed('CII-SR-009', guideline, `<ram:GuidelineSpecifiedDocumentContextParameter/>${guideline}`),
  changed('CII-SR-010', guidelineEnd, element('ID') + guidelineEnd),
  changed('CII-SR-014', '<ram:TypeCode>380</ram:TypeCode>', ''),
  changed('CII-SR-046', '<ram:GlobalID schemeID="0160">', '<ram:GlobalID>'),
  added('CII-SR-069', characteristic, element('Description')),
  added('CII-SR-072', characteristic, element('Value')),
  added('CII-SR-090', product, '<ram:OriginTradeCountry/>'),
  changed('CII-SR-439', `${netPrice}<ram:ChargeAmount>50.00</ram:ChargeAmount>`, netPrice),
  added('CII-SR-440', '<ram:AppliedTradeAllowanceCharge>', element('ActualAmount')),
  added('CII-SR-441', netPrice, element('ChargeAmount')),
  added('CII-SR-455', seller, '<ram:DefinedTradeContact/>'),
  added('CII-SR-456', buyer, '<ram:DefinedTradeContact/>'.repeat(2)),
  added('CII-SR-459', seller, '<ram:URIUniversalCommunication/>'),
  added('CII-SR-460', buyer, '<ram:URIUniversalCommunication/>'.repeat(2)),
  added('CII-SR-461', settled, tax('<ram:TaxPointDate/>').repeat(2)),
  added(
    'CII-SR-462',
    settled,
    tax('<ram:DueDateTypeCode>5</ram:DueDateTypeCode><ram:DueDateTypeCode>72</ram:DueDateTypeCode>'),
  ),
  changed(
    'CII-SR-463',
    '<ram:ChargeIndicator><udt:Indicator>false</udt:Indicator></ram:ChargeIndicator><ram:CalculationPercent>',
    '<ram:CalculationPercent>',
  ),
  added('CII-SR-467', settled, payment('<ram:TypeCode>59</ram:TypeCode>')),
  added('CII-SR-468', settled, payment('<ram:Information>X</ram:Information>')),
  added('CII-SR-469', settled, element('PaymentReference')),
  changed('CII-SR-470', '<ram:IBANID>DE02 1203 0000 0000 2020 51</ram:IBANID>', ''),
  added('CII-SR-471', adjusted, element('RateApplicablePercent').repeat(2)),
  added('CII-SR-472', adjusted, element('CategoryTradeTax')),
  added('CII-SR-473', adjusted, element('ActualAmount')),
  ...[
    ['477', 'LineTotalAmount'],
    ['478', 'ChargeTotalAmount'],
    ['479', 'AllowanceTotalAmount'],
    ['480', 'TaxBasisTotalAmount'],
    ['481', 'RoundingAmount'],
    ['482', 'GrandTotalAmount'],
    ['483', 'InformationAmount'],
    ['484', 'TotalPrepaidAmount'],
    ['485', 'TotalDiscountAmount'],
    ['486', 'TotalAllowanceChargeAmount'],
    ['487', 'DuePayableAmount'],
    ['488', 'RetailValueExcludingTaxInformationAmount'],
    ['489', 'TotalDepositFeeInformationAmount'],
    ['490', 'ProductValueExcludingTobaccoTaxInformationAmount'],
    ['491', 'TotalRetailValueInformationAmount'],
    ['492', 'GrossLineTotalAmount'],
    ['493', 'NetLineTotalAmount'],
    ['494', 'NetIncludingTaxesLineTotalAmount'],
  ].map(([number = '', name = '']) => added(`CII-SR-${number}`, summed, element(name).repeat(2))),
];

const ciiValues: readonly BrokenBinding[] = [
  ...[
    'schemeName',
    'schemeAgencyName',
    'schemeDataURI',
    'schemeURI',
    'schemeID',
    'schemeAgencyID',
    'schemeVersionID',
  ].map((name, index) => attributed(`CII-DT-00${index + 1}`, 'ram:LineID', name)),
  ...['schemeName', 'schemeAgencyName', 'schemeDataURI', 'schemeURI'].map((name, index) =>
    attributed(`CII-DT-10${index + 1}`, 'ram:GlobalID', name),
  ),
  attributed('CII-DT-008', 'ram:TypeCode', 'name'),
  attributed('CII-DT-009', 'ram:TypeCode', 'listURI'),
  attributed('CII-DT-013', 'rsm:CrossIndustryInvoice', 'languageID'),
  attributed('CII-DT-014', 'rsm:CrossIndustryInvoice', 'languageLocaleID'),
  attributed('CII-DT-031', 'ram:LineTotalAmount', 'currencyID'),
  attributed('CII-DT-032', 'ram:LineTotalAmount', 'currencyCodeListVersionID'),
  changed('CII-DT-033', '<ram:BilledQuantity unitCode="MTR">', '<ram:BilledQuantity>'),
  attributed('CII-DT-034', 'ram:BilledQuantity', 'unitCodeListID'),
  attributed('CII-DT-035', 'ram:BilledQuantity', 'unitCodeListAgencyID'),
  attributed('CII-DT-036', 'ram:BilledQuantity', 'unitCodeListAgencyName'),
  changed('CII-DT-037', '<ram:TypeCode>VAT</ram:TypeCode>', '<ram:TypeCode>GST</ram:TypeCode>'),
  changed('CII-DT-097', '>20250402<', '>2025-04-02<'),
];

const ciiTypes: readonly BrokenBinding[] = [
  ...[
    ['015', 'URIID'],
    ['016', 'StatusCode'],
    ['017', 'CopyIndicator'],
    ['018', 'TypeCode'],
    ['019', 'GlobalID'],
    ['020', 'RevisionID'],
    ['021', 'Name'],
    ['022', 'AttachmentBinaryObject'],
    ['023', 'Information'],
    ['024', 'ReferenceTypeCode'],
    ['025', 'SectionName'],
    ['026', 'PreviousRevisionID'],
    ['027', 'FormattedIssueDateTime'],
    ['028', 'EffectiveSpecifiedPeriod'],
    ['029', 'IssuerTradeParty'],
    ['030', 'AttachedSpecifiedBinaryFile'],
  ].map(([number = '', name = '']) => added(`CII-DT-${number}`, contract, element(name))),
  added('CII-DT-068', period, '<ram:StartDateTime><udt:DateTime>1</udt:DateTime></ram:StartDateTime>'),
  added('CII-DT-072', period, '<ram:EndDateTime><udt:DateTime>1</udt:DateTime></ram:EndDateTime>'),
  ...[
    ['069', 'DurationMeasure'],
    ['070', 'InclusiveIndicator'],
    ['071', 'Description'],
    ['073', 'CompleteDateTime'],
    ['074', 'OpenIndicator'],
    ['075', 'SeasonCode'],
    ['076', 'ID'],
    ['077', 'Name'],
    ['078', 'SequenceNumeric'],
    ['079', 'StartDateFlexibilityCode'],
    ['080', 'ContinuousIndicator'],
    ['081', 'PurposeCode'],
  ].map(([number = '', name = '']) => added(`CII-DT-${number}`, period, element(name))),
  ...[
    ['082', 'ID'],
    ['083', 'PostOfficeBox'],
    ['084', 'BuildingName'],
    ['086', 'LineFour'],
    ['087', 'LineFive'],
    ['088', 'StreetName'],
    ['089', 'CitySubDivisionName'],
    ['090', 'CountryName'],
    ['091', 'CountrySubDivisionID'],
    ['092', 'AttentionOf'],
    ['093', 'CareOf'],
    ['094', 'BuildingNumber'],
    ['095', 'DepartmentName'],
    ['096', 'AdditionalStreetName'],
  ].map(([number = '', name = '']) => added(`CII-DT-${number}`, address, element(name))),
];

/** A broken document for each rule of the bindings to UBL and CII. */
export const brokenBindings: readonly BrokenBinding[] = [
  ...ublDocument,
  ...ublParties,
  ...ublGroups,
  ...ciiGroups,
  ...ciiValues,
  ...ciiTypes,
];
