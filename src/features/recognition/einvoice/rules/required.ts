import type { Text } from '../model.ts';
import {
  allowances,
  attributes,
  buyer,
  buyerAddress,
  charges,
  classifications,
  deliveryAddress,
  document,
  inEach,
  lineAllowances,
  lineCharges,
  linePeriods,
  lines,
  many,
  payments,
  period,
  representativeAddress,
  seller,
  sellerAddress,
  supports,
  taxRepresentative,
  taxRows,
  transferAccounts,
} from './places.ts';
import { isFilled, type Rule, rule, type Scope, type Term } from './rule.ts';

type Need<T, V> = readonly [id: string, term: Term, of: (value: T) => V];

/** Elements that must be present and not empty. */
function filled<T>(at: Scope<T>, needs: readonly Need<T, Text>[]): Rule[] {
  return needs.map(([id, term, of]) =>
    rule({ id, terms: [term], text: 'missing', at, fault: (value) => !isFilled(of(value)) }),
  );
}

/** Elements that must be present but may be empty. */
function there<T>(at: Scope<T>, needs: readonly Need<T, object | Text>[]): Rule[] {
  return needs.map(([id, term, of]) =>
    rule({ id, terms: [term], text: 'missing', at, fault: (value) => of(value) === null }),
  );
}

/** At least one of the terms must be present. */
function anyOf<T>(
  ids: readonly string[],
  terms: readonly Term[],
  at: Scope<T>,
  of: (value: T) => readonly (object | Text)[],
): Rule[] {
  return ids.map((id) =>
    rule({
      id,
      terms,
      text: 'missingAny',
      at,
      fault: (value) => of(value).every((each) => each === null),
    }),
  );
}

/** BR-01 to BR-26 and BR-31 to BR-57: required content of an EN 16931 invoice. */
const elements: readonly Rule[] = [
  ...filled(document, [
    ['BR-01', 'BT-24', ({ specification }) => specification],
    ['BR-02', 'BT-1', ({ number }) => number],
    ['BR-03', 'BT-2', ({ issueDate }) => issueDate],
    ['BR-04', 'BT-3', ({ typeCode }) => typeCode],
    ['BR-05', 'BT-5', ({ currency }) => currency],
    ['BR-06', 'BT-27', (invoice) => invoice.seller.name],
    ['BR-07', 'BT-44', (invoice) => invoice.buyer.name],
  ]),
  ...there(seller, [['BR-08', 'BG-5', ({ address }) => address]]),
  ...filled(sellerAddress, [['BR-09', 'BT-40', ({ country }) => country]]),
  ...there(buyer, [['BR-10', 'BG-8', ({ address }) => address]]),
  ...filled(buyerAddress, [['BR-11', 'BT-55', ({ country }) => country]]),
  ...there(document, [
    ['BR-12', 'BT-106', ({ totals }) => totals.lines],
    ['BR-13', 'BT-109', ({ totals }) => totals.withoutTax],
    ['BR-14', 'BT-112', ({ totals }) => totals.withTax],
    ['BR-15', 'BT-115', ({ totals }) => totals.due],
    ['BR-16', 'BG-25', (invoice) => invoice.lines[0] ?? null],
  ]),
  ...filled(taxRepresentative, [['BR-18', 'BT-62', ({ name }) => name]]),
  ...there(taxRepresentative, [['BR-19', 'BG-12', ({ address }) => address]]),
  ...filled(representativeAddress, [['BR-20', 'BT-69', ({ country }) => country]]),
  ...filled(lines, [['BR-21', 'BT-126', ({ id }) => id]]),
  ...there(lines, [
    ['BR-22', 'BT-129', ({ quantity }) => quantity],
    ['BR-23', 'BT-130', ({ unit }) => unit],
    ['BR-24', 'BT-131', ({ net }) => net],
  ]),
  ...filled(lines, [['BR-25', 'BT-153', ({ name }) => name]]),
  ...there(lines, [['BR-26', 'BT-146', ({ price }) => price.net]]),
  ...there(allowances, [
    ['BR-31', 'BT-92', ({ amount }) => amount],
    ['BR-32', 'BT-95', ({ taxCategory }) => taxCategory],
  ]),
  ...there(charges, [
    ['BR-36', 'BT-99', ({ amount }) => amount],
    ['BR-37', 'BT-102', ({ taxCategory }) => taxCategory],
  ]),
  ...there(lineAllowances, [['BR-41', 'BT-136', ({ amount }) => amount]]),
  ...there(lineCharges, [['BR-43', 'BT-141', ({ amount }) => amount]]),
  ...there(taxRows, [
    ['BR-45', 'BT-116', ({ base }) => base],
    ['BR-46', 'BT-117', ({ tax }) => tax],
    ['BR-47', 'BT-118', ({ category }) => category],
    ['BR-48', 'BT-119', ({ rate, category }) => (category === 'O' ? '' : rate)],
  ]),
  ...there(payments, [['BR-49', 'BT-81', ({ meansCode }) => meansCode]]),
  ...filled(transferAccounts, [['BR-50', 'BT-84', ({ id }) => id]]),
  ...filled(supports, [['BR-52', 'BT-122', ({ reference }) => reference]]),
  ...filled(
    many('BG-3', ({ precedingInvoices }) => precedingInvoices),
    [['BR-55', 'BT-25', ({ number }) => number]],
  ),
  ...there(taxRepresentative, [['BR-56', 'BT-63', ({ vatId }) => vatId]]),
  ...filled(deliveryAddress, [['BR-57', 'BT-80', ({ country }) => country]]),
  ...there(lines, [['BR-CO-04', 'BT-151', ({ taxCategory }) => taxCategory]]),
  ...there(document, [['BR-CO-18', 'BG-23', ({ taxBreakdown }) => taxBreakdown[0] ?? null]]),
];

