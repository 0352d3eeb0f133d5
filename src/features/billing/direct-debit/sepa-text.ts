import anyAscii from 'any-ascii';

/** What German writes with two letters, and the sign that stands in names of firms. */
const spellings: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss', ẞ: 'SS' },
  '&': '+',
};

/**
 * A text in the characters that every bank in the SEPA area takes (EPC 217-08), as one line of at most so many; umlauts are
 * spelled, other scripts become Latin letters, and what is left over a blank. Empty where nothing is left.
 */
export function sepaText(text: string, length: number): string {
  const spelled = [...text.normalize('NFC')].map((sign) => spellings[sign] ?? anyAscii(sign)).join('');
  const plain = spelled.replace(/[^A-Za-z0-9/?:().,'+-]+/g, ' ');
  return plain.trim().slice(0, length).trimEnd();
}
