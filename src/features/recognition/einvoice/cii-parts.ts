import type { XmlElement } from '../../../base/xml-reading.ts';
import { all, attributeOf, first, ownText, textAt } from '../../../base/xml-tree.ts';
import type { CiiDialect } from './cii-dialect.ts';
import type {
  Address,
  AllowanceCharge,
  Amount,
  Contact,
  Identifier,
  Party,
  Payee,
  Period,
  TaxRepresentative,
  Text,
} from './model.ts';
import { amountAt, amountIn, identifierAt, identifierIn, isoDay } from './xml-values.ts';

/** Seller or buyer (BG-4, BG-7). */
export function partyOf(party: XmlElement | undefined): Party {
  return {
    name: textAt(party, 'Name'),
    tradingName: textAt(party, 'SpecifiedLegalOrganization', 'TradingBusinessName'),
    identifiers: identifiersOf(party),
    legalRegistration: identifierAt(party, 'SpecifiedLegalOrganization', 'ID'),
    vatId: registrationOf(party, 'VA'),
    taxNumber: registrationOf(party, 'FC'),
    legalInformation: textAt(party, 'Description'),
    electronicAddress: identifierAt(party, 'URIUniversalCommunication', 'URIID'),
    address: addressOf(first(party, 'PostalTradeAddress')),
    contact: contactOf(first(party, 'DefinedTradeContact')),
  };
}

/** BG-10. */
export function payeeOf(party: XmlElement | undefined): Payee | null {
  if (!party) return null;
  return {
    name: textAt(party, 'Name'),
    identifiers: identifiersOf(party),
    legalRegistration: identifierAt(party, 'SpecifiedLegalOrganization', 'ID'),
  };
}

/** BG-11. */
export function representativeOf(party: XmlElement | undefined): TaxRepresentative | null {
  if (!party) return null;
  return {
    name: textAt(party, 'Name'),
    vatId: registrationOf(party, 'VA'),
    address: addressOf(first(party, 'PostalTradeAddress')),
  };
}

/** `GlobalID` holds registered identifiers, `ID` those agreed between the partners. */
export function identifiersOf(party: XmlElement | undefined): readonly Identifier[] {
  return [...all(party, 'GlobalID'), ...all(party, 'ID')].map(identifierIn);
}

/** `VA` is a VAT identifier, `FC` a tax number (UNTDID 1153). */
function registrationOf(party: XmlElement | undefined, scheme: string): Text {
  const found = all(party, 'SpecifiedTaxRegistration', 'ID').find(
    (element) => attributeOf(element, 'schemeID')?.toUpperCase() === scheme,
  );
  return ownText(found);
}

/** BG-5, BG-8, BG-12, BG-15. */
export function addressOf(address: XmlElement | undefined): Address | null {
  if (!address) return null;
  return {
    line1: textAt(address, 'LineOne'),
    line2: textAt(address, 'LineTwo'),
    line3: textAt(address, 'LineThree'),
    city: textAt(address, 'CityName'),
    postCode: textAt(address, 'PostcodeCode'),
    subdivision: textAt(address, 'CountrySubDivisionName'),
    country: textAt(address, 'CountryID'),
  };
}

function contactOf(contact: XmlElement | undefined): Contact | null {
  if (!contact) return null;
  return {
    name: textAt(contact, 'PersonName') ?? textAt(contact, 'DepartmentName'),
    phone: textAt(contact, 'TelephoneUniversalCommunication', 'CompleteNumber'),
    email:
      textAt(contact, 'EmailURIUniversalCommunication', 'URIID') ??
      textAt(contact, 'EmailURIUniversalCommunication', 'CompleteNumber'),
  };
}

/** Format 102 of UNTDID 2379 is `YYYYMMDD`; the release candidate of ZUGFeRD writes it without an inner element. */
export function dayOf(element: XmlElement | undefined): Text {
  const inner = element?.children[0] ?? element;
  const text = ownText(inner);
  const format = attributeOf(inner, 'format');
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text ?? '') ?? [];
  if (year !== undefined && (format === null || format === '102')) return `${year}-${month}-${day}`;
  return isoDay(text);
}

/** BG-14 and BG-26. */
export function periodOf(period: XmlElement | undefined): Period | null {
  if (!period) return null;
  const start = dayOf(first(period, 'StartDateTime'));
  const end = dayOf(first(period, 'EndDateTime'));
  return { start, end };
}

/** The amount in the document currency, when a total is stated in several currencies (Factur-X EXTENDED). */
export function amountInCurrency(from: XmlElement | undefined, name: string, currency: Text): Amount | null {
  const amounts = all(from, name).map(amountIn);
  return amounts.find((amount) => amount.currency === currency) ?? amounts[0] ?? null;
}

/**
 * Allowances and charges of the document or a line. Logistics services of ZUGFeRD and Factur-X EXTENDED
 * (`SpecifiedLogisticsServiceCharge`, BT-X-272) are charges of the document.
 */
export function allowancesAndChargesOf(
  from: XmlElement | undefined,
  dialect: CiiDialect,
): { readonly allowances: readonly AllowanceCharge[]; readonly charges: readonly AllowanceCharge[] } {
  const elements = all(from, 'SpecifiedTradeAllowanceCharge');
  const read = (element: XmlElement) => allowanceOrChargeOf(element, dialect);
  const freight = all(from, 'SpecifiedLogisticsServiceCharge').map((element) => freightOf(element, dialect));
  return {
    allowances: elements.filter((element) => !isCharge(element)).map(read),
    charges: [...elements.filter(isCharge).map(read), ...freight],
  };
}

function isCharge(element: XmlElement): boolean {
  const indicator = first(element, 'ChargeIndicator');
  const text = ownText(indicator?.children[0] ?? indicator);
  return text === 'true' || text === '1';
}

function allowanceOrChargeOf(element: XmlElement, dialect: CiiDialect): AllowanceCharge {
  return {
    amount: amountAt(element, 'ActualAmount'),
    base: amountAt(element, 'BasisAmount'),
    percentage: textAt(element, 'CalculationPercent'),
    taxCategory: textAt(element, 'CategoryTradeTax', 'CategoryCode'),
    taxRate: textAt(element, 'CategoryTradeTax', dialect.rate),
    reason: textAt(element, 'Reason'),
    reasonCode: textAt(element, 'ReasonCode'),
  };
}

function freightOf(element: XmlElement, dialect: CiiDialect): AllowanceCharge {
  return {
    amount: amountAt(element, 'AppliedAmount'),
    base: null,
    percentage: null,
    taxCategory: textAt(element, 'AppliedTradeTax', 'CategoryCode'),
    taxRate: textAt(element, 'AppliedTradeTax', dialect.rate),
    reason: textAt(element, 'Description'),
    reasonCode: null,
  };
}