/** Reasons of allowances and charges, which the norm requires twice, and other terms with alternatives. */
const alternatives: readonly Rule[] = [
  ...anyOf(['BR-33', 'BR-CO-21'], ['BT-97', 'BT-98'], allowances, reasons),
  ...anyOf(['BR-38', 'BR-CO-22'], ['BT-104', 'BT-105'], charges, reasons),
  ...anyOf(['BR-42', 'BR-CO-23'], ['BT-139', 'BT-140'], lineAllowances, reasons),
  ...anyOf(['BR-44', 'BR-CO-24'], ['BT-144', 'BT-145'], lineCharges, reasons),
  ...anyOf(['BR-CO-26'], ['BT-29', 'BT-30', 'BT-31'], seller, (party) => [
    party.identifiers[0] ?? null,
    party.legalRegistration,
    party.vatId,
  ]),
  rule({
    id: 'BR-CO-19',
    terms: ['BT-73', 'BT-74'],
    text: 'missingAny',
    at: period,
    // In UBL the period contains the code of the tax point (BT-8) and then needs no days.
    fault: ({ start, end }, { invoice, syntax }) =>
      start === null && end === null && (syntax === 'cii' || invoice.taxPointDateCode === null),
  }),
  ...anyOf(['BR-CO-20'], ['BT-134', 'BT-135'], linePeriods, ({ start, end }) => [start, end]),
  rule({
    id: 'BR-54',
    terms: ['BT-160', 'BT-161'],
    text: 'attribute',
    at: attributes,
    fault: ({ name, value }) => name === null || value === null,
  }),
];

function reasons({ reason, reasonCode }: { readonly reason: Text; readonly reasonCode: Text }): Text[] {
  return [reason, reasonCode];
}

/** BR-62 to BR-65: identifiers that require a scheme. */
const schemes: readonly Rule[] = [
  ...schemeOf(
    'BR-62',
    'BT-34',
    inEach(seller, (party) => party.electronicAddress),
  ),
  ...schemeOf(
    'BR-63',
    'BT-49',
    inEach(buyer, (party) => party.electronicAddress),
  ),
  ...schemeOf(
    'BR-64',
    'BT-157',
    inEach(lines, (line) => line.standardItemNumber),
  ),
  ...schemeOf('BR-65', 'BT-158', classifications),
];

function schemeOf(id: string, term: Term, at: Scope<{ readonly scheme: Text }>): Rule[] {
  return [rule({ id, terms: [term], text: 'schemeMissing', at, fault: ({ scheme }) => scheme === null })];
}

/** Required elements, alternatives and schemes of identifiers (EN 16931-1, clause 6.4). */
export const requiredRules: readonly Rule[] = [...elements, ...alternatives, ...schemes];
