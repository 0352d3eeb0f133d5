import { euro, extended, madeUpInvoice } from '../made-up-invoice.ts';
import { type BrokenInvoice, broken } from './broken-invoice.ts';

const line = 'BG-25 1';
const allowance = 'BG-20 1';
const charge = 'BG-21 1';
const lineAllowance = 'BG-25 1 / BG-27 1';
const lineCharge = 'BG-25 1 / BG-28 1';
const taxRow = 'BG-23 1';
const nobody = { id: null, name: null, bic: null };
const transfer = { meansText: null, remittance: null, accounts: [], card: null, directDebit: null };
const card = { ...transfer, meansCode: '48', card: { number: '123456****1234', holder: null } };
const debit = {
  ...transfer,
  meansCode: '59',
  directDebit: { mandate: 'M', creditor: 'C', debitedAccount: 'D' },
};

/** BR-01 to BR-67. */
const elements: readonly BrokenInvoice[] = [
  broken('BR-01', { specification: null }),
  broken('BR-02', { number: '' }),
  broken('BR-03', { issueDate: null }),
  broken('BR-04', { typeCode: '' }),
  broken('BR-05', { currency: null }),
  broken('BR-06', { 'seller.name': '' }),
  broken('BR-07', { 'buyer.name': null }),
  broken('BR-08', { 'seller.address': null }),
  broken('BR-09', { 'seller.address.country': '' }),
  broken('BR-10', { 'buyer.address': null }),
  broken('BR-11', { 'buyer.address.country': null }),
  broken('BR-12', { 'totals.lines': null }),
  broken('BR-13', { 'totals.withoutTax': null }),
  broken('BR-14', { 'totals.withTax': null }),
  broken('BR-15', { 'totals.due': null }),
  broken('BR-16', { lines: [] }),
  broken('BR-17', { 'payee.name': 'Verkauf' }),
  broken('BR-17', { 'payee.name': 'Verkauf GmbH' }, { syntax: 'cii' }),
  broken('BR-17', { 'payee.identifiers.0.value': '549300' }),
  broken('BR-18', { 'taxRepresentative.name': '' }),
  broken('BR-19', { 'taxRepresentative.address': null }),
  broken('BR-20', { 'taxRepresentative.address.country': '' }),
  broken('BR-21', { 'lines.0.id': '' }, { at: line }),
  broken('BR-22', { 'lines.0.quantity': null }, { at: line }),
  broken('BR-23', { 'lines.1.unit': null }, { at: 'BG-25 2' }),
  broken('BR-24', { 'lines.0.net': null }, { at: line }),
  broken('BR-25', { 'lines.0.name': '' }, { at: line }),
  broken('BR-26', { 'lines.0.price.net': null }, { at: line }),
  broken('BR-27', { 'lines.0.price.net': euro('-0.01') }, { at: line }),
  broken('BR-28', { 'lines.0.price.gross': euro('-1') }, { at: line }),
  broken('BR-29', { 'period.end': '2025-12-31' }),
  broken('BR-30', { 'lines.0.period.end': '2025-12-31' }, { at: line }),
  broken('BR-31', { 'allowances.0.amount': null }, { at: allowance }),
  broken('BR-32', { 'allowances.0.taxCategory': null }, { at: allowance }),
  broken('BR-33', { 'allowances.0.reason': null }, { at: allowance }),
  broken('BR-36', { 'charges.0.amount': null }, { at: charge }),
  broken('BR-37', { 'charges.0.taxCategory': null }, { at: charge }),
  broken('BR-38', { 'charges.0.reason': null }, { at: charge }),
  broken('BR-41', { 'lines.0.allowances.0.amount': null }, { at: lineAllowance }),
  broken('BR-42', { 'lines.0.allowances.0.reason': null }, { at: lineAllowance }),
  broken('BR-43', { 'lines.0.charges.0.amount': null }, { at: lineCharge }),
  broken('BR-44', { 'lines.0.charges.0.reason': null }, { at: lineCharge }),
  broken('BR-45', { 'taxBreakdown.0.base': null }, { at: taxRow }),
  broken('BR-46', { 'taxBreakdown.0.tax': null }, { at: taxRow }),
  broken('BR-47', { 'taxBreakdown.0.category': null }, { at: taxRow }),
  broken('BR-48', { 'taxBreakdown.0.rate': null }, { at: taxRow }),
  broken('BR-49', { 'paymentInstructions.0.meansCode': null }, { at: 'BG-16 1' }),
  broken('BR-50', { 'paymentInstructions.0.accounts.0.id': '' }, { at: 'BG-16 1 / BG-17 1' }),
  broken('BR-51', { 'paymentInstructions.0': card }, { at: 'BG-16 1' }),
  broken('BR-52', { 'documents.1.reference': '' }, { at: 'BG-24 2' }),
  broken('BR-53', { 'totals.tax': [euro('38.00')] }),
  broken('BR-53', { taxCurrency: 'EUR' }, { syntax: 'cii' }),
  broken('BR-54', { 'lines.0.attributes.0.value': null }, { at: 'BG-25 1 / BG-32 1' }),
  broken('BR-55', { 'precedingInvoices.0.number': null }, { at: 'BG-3 1' }),
  broken('BR-56', { 'taxRepresentative.vatId': null }),
  broken('BR-57', { 'delivery.address.country': null }),
  broken('BR-61', { 'paymentInstructions.0.accounts': [] }, { at: 'BG-16 1' }),
  broken('BR-61', { 'paymentInstructions.0.accounts.0': nobody }, { at: 'BG-16 1 / BG-17 1', syntax: 'cii' }),
  broken('BR-62', { 'seller.electronicAddress.scheme': null }),
  broken('BR-63', { 'buyer.electronicAddress.scheme': null }),
  broken('BR-64', { 'lines.0.standardItemNumber.scheme': null }, { at: line }),
  broken('BR-65', { 'lines.0.classifications.0.scheme': null }, { at: 'BG-25 1 / BT-158 1' }),
  broken('BR-66', { 'paymentInstructions.0': card, 'paymentInstructions.1': card }),
  broken('BR-67', { 'paymentInstructions.0': debit, 'paymentInstructions.1': debit }),
];

