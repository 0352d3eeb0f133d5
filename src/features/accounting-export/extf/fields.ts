/** The notation of a field's value; days by the order of their parts. */
export type ExtfKind =
  /** In quotation marks, with inner ones doubled. */
  | 'text'
  /** Digits only. */
  | 'number'
  /** Digits, a comma and decimal places, without sign and thousands separator. */
  | 'amount'
  /** The digits of a ledger or personal account. */
  | 'account'
  /** 0 or 1. */
  | 'flag'
  /** DDMM. */
  | 'dayMonth'
  /** DDMMYYYY. */
  | 'dayMonthYear'
  /** YYYYMMDD. */
  | 'yearMonthDay'
  /** YYYY. */
  | 'year'
  /** YYYYMMDDHHMMSS and milliseconds. */
  | 'instant';

/** One field of the header or one column of the rows. */
export interface ExtfField {
  /** The term of the format itself, also the column heading. */
  readonly name: string;
  readonly kind: ExtfKind;
  /** Maximum characters of a text, digits of a number, or digits before the comma of an amount. */
  readonly length?: number | undefined;
  /** Maximum digits after the comma; at least two are always written. */
  readonly decimals?: number;
  readonly required?: boolean;
}

export function textField(name: string, length?: number): ExtfField {
  return { name, kind: 'text', length };
}

export function numberField(name: string, length?: number): ExtfField {
  return { name, kind: 'number', length };
}

export function amountField(name: string, length: number, decimals: number): ExtfField {
  return { name, kind: 'amount', length, decimals };
}

export function fieldOf(kind: ExtfKind, name: string): ExtfField {
  return { name, kind };
}

function required(field: ExtfField): ExtfField {
  return { ...field, required: true };
}

/** Repeated pairs of a heading and a content. */
function pairs(kind: string, content: string, count: number): readonly ExtfField[] {
  return Array.from({ length: count }, (_, place) => [
    textField(`${kind} ${place + 1}`, 20),
    textField(`${content} ${place + 1}`, 210),
  ]).flat();
}

/** The version of the whole format (EXP-10). */
export const extfVersion = '700';

/** The first line of every file, 31 fields (EXP-10). */
export const headerFields: readonly ExtfField[] = [
  required(textField('DATEV-Format-KZ', 4)),
  required(numberField('Versionsnummer', 3)),
  required(numberField('Datenkategorie', 2)),
  required(textField('Formatname')),
  required(numberField('Formatversion', 3)),
  required(fieldOf('instant', 'Erzeugt am')),
  fieldOf('instant', 'Importiert'),
  textField('Herkunft', 2),
  textField('Exportiert von', 25),
  textField('Importiert von', 10),
  required(numberField('Berater', 7)),
  required(numberField('Mandant', 5)),
  required(fieldOf('yearMonthDay', 'WJ-Beginn')),
  required(numberField('Sachkontenlänge', 1)),
  fieldOf('yearMonthDay', 'Datum vom'),
  fieldOf('yearMonthDay', 'Datum bis'),
  textField('Bezeichnung', 30),
  textField('Diktatkürzel', 2),
  numberField('Buchungstyp', 1),
  numberField('Rechnungslegungszweck', 2),
  fieldOf('flag', 'Festschreibung'),
  textField('WKZ', 3),
  textField('reserviert'),
  textField('Derivatskennzeichen'),
  textField('reserviert 2'),
  textField('reserviert 3'),
  textField('SKR'),
  numberField('Branchenlösung-Id'),
  numberField('reserviert 4'),
  textField('reserviert 5'),
  textField('Anwendungsinformation', 16),
];

/** The positions of header fields, counted from 1. */
export const headerAt = {
  format: 1,
  version: 2,
  category: 3,
  formatName: 4,
  formatVersion: 5,
  createdAt: 6,
  importedAt: 7,
  importedBy: 10,
  consultant: 11,
  client: 12,
  fiscalYearStart: 13,
  accountLength: 14,
  from: 15,
  to: 16,
  label: 17,
  bookingType: 19,
  lock: 21,
  currency: 22,
} as const;

