import type { XmlElement } from '../../../base/xml-reading.ts';
import { all, first, textAt } from '../../../base/xml-tree.ts';
import type { Address, AllowanceCharge, Contact, Identifier, Party, Period, Text } from './model.ts';
import { amountAt, identifierAt, identifierIn, isoDay } from './xml-values.ts';

/** The scheme of direct debit creditor identifiers (BT-90), which are among the identifiers of the party. */
const creditorScheme = 'SEPA';

/** A day without time and zone; null when missing. */
export function dayAt(from: XmlElement | undefined, ...path: readonly string[]): Text {
  return isoDay(textAt(from, ...path));
}

/** Seller or buyer (BG-4, BG-7). */
export function partyOf(party: XmlElement | undefined): Party {
  const schemes = all(party, 'PartyTaxScheme');
  const isVat = (scheme: XmlElement) => textAt(scheme, 'TaxScheme', 'ID')?.toUpperCase() === 'VAT';
  return {
    name: textAt(party, 'PartyLegalEntity', 'RegistrationName'),
    tradingName: textAt(party, 'PartyName', 'Name'),
    identifiers: identifiersOf(party),
    legalRegistration: identifierAt(party, 'PartyLegalEntity', 'CompanyID'),
    vatId: textAt(schemes.find(isVat), 'CompanyID'),
    taxNumber: textAt(
      schemes.find((scheme) => !isVat(scheme)),
      'CompanyID',
    ),
    legalInformation: textAt(party, 'PartyLegalEntity', 'CompanyLegalForm'),
    electronicAddress: identifierAt(party, 'EndpointID'),
    address: addressOf(first(party, 'PostalAddress')),
    contact: contactOf(first(party, 'Contact')),
  };
}

/** The identifiers of the party without that of the creditor (BT-29, BT-46, BT-60). */
export function identifiersOf(party: XmlElement | undefined): readonly Identifier[] {
  return all(party, 'PartyIdentification', 'ID')
    .map(identifierIn)
    .filter(({ scheme }) => scheme !== creditorScheme);
}

/** The creditor identifier of a direct debit (BT-90), written as an identifier of the seller or the payee. */
export function creditorOf(party: XmlElement | undefined): Text {
  return (
    all(party, 'PartyIdentification', 'ID')
      .map(identifierIn)
      .find(({ scheme }) => scheme === creditorScheme)?.value ?? null
  );
}

/** BG-5, BG-8, BG-12, BG-15. */
export function addressOf(address: XmlElement | undefined): Address | null {
  if (!address) return null;
  return {
    line1: textAt(address, 'StreetName'),
    line2: textAt(address, 'AdditionalStreetName'),
    line3: textAt(address, 'AddressLine', 'Line'),
    city: textAt(address, 'CityName'),
    postCode: textAt(address, 'PostalZone'),
    subdivision: textAt(address, 'CountrySubentity'),
    country: textAt(address, 'Country', 'IdentificationCode'),
  };
}

function contactOf(contact: XmlElement | undefined): Contact | null {
  if (!contact) return null;
  return {
    name: textAt(contact, 'Name'),
    phone: textAt(contact, 'Telephone'),
    email: textAt(contact, 'ElectronicMail'),
  };
}

/** BG-14 and BG-26; null for a period that contains only the code of the tax point (BT-8). */
export function periodOf(period: XmlElement | undefined): Period | null {
  if (period && period.children.length === 0) return { start: null, end: null };
  const start = dayAt(period, 'StartDate');
  const end = dayAt(period, 'EndDate');
  return start === null && end === null ? null : { start, end };
}

/** Allowances and charges of the document or a line; UBL distinguishes them by an indicator. */
export function allowancesAndChargesOf(from: XmlElement): {
  readonly allowances: readonly AllowanceCharge[];
  readonly charges: readonly AllowanceCharge[];
} {
  const isCharge = (element: XmlElement) => isTrue(textAt(element, 'ChargeIndicator'));
  const elements = all(from, 'AllowanceCharge');
  return {
    allowances: elements.filter((element) => !isCharge(element)).map(allowanceOrChargeOf),
    charges: elements.filter(isCharge).map(allowanceOrChargeOf),
  };
}

function isTrue(text: Text): boolean {
  return text === 'true' || text === '1';
}

function allowanceOrChargeOf(element: XmlElement): AllowanceCharge {
  return {
    amount: amountAt(element, 'Amount'),
    base: amountAt(element, 'BaseAmount'),
    percentage: textAt(element, 'MultiplierFactorNumeric'),
    taxCategory: textAt(element, 'TaxCategory', 'ID'),
    taxRate: textAt(element, 'TaxCategory', 'Percent'),
    reason: textAt(element, 'AllowanceChargeReason'),
    reasonCode: textAt(element, 'AllowanceChargeReasonCode'),
  };
}