const inExtended = () => madeUpInvoice(extended);

/** BR-CO-03 to BR-CO-26. */
const conditions: readonly BrokenInvoice[] = [
  broken('BR-CO-03', { taxPointDateCode: '35' }),
  broken('BR-CO-04', { 'lines.0.taxCategory': null }, { at: line }),
  broken('BR-CO-09', { 'seller.vatId': '123456789' }),
  broken('BR-CO-09', { 'buyer.vatId': 'fr12345678901' }),
  broken('BR-CO-09', { 'taxRepresentative.vatId': 'QQ1' }),
  broken('BR-CO-10', { 'totals.lines': euro('198.01') }),
  broken('BR-CO-10', { 'totals.lines': euro('198.03') }, { of: inExtended, syntax: 'cii' }),
  broken('BR-FXEXT-08', { 'lines.0.statusReason': 'GROUP' }, { of: inExtended, syntax: 'cii', at: line }),
  broken('BR-FXEXT-11', { 'lines.1.parentId': '9' }, { of: inExtended, syntax: 'cii', at: 'BG-25 2' }),
  broken('BR-CO-11', { 'totals.allowances': null }),
  broken('BR-CO-11', { 'totals.allowances': euro('7.99') }),
  broken('BR-CO-12', { 'totals.charges': euro('10.001') }),
  broken('BR-CO-13', { 'totals.withoutTax': euro('200.01') }),
  broken('BR-CO-14', { 'totals.tax.0': euro('38.01') }),
  broken('BR-CO-15', { 'totals.withTax': euro('237.99') }),
  broken('BR-CO-15', { 'totals.tax': [{ value: '950.00', currency: 'CZK' }] }),
  broken('BR-CO-16', { 'totals.due': euro('238.00') }),
  broken('BR-CO-16', { 'totals.rounding': euro('0.01') }),
  broken('BR-CO-16', { 'totals.prepaid': null }, { syntax: 'cii' }),
  broken('BR-CO-17', { 'taxBreakdown.0.tax': euro('39.00') }, { at: taxRow }),
  broken('BR-CO-17', { 'taxBreakdown.0.tax': euro('39.01') }, { at: taxRow, syntax: 'cii' }),
  broken('BR-CO-17', { 'taxBreakdown.0.rate': '0.4' }, { at: taxRow }),
  broken('BR-CO-18', { taxBreakdown: [] }),
  broken('BR-CO-19', { period: { start: null, end: null } }),
  broken('BR-CO-20', { 'lines.0.period': { start: null, end: null } }, { at: line }),
  broken('BR-CO-21', { 'allowances.0.reason': null }, { at: allowance }),
  broken('BR-CO-22', { 'charges.0.reason': null }, { at: charge }),
  broken('BR-CO-23', { 'lines.0.allowances.0.reason': null }, { at: lineAllowance }),
  broken('BR-CO-24', { 'lines.0.charges.0.reason': null }, { at: lineCharge }),
  broken('BR-CO-25', { dueDate: null, paymentTerms: null }),
  broken('BR-CO-26', { 'seller.vatId': null, 'seller.identifiers': [], 'seller.legalRegistration': null }),
];

