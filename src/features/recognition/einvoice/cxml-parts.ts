import { sum } from '../../../base/money.ts';
import type { XmlElement } from '../../../base/xml-reading.ts';
import { all, attributeOf, first, textAt, textsAt } from '../../../base/xml-tree.ts';
import { decimalOf } from './decimal.ts';
import type { Address, AllowanceCharge, Amount, Party, Text } from './model.ts';
import { isoDay } from './xml-values.ts';

/** The `Money` of an element, as written. */
export function moneyAt(from: XmlElement | undefined, ...path: readonly string[]): Amount | null {
  const money = first(from, ...path, 'Money');
  return money ? { value: money.text.trim(), currency: attributeOf(money, 'currency') } : null;
}

/** The day of an attribute in its own time zone. */
export function dayOf(element: XmlElement | undefined, name: string): Text {
  return isoDay(attributeOf(element, name));
}

/** The first amount with the others added or subtracted; as written if there are none, null if one is no number. */
export function combined(
  start: Amount | null,
  added: readonly (Amount | null)[],
  subtracted: readonly (Amount | null)[] = [],
): Amount | null {
  if (start === null || added.length + subtracted.length === 0) return start;
  const parts = [
    decimalOf(start.value),
    ...added.map((each) => decimalOf(each?.value ?? null)),
    ...subtracted.map((each) => decimalOf(negated(each)?.value ?? null)),
  ];
  const known = parts.filter((part) => part !== null);
  return known.length < parts.length ? null : { ...start, value: sum(known) };
}

/** Null without amounts, or if one is missing or no number. */
export function sumOf(amounts: readonly (Amount | null)[]): Amount | null {
  const known = amounts.map((each) => decimalOf(each?.value ?? null)).filter((each) => each !== null);
  const [start] = amounts;
  return !start || known.length < amounts.length ? null : { ...start, value: sum(known) };
}

/** The amount with the other sign; a text that is no number stays. */
export function negated<A extends Amount | null>(amount: A): A {
  return amount && { ...amount, value: negatedText(amount.value) };
}

export function negatedText(text: string): string {
  if (decimalOf(text) === null) return text;
  return text.startsWith('-') ? text.slice(1) : `-${text.replace(/^\+/, '')}`;
}

export function isNegative(text: Text): boolean {
  return /^-.*[1-9]/.test(text ?? '');
}

/** The roles of a partner that issues or receives the invoice, the most exact first. */
const sellerRoles = ['issuerOfInvoice', 'from', 'billFrom', 'supplierCorporate', 'remitTo'];
const buyerRoles = ['billTo', 'soldTo', 'customer'];

export function sellerOf(header: XmlElement | undefined): Party {
  return partyOf(partnerOf(header, sellerRoles), vatIdOf(header, sellerRoles, 'supplierVatID'));
}

export function buyerOf(header: XmlElement | undefined): Party {
  return partyOf(partnerOf(header, buyerRoles), vatIdOf(header, buyerRoles, 'buyerVatID'));
}

function partnersOf(header: XmlElement | undefined, roles: readonly string[]): readonly XmlElement[] {
  const partners = all(header, 'InvoicePartner');
  return roles.flatMap((role) =>
    partners.filter((partner) => attributeOf(first(partner, 'Contact'), 'role') === role),
  );
}

function partnerOf(header: XmlElement | undefined, roles: readonly string[]): XmlElement | undefined {
  return partnersOf(header, roles)[0];
}

/** Among the references of the partners, else in an extrinsic of the header. */
function vatIdOf(header: XmlElement | undefined, roles: readonly string[], extrinsic: string): Text {
  const stated = partnersOf(header, roles)
    .map((partner) => referenceOf(partner, /^vatid$/i))
    .find((id) => id !== null);
  const named = all(header, 'Extrinsic').find((each) => attributeOf(each, 'name') === extrinsic);
  return stated ?? named?.text.trim() ?? null;
}

