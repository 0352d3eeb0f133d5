import type { Identifier, Text } from '../model.ts';
import { amountTerms } from './amounts.ts';
import * as codes from './codes.ts';
import { isXRechnungExtension, isXRechnungForVehicles } from './editions.ts';
import {
  allowances,
  buyer,
  buyerAddress,
  charges,
  classifications,
  deliveryAddress,
  document,
  inEach,
  lineAllowances,
  lineCharges,
  lines,
  many,
  one,
  payee,
  payments,
  representativeAddress,
  seller,
  sellerAddress,
  supports,
  taxRows,
  within,
} from './places.ts';
import { type Case, isFilled, type Rule, rule, type Scope, type Term } from './rule.ts';

interface List {
  readonly name: string;
  readonly codes: ReadonlySet<string>;
  /** Further codes of an edition of XRechnung, which then has its own rule for the list. */
  readonly edition?: { readonly is: (subject: Case) => boolean; readonly codes: readonly string[] };
}

/** Schemes for digital health applications (DiGA). */
const diga: List['edition'] = { is: isXRechnungExtension, codes: ['XR01', 'XR02', 'XR03'] };

const iso4217: List = { name: 'ISO 4217', codes: codes.currencies };
const iso3166: List = { name: 'ISO 3166-1', codes: codes.countries };
const iso6523: List = { name: 'ISO 6523 ICD', codes: codes.organisationSchemes, edition: diga };
const eas: List = { name: 'EAS', codes: codes.electronicAddresses, edition: diga };
const untdid5305: List = { name: 'UNTDID 5305', codes: codes.taxCategories };
const untdid5189: List = { name: 'UNTDID 5189', codes: codes.allowanceReasons };
const untdid7161: List = { name: 'UNTDID 7161', codes: codes.chargeReasons };
const untdid1153: List = { name: 'UNTDID 1153', codes: codes.objectSchemes };
const units: List = { name: 'UN/ECE Rec. 20/21', codes: codes.units };
const mime: List = {
  name: 'MIME',
  codes: codes.mimeTypes,
  edition: { is: isXRechnungExtension, codes: ['application/xml'] },
};
/** SEPA creditor identifiers (BT-90) are among the identifiers of seller and payee. */
const iso6523OrSepa: List = { ...iso6523, codes: new Set([...codes.organisationSchemes, 'SEPA']) };
const untdid4461: List = { name: 'UNTDID 4461', codes: codes.paymentMeans };
const vatex: List = { name: 'VATEX', codes: codes.exemptionReasons };

function isListed(code: string, { codes: listed, edition }: List, subject: Case): boolean {
  return listed.has(code) || (edition?.is(subject) === true && edition.codes.includes(code));
}

/** The rule of EN 16931, and its replacement in an edition of XRechnung. */
type Ids = readonly [id: string, ofEdition?: string];

/** Requires a code, when given, to be in a list. */
function listed<T>(
  text: 'code' | 'scheme',
  [id, ofEdition]: Ids,
  term: Term,
  list: List,
  at: Scope<T>,
  of: (value: T) => Text,
): Rule[] {
  const declare = (name: string, when?: (subject: Case) => boolean): Rule =>
    rule({
      id: name,
      terms: [term],
      text,
      at,
      when,
      fault: (value, subject) => {
        const written = of(value);
        if (!isFilled(written) || isListed(written, list, subject)) return false;
        return { value: written, list: list.name };
      },
    });
  const { edition } = list;
  if (edition === undefined || ofEdition === undefined) return [declare(id)];
  return [declare(id, (subject) => !edition.is(subject)), declare(ofEdition, edition.is)];
}

function code<T>(ids: Ids, term: Term, list: List, at: Scope<T>, of: (value: T) => Text): Rule[] {
  return listed('code', ids, term, list, at, of);
}

function scheme(ids: Ids, term: Term, list: List, at: Scope<Identifier>): Rule[] {
  return listed('scheme', ids, term, list, at, (identifier) => identifier.scheme);
}

const documentCodes: readonly Rule[] = [
  rule({
    id: 'BR-CL-01',
    terms: ['BT-3'],
    text: 'code',
    at: document,
    fault: ({ typeCode }, { syntax, isCreditNote }) => {
      const isInvoice = codes.invoiceTypes.has(typeCode ?? '') && !isCreditNote;
      const isCredit = codes.creditNoteTypes.has(typeCode ?? '') && (syntax !== 'ubl' || isCreditNote);
      if (!isFilled(typeCode) || isInvoice || isCredit) return false;
      return { value: typeCode, list: 'UNTDID 1001' };
    },
  }),
  ...code(['BR-CL-04'], 'BT-5', iso4217, document, ({ currency }) => currency),
  ...code(['BR-CL-05'], 'BT-6', iso4217, document, ({ taxCurrency }) => taxCurrency),
  ...code(
    ['BR-CL-06'],
    'BT-8',
    { name: 'UNTDID 2005/2475', codes: codes.taxPointCodes },
    document,
    ({ taxPointDateCode }) => taxPointDateCode,
  ),
  ...code(
    ['BR-CL-08'],
    'BT-21',
    { name: 'UNTDID 4451', codes: codes.noteSubjects },
    many('BG-1', ({ notes }) => notes),
    ({ subjectCode }) => subjectCode,
  ),
  ...code(['BR-CL-16'], 'BT-81', untdid4461, payments, ({ meansCode }) => meansCode),
];

