import { amountField, type ExtfField, fieldOf, numberField, textField } from './fields.ts';

function numbered<T>(first: number, last: number, of: (number: number) => T): readonly T[] {
  return Array.from({ length: last - first + 1 }, (_, place) => of(first + place));
}

function bankAccount(number: number): readonly ExtfField[] {
  return [
    textField(`Bankleitzahl ${number}`, 8),
    textField(`Bankbezeichnung ${number}`, 30),
    textField(`Bankkonto-Nummer ${number}`, 10),
    textField(`Länderkennzeichen ${number}`, 2),
    textField(`IBAN ${number}`, 34),
    textField(`Leerfeld ${number}`, 1),
    textField(`SWIFT-Code ${number}`, 11),
    textField(`Abw. Kontoinhaber ${number}`, 70),
    fieldOf('flag', `Kennz. Haupt-Bankverb. ${number}`),
    fieldOf('dayMonthYear', `Bankverb. ${number} Gültig von`),
    fieldOf('dayMonthYear', `Bankverb. ${number} Gültig bis`),
  ];
}

/** Names and addresses of a creditor, columns 1 to 40. */
const partnerColumns: readonly ExtfField[] = [
  { name: 'Konto', kind: 'account', required: true },
  textField('Name (Adressatentyp Unternehmen)', 50),
  textField('Unternehmensgegenstand', 50),
  textField('Name (Adressatentyp natürl. Person)', 30),
  textField('Vorname (Adressatentyp natürl. Person)', 30),
  textField('Name (Adressatentyp keine Angabe)', 50),
  textField('Adressatentyp', 1),
  textField('Kurzbezeichnung', 15),
  textField('EU-Land', 2),
  textField('EU-USt-IdNr.', 13),
  textField('Anrede', 30),
  textField('Titel/Akad. Grad', 25),
  textField('Adelstitel', 15),
  textField('Namensvorsatz', 14),
  textField('Adressart', 3),
  textField('Straße', 36),
  textField('Postfach', 10),
  textField('Postleitzahl', 10),
  textField('Ort', 30),
  textField('Land', 2),
  textField('Versandzusatz', 50),
  textField('Adresszusatz', 36),
  textField('Abweichende Anrede', 30),
  textField('Abw. Zustellbezeichnung 1', 50),
  textField('Abw. Zustellbezeichnung 2', 36),
  fieldOf('flag', 'Kennz. Korrespondenzadresse'),
  fieldOf('dayMonthYear', 'Adresse Gültig von'),
  fieldOf('dayMonthYear', 'Adresse Gültig bis'),
  textField('Telefon', 60),
  textField('Bemerkung (Telefon)', 40),
  textField('Telefon Geschäftsleitung', 60),
  textField('Bemerkung (Telefon GL)', 40),
  textField('E-Mail', 60),
  textField('Bemerkung (E-Mail)', 40),
  textField('Internet', 60),
  textField('Bemerkung (Internet)', 40),
  textField('Fax', 60),
  textField('Bemerkung (Fax)', 40),
  textField('Sonstige', 60),
  textField('Bemerkung (Sonstige)', 40),
];

/** Salutation, discounts and payment of a creditor, columns 96 to 120. */
const termColumns: readonly ExtfField[] = [
  numberField('Leerfeld 11', 3),
  textField('Briefanrede', 100),
  textField('Grußformel', 50),
  textField('Kundennummer', 15),
  textField('Steuernummer', 20),
  numberField('Sprache', 2),
  textField('Ansprechpartner', 40),
  textField('Vertreter', 40),
  textField('Sachbearbeiter', 40),
  fieldOf('flag', 'Diverse-Konto'),
  numberField('Ausgabeziel', 1),
  numberField('Währungssteuerung', 1),
  numberField('Kreditlimit (Debitor)', 10),
  numberField('Zahlungsbedingung', 3),
  numberField('Fälligkeit in Tagen (Debitor)', 3),
  amountField('Skonto in Prozent (Debitor)', 2, 2),
  numberField('Kreditoren-Ziel 1 (Tage)', 2),
  amountField('Kreditoren-Skonto 1 (%)', 2, 2),
  numberField('Kreditoren-Ziel 2 (Tage)', 2),
  amountField('Kreditoren-Skonto 2 (%)', 2, 2),
  numberField('Kreditoren-Ziel 3 Brutto (Tage)', 3),
  numberField('Kreditoren-Ziel 4 (Tage)', 2),
  amountField('Kreditoren-Skonto 4 (%)', 2, 2),
  numberField('Kreditoren-Ziel 5 (Tage)', 2),
  amountField('Kreditoren-Skonto 5 (%)', 2, 2),
];

