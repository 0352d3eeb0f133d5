import { madeUpInvoice, xRechnungExtension, xRechnungForVehicles } from '../made-up-invoice.ts';
import { type BrokenInvoice, broken } from './broken-invoice.ts';

const line = 'BG-25 1';
const inExtension = () => madeUpInvoice(xRechnungExtension);

function unknownScheme(path: string): Record<string, unknown> {
  return { [`${path}.scheme`]: 'XX' };
}

/** Schemes, with the rule of EN 16931 and that of the extension of XRechnung. */
const schemes: readonly (readonly [rule: string, ofExtension: string, path: string, at?: string])[] = [
  ['BR-CL-10', 'BR-DEX-04', 'seller.identifiers.0', 'BT-29 1'],
  ['BR-CL-10', 'BR-DEX-04', 'buyer.identifiers.0', 'BT-46 1'],
  ['BR-CL-10', 'BR-DEX-04', 'payee.identifiers.0', 'BT-60 1'],
  ['BR-CL-11', 'BR-DEX-05', 'seller.legalRegistration'],
  ['BR-CL-11', 'BR-DEX-05', 'buyer.legalRegistration'],
  ['BR-CL-11', 'BR-DEX-05', 'payee.legalRegistration'],
  ['BR-CL-21', 'BR-DEX-06', 'lines.0.standardItemNumber', line],
  ['BR-CL-25', 'BR-DEX-07', 'seller.electronicAddress'],
  ['BR-CL-25', 'BR-DEX-07', 'buyer.electronicAddress'],
  ['BR-CL-26', 'BR-DEX-08', 'delivery.location'],
];

export const brokenCodes: readonly BrokenInvoice[] = [
  broken('BR-CL-01', { typeCode: '999' }),
  broken('BR-CL-01', { typeCode: '381' }),
  broken(
    'BR-CL-01',
    { typeCode: '380' },
    { of: () => ({ ...madeUpInvoice(), typeCode: '381' }), isCreditNote: true },
  ),
  broken('BR-CL-03', { 'lines.0.price.net': { value: '10.00', currency: 'EURO' } }, { at: line }),
  broken('BR-CL-04', { currency: 'eur' }),
  broken('BR-CL-05', { taxCurrency: 'KC' }),
  broken('BR-CL-06', { taxPointDateCode: '4' }),
  broken('BR-CL-07', unknownScheme('objectIdentifier')),
  broken('BR-CL-07', unknownScheme('lines.0.objectIdentifier'), { at: line }),
  broken('BR-CL-08', { 'notes.0.subjectCode': 'X' }, { at: 'BG-1 1' }),
  broken('BR-CL-13', unknownScheme('lines.0.classifications.0'), { at: 'BG-25 1 / BT-158 1' }),
  broken('BR-CL-14', { 'seller.address.country': 'D' }),
  broken('BR-CL-14', { 'buyer.address.country': 'UK' }),
  broken('BR-CL-14', { 'taxRepresentative.address.country': 'XX' }),
  broken('BR-CL-14', { 'delivery.address.country': 'de' }),
  broken('BR-CL-15', { 'lines.0.country': 'EU' }, { at: line }),
  broken('BR-CL-16', { 'paymentInstructions.0.meansCode': '0' }, { at: 'BG-16 1' }),
  broken('BR-CL-17', { 'taxBreakdown.0.category': 'AA' }, { at: 'BG-23 1' }),
  broken('BR-CL-17', { 'allowances.0.taxCategory': 'AA' }, { at: 'BG-20 1' }),
  broken('BR-CL-17', { 'charges.0.taxCategory': 'AA' }, { at: 'BG-21 1' }),
  broken('BR-CL-18', { 'lines.0.taxCategory': 'X' }, { at: line }),
  broken('BR-CL-19', { 'allowances.0.reasonCode': 'AAA' }, { at: 'BG-20 1' }),
  broken('BR-CL-19', { 'lines.0.allowances.0.reasonCode': '1' }, { at: 'BG-25 1 / BG-27 1' }),
  broken('BR-CL-20', { 'charges.0.reasonCode': '95' }, { at: 'BG-21 1' }),
  broken('BR-CL-20', { 'lines.0.charges.0.reasonCode': 'X' }, { at: 'BG-25 1 / BG-28 1' }),
  broken('BR-CL-22', { 'taxBreakdown.0.exemptionCode': 'VATEX-XX' }, { at: 'BG-23 1' }),
  broken('BR-CL-23', { 'lines.0.unit': 'Stk' }, { at: line }),
  broken('BR-CL-23', { 'lines.0.price.baseUnit': 'PIECE' }, { at: line }),
  broken('BR-CL-24', { 'documents.0.attachment.mime': 'application/xml' }, { at: 'BG-24 1' }),
  broken('BR-DEX-01', { 'documents.0.attachment.mime': 'text/html' }, { at: 'BG-24 1', of: inExtension }),
  broken('BR-TMP-CVD-01', unknownScheme('lines.0.classifications.0'), {
    at: 'BG-25 1 / BT-158 1',
    of: () => madeUpInvoice(xRechnungForVehicles),
  }),
  ...schemes.flatMap(([rule, ofExtension, path, at]) => [
    broken(rule, unknownScheme(path), { at }),
    broken(ofExtension, unknownScheme(path), { at, of: inExtension }),
  ]),
];