/** The columns of a Buchungsstapel of format version 13, 125 of them (EXP-10). */
export const bookingColumns: readonly ExtfField[] = [
  required(amountField('Umsatz (ohne Soll/Haben-Kz)', 10, 2)),
  required(textField('Soll/Haben-Kennzeichen', 1)),
  textField('WKZ Umsatz', 3),
  amountField('Kurs', 4, 6),
  amountField('Basis-Umsatz', 10, 2),
  textField('WKZ Basis-Umsatz', 3),
  required(fieldOf('account', 'Konto')),
  required(fieldOf('account', 'Gegenkonto (ohne BU-Schlüssel)')),
  textField('BU-Schlüssel', 4),
  required(fieldOf('dayMonth', 'Belegdatum')),
  textField('Belegfeld 1', 36),
  textField('Belegfeld 2', 12),
  amountField('Skonto', 8, 2),
  textField('Buchungstext', 60),
  fieldOf('flag', 'Postensperre'),
  textField('Diverse Adressnummer', 9),
  numberField('Geschäftspartnerbank', 3),
  numberField('Sachverhalt', 2),
  fieldOf('flag', 'Zinssperre'),
  textField('Beleglink', 210),
  ...pairs('Beleginfo - Art', 'Beleginfo - Inhalt', 8),
  // 8 characters up to format version 9; companies set how many of the 36 they use (EXP-22).
  textField('KOST1 - Kostenstelle', 36),
  textField('KOST2 - Kostenstelle', 36),
  amountField('Kost-Menge', 12, 4),
  textField('EU-Land u. UStID (Bestimmung)', 15),
  amountField('EU-Steuersatz (Bestimmung)', 2, 2),
  textField('Abw. Versteuerungsart', 1),
  numberField('Sachverhalt L+L', 3),
  numberField('Funktionsergänzung L+L', 3),
  numberField('BU 49 Hauptfunktionstyp', 1),
  numberField('BU 49 Hauptfunktionsnummer', 2),
  numberField('BU 49 Funktionsergänzung', 3),
  ...pairs('Zusatzinformation - Art', 'Zusatzinformation- Inhalt', 20),
  numberField('Stück', 8),
  amountField('Gewicht', 8, 2),
  numberField('Zahlweise', 2),
  textField('Forderungsart', 10),
  fieldOf('year', 'Veranlagungsjahr'),
  fieldOf('dayMonthYear', 'Zugeordnete Fälligkeit'),
  numberField('Skontotyp', 1),
  textField('Auftragsnummer', 30),
  textField('Buchungstyp', 2),
  numberField('USt-Schlüssel (Anzahlungen)', 2),
  textField('EU-Land (Anzahlungen)', 2),
  numberField('Sachverhalt L+L (Anzahlungen)', 3),
  amountField('EU-Steuersatz (Anzahlungen)', 2, 2),
  fieldOf('account', 'Erlöskonto (Anzahlungen)'),
  textField('Herkunft-Kz', 2),
  textField('Buchungs GUID', 36),
  fieldOf('dayMonthYear', 'KOST-Datum'),
  textField('SEPA-Mandatsreferenz', 35),
  fieldOf('flag', 'Skontosperre'),
  textField('Gesellschaftername', 76),
  numberField('Beteiligtennummer', 4),
  textField('Identifikationsnummer', 11),
  textField('Zeichnernummer', 20),
  fieldOf('dayMonthYear', 'Postensperre bis'),
  textField('Bezeichnung SoBil-Sachverhalt', 30),
  numberField('Kennzeichen SoBil-Buchung', 2),
  fieldOf('flag', 'Festschreibung'),
  fieldOf('dayMonthYear', 'Leistungsdatum'),
  fieldOf('dayMonthYear', 'Datum Zuord. Steuerperiode'),
  fieldOf('dayMonthYear', 'Fälligkeit'),
  textField('Generalumkehr (GU)', 1),
  amountField('Steuersatz', 2, 2),
  textField('Land', 2),
  textField('Abrechnungsreferenz', 50),
  numberField('BVV-Position', 1),
  textField('EU-Land u. UStID (Ursprung)', 15),
  amountField('EU-Steuersatz (Ursprung)', 2, 2),
  fieldOf('account', 'Abw. Skontokonto'),
];

/** The columns of a booking, counted from 1 (EXP-10). */
export const bookingAt = {
  amount: 1,
  side: 2,
  currency: 3,
  rate: 4,
  baseAmount: 5,
  baseCurrency: 6,
  account: 7,
  counterAccount: 8,
  postingKey: 9,
  day: 10,
  reference: 11,
  dueDay: 12,
  discount: 13,
  text: 14,
  link: 20,
  firstInfoKind: 21,
  firstInfoContent: 22,
  kost1: 37,
  kost2: 38,
  euVatId: 40,
  lock: 114,
  serviceDay: 115,
  taxPeriodDay: 116,
  due: 117,
  reversal: 118,
  euVatIdOfOrigin: 123,
} as const;