/** Reminders, payment methods and custom fields, columns 121 to 151. */
const reminderColumns: readonly ExtfField[] = [
  numberField('Mahnung', 1),
  numberField('Kontoauszug', 1),
  numberField('Mahntext', 1),
  numberField('Mahntext 2', 1),
  numberField('Mahntext 3', 1),
  numberField('Kontoauszugstext', 1),
  amountField('Mahnlimit Betrag', 5, 2),
  amountField('Mahnlimit %', 2, 2),
  numberField('Zinsberechnung', 1),
  ...numbered(1, 3, (number) => amountField(`Mahnzinssatz ${number}`, 2, 2)),
  textField('Lastschrift', 1),
  textField('Verfahren', 1),
  numberField('Mandantenbank', 4),
  textField('Zahlungsträger', 1),
  ...numbered(1, 15, (number) => textField(`Indiv. Feld ${number}`, 40)),
];

/** The billing address, columns 152 to 164. */
const billingColumns: readonly ExtfField[] = [
  textField('Abweichende Anrede (Rechnungsadresse)', 30),
  textField('Adressart (Rechnungsadresse)', 3),
  textField('Straße (Rechnungsadresse)', 36),
  textField('Postfach (Rechnungsadresse)', 10),
  textField('Postleitzahl (Rechnungsadresse)', 10),
  textField('Ort (Rechnungsadresse)', 30),
  textField('Land (Rechnungsadresse)', 2),
  textField('Versandzusatz (Rechnungsadresse)', 50),
  textField('Adresszusatz (Rechnungsadresse)', 36),
  textField('Abw. Zustellbezeichnung 1 (Rechnungsadresse)', 50),
  textField('Abw. Zustellbezeichnung 2 (Rechnungsadresse)', 36),
  fieldOf('dayMonthYear', 'Adresse Gültig von (Rechnungsadresse)'),
  fieldOf('dayMonthYear', 'Adresse Gültig bis (Rechnungsadresse)'),
];

/** Columns added by later versions, 220 to 254; the lengths of the last eleven are not published. */
const laterColumns: readonly ExtfField[] = [
  textField('Nummer Fremdsystem', 15),
  fieldOf('flag', 'Insolvent'),
  ...numbered(1, 10, (number) => textField(`SEPA-Mandatsreferenz ${number}`, 35)),
  fieldOf('account', 'Verknüpftes OPOS-Konto'),
  fieldOf('dayMonthYear', 'Mahnsperre bis'),
  fieldOf('dayMonthYear', 'Lastschriftsperre bis'),
  fieldOf('dayMonthYear', 'Zahlungssperre bis'),
  numberField('Gebührenberechnung', 1),
  ...numbered(1, 3, (number) => amountField(`Mahngebühr ${number}`, 2, 2)),
  numberField('Pauschalberechnung', 1),
  ...numbered(1, 3, (number) => amountField(`Verzugspauschale ${number}`, 3, 2)),
  textField('Alternativer Suchname'),
  numberField('Status'),
  fieldOf('flag', 'Anschrift manuell geändert (Korrespondenzadresse)'),
  textField('Anschrift individuell (Korrespondenzadresse)'),
  fieldOf('flag', 'Anschrift manuell geändert (Rechnungsadresse)'),
  textField('Anschrift individuell (Rechnungsadresse)'),
  numberField('Fristberechnung bei Debitor'),
  ...numbered(1, 3, (number) => numberField(`Mahnfrist ${number}`)),
  numberField('Letzte Frist'),
];

/** The columns of debtors and creditors, category 16 of format version 5, 254 in total (EXP-25). */
export const partnerFileColumns: readonly ExtfField[] = [
  ...partnerColumns,
  ...numbered(1, 5, bankAccount).flat(),
  ...termColumns,
  ...reminderColumns,
  ...billingColumns,
  ...numbered(6, 10, bankAccount).flat(),
  ...laterColumns,
];

/** The columns of account names, category 20 of format version 2 (EXP-25). */
export const accountNameColumns: readonly ExtfField[] = [
  { name: 'Konto', kind: 'account', required: true },
  textField('Kontenbeschriftung', 40),
  textField('Sprach-ID', 5),
];