/** The identifier of a partner in a domain, such as `vatID` or `ibanID`. */
export function referenceOf(partner: XmlElement | undefined, domain: RegExp): Text {
  const references = [...all(partner, 'IdReference'), ...all(partner, 'Contact', 'IdReference')];
  return attributeOf(
    references.find((each) => domain.test(attributeOf(each, 'domain') ?? '')),
    'identifier',
  );
}

/** The partner that is paid, else the seller. */
export function paidPartnerOf(header: XmlElement | undefined): XmlElement | undefined {
  return partnerOf(header, ['remitTo', 'wireReceivingBank', ...sellerRoles]);
}

function partyOf(partner: XmlElement | undefined, vatId: Text): Party {
  const contact = first(partner, 'Contact');
  return {
    name: textAt(contact, 'Name'),
    tradingName: null,
    identifiers: [],
    legalRegistration: null,
    vatId,
    taxNumber: referenceOf(partner, /^(supplier)?taxid$/i),
    legalInformation: null,
    electronicAddress: null,
    address: addressOf(first(contact, 'PostalAddress')),
    contact: contact ? { name: null, phone: null, email: textAt(contact, 'Email') } : null,
  };
}

export function addressOf(address: XmlElement | undefined): Address | null {
  if (!address) return null;
  const [line1 = null, line2 = null, ...rest] = textsAt(address, 'Street');
  return {
    line1,
    line2,
    line3: rest.length === 0 ? null : rest.join(', '),
    city: textAt(address, 'City'),
    postCode: textAt(address, 'PostalCode'),
    subdivision: textAt(address, 'State'),
    country: attributeOf(first(address, 'Country'), 'isoCountryCode'),
  };
}

/** The tax of an allowance or charge. */
export type Taxed = Pick<AllowanceCharge, 'taxCategory' | 'taxRate'>;

/** Reasons by UNTDID 5189 and 7161. */
const reasons = {
  shipping: { reason: 'Shipping', reasonCode: 'FC' },
  handling: { reason: 'Special handling', reasonCode: 'HD' },
  discount: { reason: 'Discount', reasonCode: '95' },
} as const;

/** The shipping, special handling or discount of a line or a document; none if it is not stated or zero. */
export function adjustmentAt(
  element: XmlElement | undefined,
  kind: keyof typeof reasons,
  tax: Taxed,
): readonly AllowanceCharge[] {
  const amount = moneyAt(element);
  if (amount === null || !/[1-9]/.test(amount.value)) return [];
  const { reason, reasonCode } = reasons[kind];
  const percentage = attributeOf(element, 'percentageRate');
  const described = textAt(element, 'Description') || reason;
  return [{ amount, base: null, percentage, ...tax, reason: described, reasonCode }];
}

/** The modifications of a line or a document; their names are the reasons. */
export function modificationsIn(
  element: XmlElement | undefined,
  taxOf: (tax: XmlElement | undefined) => Taxed,
): { readonly allowances: readonly AllowanceCharge[]; readonly charges: readonly AllowanceCharge[] } {
  const of = (kind: 'AdditionalDeduction' | 'AdditionalCost', amountPath: readonly string[]) =>
    all(element, 'Modification').flatMap((modification): readonly AllowanceCharge[] => {
      const change = first(modification, kind);
      if (!change) return [];
      const detail = first(modification, 'ModificationDetail');
      const percent = first(change, 'Percentage') ?? first(change, 'DeductionPercent');
      return [
        {
          amount: moneyAt(change, ...amountPath),
          base: null,
          percentage: attributeOf(percent, 'percent'),
          ...taxOf(first(modification, 'Tax')),
          reason: textAt(detail, 'Description') || attributeOf(detail, 'name'),
          reasonCode: null,
        },
      ];
    });
  return { allowances: of('AdditionalDeduction', ['DeductionAmount']), charges: of('AdditionalCost', []) };
}
