import type { XmlElement } from '../../../../../base/xml-reading.ts';
import { all, textsAt } from '../../../../../base/xml-tree.ts';
import { oncePerCase, type Rule, type Scope } from '../rule.ts';
import { lines, root } from './cii.ts';
import { anywhere, at, named, withoutAttribute, withoutChild } from './elements.ts';

function ending(end: string, exception = ''): Scope<XmlElement> {
  return anywhere(root, ({ name }) => name.endsWith(end) && name !== exception);
}

/** Identifiers without a scheme: BT-24, BT-1, BT-126 and BT-155. */
const plainIds: Scope<XmlElement> = oncePerCase((subject) =>
  [
    at(root, 'ExchangedDocumentContext', 'GuidelineSpecifiedDocumentContextParameter', 'ID'),
    at(root, 'ExchangedDocument', 'ID'),
    at(lines, 'AssociatedDocumentLineDocument', 'LineID'),
    at(lines, 'SpecifiedTradeProduct', 'SellerAssignedID'),
  ].flatMap((scope) => scope(subject)),
);
const allIds = ending('ID');
const otherIds: Scope<XmlElement> = oncePerCase((subject) => {
  const plain = new Set(plainIds(subject).map(({ value }) => value));
  return allIds(subject).filter(({ value }) => !plain.has(value));
});
const typeCodes = anywhere(root, ({ name }) => name === 'TypeCode');
const amounts = ending('Amount', 'TaxTotalAmount');
const quantities = ending('Quantity');
const periods = anywhere(root, ({ name }) => name === 'BillingSpecifiedPeriod');
const addresses = anywhere(root, ({ name }) => name === 'PostalTradeAddress');
const references = ending('ReferencedDocument');
/** Days of format 102; the one of a referenced document has another type. */
const days = anywhere(
  root,
  ({ name, attributes }, parent) =>
    name === 'DateTimeString' &&
    parent.name !== 'FormattedIssueDateTime' &&
    attributes.get('format') === '102',
);

type Names = readonly (readonly [id: string, name: string])[];

const attributesOfPlainIds: Names = [
  ['CII-DT-001', 'schemeName'],
  ['CII-DT-002', 'schemeAgencyName'],
  ['CII-DT-003', 'schemeDataURI'],
  ['CII-DT-004', 'schemeURI'],
  ['CII-DT-005', 'schemeID'],
  ['CII-DT-006', 'schemeAgencyID'],
  ['CII-DT-007', 'schemeVersionID'],
];
const attributesOfIds: Names = [
  ['CII-DT-101', 'schemeName'],
  ['CII-DT-102', 'schemeAgencyName'],
  ['CII-DT-103', 'schemeDataURI'],
  ['CII-DT-104', 'schemeURI'],
];
const attributesOfQuantities: Names = [
  ['CII-DT-034', 'unitCodeListID'],
  ['CII-DT-035', 'unitCodeListAgencyID'],
  ['CII-DT-036', 'unitCodeListAgencyName'],
];
const partsOfReferences: Names = [
  ['CII-DT-016', 'StatusCode'],
  ['CII-DT-017', 'CopyIndicator'],
  ['CII-DT-019', 'GlobalID'],
  ['CII-DT-020', 'RevisionID'],
  ['CII-DT-023', 'Information'],
  ['CII-DT-025', 'SectionName'],
  ['CII-DT-026', 'PreviousRevisionID'],
  ['CII-DT-028', 'EffectiveSpecifiedPeriod'],
  ['CII-DT-029', 'IssuerTradeParty'],
  ['CII-DT-030', 'AttachedSpecifiedBinaryFile'],
];
const partsOfPeriods: Names = [
  ['CII-DT-069', 'DurationMeasure'],
  ['CII-DT-070', 'InclusiveIndicator'],
  ['CII-DT-071', 'Description'],
  ['CII-DT-073', 'CompleteDateTime'],
  ['CII-DT-074', 'OpenIndicator'],
  ['CII-DT-075', 'SeasonCode'],
  ['CII-DT-076', 'ID'],
  ['CII-DT-077', 'Name'],
  ['CII-DT-078', 'SequenceNumeric'],
  ['CII-DT-079', 'StartDateFlexibilityCode'],
  ['CII-DT-080', 'ContinuousIndicator'],
  ['CII-DT-081', 'PurposeCode'],
];
const partsOfAddresses: Names = [
  ['CII-DT-082', 'ID'],
  ['CII-DT-083', 'PostOfficeBox'],
  ['CII-DT-084', 'BuildingName'],
  ['CII-DT-086', 'LineFour'],
  ['CII-DT-087', 'LineFive'],
  ['CII-DT-088', 'StreetName'],
  ['CII-DT-089', 'CitySubDivisionName'],
  ['CII-DT-090', 'CountryName'],
  ['CII-DT-091', 'CountrySubDivisionID'],
  ['CII-DT-092', 'AttentionOf'],
  ['CII-DT-093', 'CareOf'],
  ['CII-DT-094', 'BuildingNumber'],
  ['CII-DT-095', 'DepartmentName'],
  ['CII-DT-096', 'AdditionalStreetName'],
];

