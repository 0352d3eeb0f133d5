import anyAscii from 'any-ascii';

/** The characters of 0x80 to 0x9f in Windows-1252; U+FFFD stands where it has none. */
const upper = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';
const codes = new Map([...upper].map((character, place): [string, number] => [character, 0x80 + place]));
codes.delete('\ufffd');

/** The byte of a character in Windows-1252, null where it has none. */
export function windows1252Code(character: string): number | null {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80 || (point >= 0xa0 && point <= 0xff)) return point;
  return codes.get(character) ?? null;
}

/**
 * The text with what Windows-1252 does not know spelled in Latin letters, `ř` as `r` and `щ` as `shch` (EXP-10), so that it
 * may be longer. Quotation marks of other scripts become single ones.
 */
export function inWindows1252Characters(text: string): string {
  return [...text.normalize('NFC')]
    .map((character) => (windows1252Code(character) === null ? spelled(character) : character))
    .join('');
}

function spelled(character: string): string {
  return anyAscii(character).replaceAll('"', "'");
}
