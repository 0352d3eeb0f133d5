import anyAscii from 'any-ascii';

/** German spellings in ASCII, and the ampersand of company names. */
const spellings: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss', ẞ: 'SS' },
  '&': '+',
};

/**
 * A text in the SEPA character set (EPC 217-08), as one line of limited length. Umlauts are spelled out, other
 * scripts transliterated, remaining characters become blanks. May be empty.
 */
export function sepaText(text: string, length: number): string {
  const spelled = [...text.normalize('NFC')].map((sign) => spellings[sign] ?? anyAscii(sign)).join('');
  const plain = spelled.replace(/[^A-Za-z0-9/?:().,'+-]+/g, ' ');
  return plain.trim().slice(0, length).trimEnd();
}