/** A further document of one of these types: 916 a supporting document, 130 an object, 50 a project. */
function isFurther(...types: readonly string[]): (reference: XmlElement) => boolean {
  return (reference) =>
    reference.name === 'AdditionalReferencedDocument' &&
    textsAt(reference, 'TypeCode').some((type) => types.includes(type));
}

const inReferences: readonly Rule[] = [
  ...partsOfReferences.map(([id, name]) => withoutChild(id, references, name)),
  withoutChild('CII-DT-015', references, 'URIID', isFurther('916')),
  withoutChild('CII-DT-018', references, 'TypeCode', isFurther('50', '130', '916')),
  withoutChild('CII-DT-021', references, 'Name', isFurther('916')),
  withoutChild('CII-DT-022', references, 'AttachmentBinaryObject', isFurther('916')),
  withoutChild('CII-DT-024', references, 'ReferenceTypeCode', isFurther('130')),
  withoutChild(
    'CII-DT-027',
    references,
    'FormattedIssueDateTime',
    ({ name }) => name === 'InvoiceReferencedDocument',
  ),
];

const hasUnit = oncePerCase((subject) =>
  at(
    lines,
    'SpecifiedLineTradeDelivery',
    'BilledQuantity',
  )(subject).some(({ value }) => value.attributes.has('unitCode')),
);
const quantitiesWithoutUnit: Scope<XmlElement> = (subject) => (hasUnit(subject) ? [] : quantities(subject));

const inValues: readonly Rule[] = [
  withoutAttribute('CII-DT-013', root, 'languageID'),
  withoutAttribute('CII-DT-014', root, 'languageLocaleID'),
  withoutAttribute('CII-DT-008', typeCodes, 'name'),
  withoutAttribute('CII-DT-009', typeCodes, 'listURI'),
  withoutAttribute('CII-DT-031', amounts, 'currencyID'),
  withoutAttribute('CII-DT-032', amounts, 'currencyCodeListVersionID'),
  withoutAttribute('CII-DT-033', quantitiesWithoutUnit, 'unitCode'),
  ...attributesOfPlainIds.map(([id, name]) => withoutAttribute(id, plainIds, name)),
  ...attributesOfIds.map(([id, name]) => withoutAttribute(id, otherIds, name)),
  ...attributesOfQuantities.map(([id, name]) => withoutAttribute(id, quantities, name)),
  named('CII-DT-037', 'notAllowed', ending('TradeTax'), (tax) => {
    const types = textsAt(tax, 'TypeCode');
    return types.length === 0 || types.includes('VAT') ? null : `${tax.name}/TypeCode ${types.join(', ')}`;
  }),
  named('CII-DT-097', 'dayNotation', days, ({ text }) =>
    /^\s*\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\s*$/.test(text) ? null : text.trim(),
  ),
];

/** The rules for data types of CII that are errors (CII-DT-*); CII-DT-010 to -012 never apply in the official order. */
export const ciiDataTypeRules: readonly Rule[] = [
  ...inValues,
  ...inReferences,
  ...partsOfPeriods.map(([id, name]) => withoutChild(id, periods, name)),
  ...[
    ['CII-DT-068', 'StartDateTime'],
    ['CII-DT-072', 'EndDateTime'],
  ].map(([id = '', name = '']) =>
    named(id, 'notAllowed', periods, (period) =>
      all(period, name, 'DateTime').length > 0 ? `${name}/DateTime` : null,
    ),
  ),
  ...partsOfAddresses.map(([id, name]) => withoutChild(id, addresses, name)),
];