/** Amounts by the rule that allows them two decimals. */
const fine: readonly (readonly [rule: string, path: string, at?: string])[] = [
  ['BR-DEC-01', 'allowances.0.amount', allowance],
  ['BR-DEC-02', 'allowances.0.base', allowance],
  ['BR-DEC-05', 'charges.0.amount', charge],
  ['BR-DEC-06', 'charges.0.base', charge],
  ['BR-DEC-09', 'totals.lines'],
  ['BR-DEC-10', 'totals.allowances'],
  ['BR-DEC-11', 'totals.charges'],
  ['BR-DEC-12', 'totals.withoutTax'],
  ['BR-DEC-14', 'totals.withTax'],
  ['BR-DEC-16', 'totals.prepaid'],
  ['BR-DEC-17', 'totals.rounding'],
  ['BR-DEC-18', 'totals.due'],
  ['BR-DEC-19', 'taxBreakdown.0.base', taxRow],
  ['BR-DEC-20', 'taxBreakdown.0.tax', taxRow],
  ['BR-DEC-23', 'lines.0.net', line],
  ['BR-DEC-24', 'lines.0.allowances.0.amount', lineAllowance],
  ['BR-DEC-25', 'lines.0.allowances.0.base', lineAllowance],
  ['BR-DEC-27', 'lines.0.charges.0.amount', lineCharge],
  ['BR-DEC-28', 'lines.0.charges.0.base', lineCharge],
];

const decimals: readonly BrokenInvoice[] = [
  ...fine.map(([rule, path, at]) => broken(rule, { [path]: euro('1.000') }, { at })),
  broken('BR-DEC-13', { 'totals.tax.0': euro('38.001') }),
  broken('BR-DEC-15', { 'totals.tax.1': { value: '950.005', currency: 'CZK' } }),
];

/** Rules of our own. */
const own: readonly BrokenInvoice[] = [
  broken('KONTOR-1', { specification: 'urn:factur-x.eu:1p0:minimum' }, { syntax: 'cii' }),
  broken('KONTOR-1', { specification: 'urn:factur-x.eu:1p0:basicwl' }, { syntax: 'cii' }),
  broken('KONTOR-2', { 'totals.due': euro('200,00') }),
  broken('KONTOR-2', { 'lines.0.quantity': 'zehn' }, { at: line }),
  broken('KONTOR-2', { 'lines.0.net': euro('9'.repeat(1000)) }, { at: line }),
  broken('KONTOR-3', { issueDate: '1.2.2026' }),
  broken('KONTOR-3', { 'lines.0.period.start': 'Januar' }, { at: line }),
  broken('KONTOR-4', { 'lines.0.quantity': '11' }, { at: line }),
];

export const brokenNorm: readonly BrokenInvoice[] = [...elements, ...conditions, ...decimals, ...own];
