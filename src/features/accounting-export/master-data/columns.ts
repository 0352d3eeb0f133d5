import { accountNameColumns, partnerFileColumns } from '../extf/master-data-fields.ts';

/** The position of a named column in a row of debtors and creditors, counted from 1. */
function partnerColumn(name: string): number {
  return columnIn(partnerFileColumns, name);
}

/** The same for account names. */
export function accountNameColumn(name: string): number {
  return columnIn(accountNameColumns, name);
}

function columnIn(columns: readonly { readonly name: string }[], name: string): number {
  const place = columns.findIndex((column) => column.name === name);
  if (place === -1) throw new RangeError(`no column ${name}`);
  return place + 1;
}

/** The creditor columns that map to a text field of a supplier, in the order of the file. */
export const textColumns = {
  zipcode: partnerColumn('Postleitzahl'),
  city: partnerColumn('Ort'),
  country: partnerColumn('Land'),
  phone: partnerColumn('Telefon'),
  email: partnerColumn('E-Mail'),
  tax_number: partnerColumn('Steuernummer'),
  contact_person: partnerColumn('Ansprechpartner'),
} as const;

/** The other creditor columns that are read or written. */
export const partnerAt = {
  account: partnerColumn('Konto'),
  company: partnerColumn('Name (Adressatentyp Unternehmen)'),
  lastName: partnerColumn('Name (Adressatentyp natürl. Person)'),
  firstName: partnerColumn('Vorname (Adressatentyp natürl. Person)'),
  otherName: partnerColumn('Name (Adressatentyp keine Angabe)'),
  kind: partnerColumn('Adressatentyp'),
  vatCountry: partnerColumn('EU-Land'),
  vatNumber: partnerColumn('EU-USt-IdNr.'),
  addressKind: partnerColumn('Adressart'),
  street: partnerColumn('Straße'),
  postBox: partnerColumn('Postfach'),
  discount1Days: partnerColumn('Kreditoren-Ziel 1 (Tage)'),
  discount1: partnerColumn('Kreditoren-Skonto 1 (%)'),
  discount2Days: partnerColumn('Kreditoren-Ziel 2 (Tage)'),
  discount2: partnerColumn('Kreditoren-Skonto 2 (%)'),
  paymentDays: partnerColumn('Kreditoren-Ziel 3 Brutto (Tage)'),
} as const;

/** The columns of a creditor's up to ten bank accounts. */
export const bankAccountsAt = Array.from({ length: 10 }, (_, place) => ({
  country: partnerColumn(`Länderkennzeichen ${place + 1}`),
  iban: partnerColumn(`IBAN ${place + 1}`),
  bic: partnerColumn(`SWIFT-Code ${place + 1}`),
  isMain: partnerColumn(`Kennz. Haupt-Bankverb. ${place + 1}`),
}));
