import type {
  Account,
  Address,
  AllowanceCharge,
  Amount,
  Identifier,
  Invoice,
  Line,
  Party,
  Payee,
  PaymentInstructions,
  Period,
  SupportingDocument,
  TaxBreakdown,
  TaxRepresentative,
} from '../model.ts';
import { type Case, isFilled, type Located, oncePerCase, type Place, type Scope, type Term } from './rule.ts';

export const document: Scope<Invoice> = ({ invoice }) => [{ value: invoice, place: [] }];

/** A scope for an element that a document has at most once. */
export function one<T>(of: (invoice: Invoice) => T | null): Scope<T> {
  return ({ invoice }) => {
    const value = of(invoice);
    return value === null ? [] : [{ value, place: [] }];
  };
}

export function many<T>(group: Term, of: (invoice: Invoice) => readonly T[]): Scope<T> {
  return ({ invoice }) => numbered(group, of(invoice), []);
}

/** A scope for the repeated elements of each value of another scope. */
export function within<T, U>(outer: Scope<T>, group: Term, of: (value: T) => readonly U[]): Scope<U> {
  return (subject) => outer(subject).flatMap(({ value, place }) => numbered(group, of(value), place));
}

/** A scope for an optional single element of each value of another scope. */
export function inEach<T, U>(outer: Scope<T>, of: (value: T) => U | null): Scope<U> {
  return (subject) =>
    outer(subject).flatMap(({ value, place }) => {
      const inner = of(value);
      return inner === null ? [] : [{ value: inner, place }];
    });
}

/** Filters a scope; the remaining values keep their numbers. */
export function those<T>(outer: Scope<T>, holds: (value: T) => boolean): Scope<T> {
  return (subject) => outer(subject).filter(({ value }) => holds(value));
}

function numbered<T>(group: Term, values: readonly T[], outer: Place): Located<T>[] {
  return values.map((value, index) => ({
    value,
    place: [...outer, { group, number: index + 1, label: String(index + 1) }],
  }));
}

/** All lines, including sub-lines. */
export const allLines: Scope<Line> = oncePerCase(({ invoice }) =>
  numbered('BG-25', invoice.lines, []).map(({ value, place }) => ({
    value,
    place: place.map((step) => ({ ...step, label: isFilled(value.id) ? value.id : step.label })),
  })),
);

/** Lines within another line. */
export const parts: Scope<Line> = those(allLines, ({ parentId }) => parentId !== null);

const partsByParent = oncePerCase(({ invoice }) => Map.groupBy(invoice.lines, ({ parentId }) => parentId));

/** The lines directly within a line. */
export function partsOf({ id }: Line, subject: Case): readonly Line[] {
  return id === null ? [] : (partsByParent(subject).get(id) ?? []);
}

/**
 * The lines that count: in UBL those without a parent, in CII those that neither group other lines nor only inform,
 * because parent and sub-lines contain the same amounts.
 */
export const lines: Scope<Line> = oncePerCase((subject) =>
  allLines(subject).filter(({ value }) =>
    subject.syntax === 'cii'
      ? value.statusReason === null || value.statusReason === 'DETAIL' || subject.profile !== 'extended'
      : value.parentId === null,
  ),
);

export const allowances: Scope<AllowanceCharge> = many('BG-20', (invoice) => invoice.allowances);
export const charges: Scope<AllowanceCharge> = many('BG-21', (invoice) => invoice.charges);
export const lineAllowances: Scope<AllowanceCharge> = within(lines, 'BG-27', (line) => line.allowances);
export const lineCharges: Scope<AllowanceCharge> = within(lines, 'BG-28', (line) => line.charges);
export const taxRows: Scope<TaxBreakdown> = many('BG-23', (invoice) => invoice.taxBreakdown);
export const supports: Scope<SupportingDocument> = many('BG-24', (invoice) => invoice.documents);
export const payments: Scope<PaymentInstructions> = many('BG-16', (invoice) => invoice.paymentInstructions);
export const transfers: Scope<PaymentInstructions> = those(payments, isTransfer);
export const transferAccounts: Scope<Account> = within(transfers, 'BG-17', (means) => means.accounts);
export const seller: Scope<Party> = one((invoice) => invoice.seller);
export const buyer: Scope<Party> = one((invoice) => invoice.buyer);
export const sellerAddress: Scope<Address> = inEach(seller, (party) => party.address);
export const buyerAddress: Scope<Address> = inEach(buyer, (party) => party.address);
export const deliveryAddress: Scope<Address> = one((invoice) => invoice.delivery?.address ?? null);
export const taxRepresentative: Scope<TaxRepresentative> = one((invoice) => invoice.taxRepresentative);
export const representativeAddress: Scope<Address> = inEach(taxRepresentative, ({ address }) => address);
export const payee: Scope<Payee> = one((invoice) => invoice.payee);
export const netPrices: Scope<Amount> = inEach(lines, (line) => line.price.net);
export const grossPrices: Scope<Amount> = inEach(lines, (line) => line.price.gross);
export const period: Scope<Period> = one((invoice) => invoice.period);
export const linePeriods: Scope<Period> = inEach(lines, (line) => line.period);
export const attributes: Scope<Line['attributes'][number]> = within(
  lines,
  'BG-32',
  (line) => line.attributes,
);
export const classifications: Scope<Identifier> = within(lines, 'BT-158', (line) => line.classifications);

/** Whether the means is a credit transfer, SEPA or not (UNTDID 4461). */
function isTransfer({ meansCode }: PaymentInstructions): boolean {
  return meansCode === '30' || meansCode === '58';
}
