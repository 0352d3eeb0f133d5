/** Texts of `invoice.read.type` by the codes of UNTDID 1001; all others are plain invoices. */
export const documentTypes: Readonly<Record<string, string>> = {
  '380': 'invoice',
  '381': 'credit_note',
  '396': 'credit_note',
  '384': 'correction',
  '386': 'prepayment',
  '389': 'self_billing',
};

/** Units that are written with a sign in every language, by their codes (UN/ECE Recommendation 20). */
const signs: Readonly<Record<string, string>> = {
  KGM: 'kg',
  GRM: 'g',
  TNE: 't',
  MTR: 'm',
  KMT: 'km',
  MTK: 'm²',
  MTQ: 'm³',
  LTR: 'l',
  KWH: 'kWh',
  P1: '%',
};
/** Units that have a word of their own in each language, under `invoice.read.unit`. */
export const unitWords: Readonly<Record<string, string>> = {
  C62: 'piece',
  H87: 'piece',
  EA: 'piece',
  XPP: 'piece',
  HUR: 'hour',
  MIN: 'minute',
  DAY: 'day',
  WEE: 'week',
  MON: 'month',
  ANN: 'year',
  LS: 'lump_sum',
  SET: 'set',
};

type Translate = (key: string) => string;

/** What kind of document a code of UNTDID 1001 stands for. */
export function documentTypeText(code: string, t: Translate): string {
  return t(`invoice.read.type.${documentTypes[code] ?? 'invoice'}`);
}

/** What a code of a unit stands for; what is no known code stays as it was read. */
export function unitText(code: string, t: Translate): string {
  const word = unitWords[code];
  return word === undefined ? (signs[code] ?? code) : t(`invoice.read.unit.${word}`);
}
