import anyAscii from 'any-ascii';

/** The characters of 0x80 to 0x9f in Windows-1252; U+FFFD marks the gaps. */
const upper = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';
const codes = new Map([...upper].map((character, place): [string, number] => [character, 0x80 + place]));
codes.delete('\ufffd');

/** The byte of a character in Windows-1252; null where there is none. */
export function windows1252Code(character: string): number | null {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80 || (point >= 0xa0 && point <= 0xff)) return point;
  return codes.get(character) ?? null;
}

/**
 * Transliterates characters outside of Windows-1252 to Latin letters, `ř` to `r` and `щ` to `shch` (EXP-10), which
 * can lengthen the text. Quotation marks of other scripts become single ones.
 */
export function inWindows1252Characters(text: string): string {
  return [...text.normalize('NFC')]
    .map((character) => (windows1252Code(character) === null ? spelled(character) : character))
    .join('');
}

function spelled(character: string): string {
  return anyAscii(character).replaceAll('"', "'");
}