const currencyCodes: readonly Rule[] = amountTerms.map(({ term, at }) =>
  rule({
    id: 'BR-CL-03',
    terms: [term],
    text: 'currency',
    at,
    fault: ({ currency }) =>
      currency === null || codes.currencies.has(currency) ? false : { value: currency, list: 'ISO 4217' },
  }),
);

const countryCodes: readonly Rule[] = [
  ...code(['BR-CL-14'], 'BT-40', iso3166, sellerAddress, ({ country }) => country),
  ...code(['BR-CL-14'], 'BT-55', iso3166, buyerAddress, ({ country }) => country),
  ...code(['BR-CL-14'], 'BT-69', iso3166, representativeAddress, ({ country }) => country),
  ...code(['BR-CL-14'], 'BT-80', iso3166, deliveryAddress, ({ country }) => country),
  ...code(['BR-CL-15'], 'BT-159', iso3166, lines, ({ country }) => country),
];

const taxCodes: readonly Rule[] = [
  ...code(['BR-CL-17'], 'BT-95', untdid5305, allowances, ({ taxCategory }) => taxCategory),
  ...code(['BR-CL-17'], 'BT-102', untdid5305, charges, ({ taxCategory }) => taxCategory),
  ...code(['BR-CL-17'], 'BT-118', untdid5305, taxRows, ({ category }) => category),
  ...code(['BR-CL-18'], 'BT-151', untdid5305, lines, ({ taxCategory }) => taxCategory),
  ...code(
    ['BR-CL-22'],
    'BT-121',
    vatex,
    taxRows,
    ({ exemptionCode }) => exemptionCode?.toUpperCase() ?? null,
  ),
];

const reasonCodes: readonly Rule[] = [
  ...code(['BR-CL-19'], 'BT-98', untdid5189, allowances, ({ reasonCode }) => reasonCode),
  ...code(['BR-CL-19'], 'BT-140', untdid5189, lineAllowances, ({ reasonCode }) => reasonCode),
  ...code(['BR-CL-20'], 'BT-105', untdid7161, charges, ({ reasonCode }) => reasonCode),
  ...code(['BR-CL-20'], 'BT-145', untdid7161, lineCharges, ({ reasonCode }) => reasonCode),
];

const otherCodes: readonly Rule[] = [
  ...code(['BR-CL-23'], 'BT-130', units, lines, ({ unit }) => unit),
  ...code(['BR-CL-23'], 'BT-150', units, lines, ({ price }) => price.baseUnit),
  ...code(['BR-CL-24', 'BR-DEX-01'], 'BT-125', mime, supports, ({ attachment }) => attachment?.mime ?? null),
];

const partySchemes: readonly (readonly [Term, List, Scope<Identifier>])[] = [
  ['BT-29', iso6523OrSepa, within(seller, 'BT-29', ({ identifiers }) => identifiers)],
  ['BT-46', iso6523, within(buyer, 'BT-46', ({ identifiers }) => identifiers)],
  ['BT-60', iso6523OrSepa, within(payee, 'BT-60', ({ identifiers }) => identifiers)],
];

const registrationSchemes: readonly (readonly [Term, Scope<Identifier>])[] = [
  ['BT-30', inEach(seller, ({ legalRegistration }) => legalRegistration)],
  ['BT-47', inEach(buyer, ({ legalRegistration }) => legalRegistration)],
  ['BT-61', inEach(payee, ({ legalRegistration }) => legalRegistration)],
];

const objectIdentifier = one(({ objectIdentifier: identifier }) => identifier);
const lineObjects = inEach(lines, (line) => line.objectIdentifier);
const standardItems = inEach(lines, (line) => line.standardItemNumber);
const location = one(({ delivery }) => delivery?.location ?? null);
const untdid7143: List = {
  name: 'UNTDID 7143',
  codes: codes.itemClassifications,
  edition: { is: isXRechnungForVehicles, codes: ['CVD'] },
};

const schemes: readonly Rule[] = [
  ...scheme(['BR-CL-07'], 'BT-18', untdid1153, objectIdentifier),
  ...scheme(['BR-CL-07'], 'BT-128', untdid1153, lineObjects),
  ...partySchemes.flatMap(([term, list, at]) => scheme(['BR-CL-10', 'BR-DEX-04'], term, list, at)),
  ...registrationSchemes.flatMap(([term, at]) => scheme(['BR-CL-11', 'BR-DEX-05'], term, iso6523, at)),
  ...scheme(['BR-CL-13', 'BR-TMP-CVD-01'], 'BT-158', untdid7143, classifications),
  ...scheme(['BR-CL-21', 'BR-DEX-06'], 'BT-157', iso6523, standardItems),
  ...scheme(
    ['BR-CL-25', 'BR-DEX-07'],
    'BT-34',
    eas,
    inEach(seller, (party) => party.electronicAddress),
  ),
  ...scheme(
    ['BR-CL-25', 'BR-DEX-07'],
    'BT-49',
    eas,
    inEach(buyer, (party) => party.electronicAddress),
  ),
  ...scheme(['BR-CL-26', 'BR-DEX-08'], 'BT-71', iso6523, location),
];

/** BR-CL-01 to BR-CL-26: codes must be in their lists (EN 16931-1, clause 6.3). */
export const codeRules: readonly Rule[] = [
  ...documentCodes,
  ...currencyCodes,
  ...countryCodes,
  ...taxCodes,
  ...reasonCodes,
  ...otherCodes,
  ...schemes,
];
