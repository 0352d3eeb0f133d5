import anyAscii from 'any-ascii';

/** The characters of 0x80 to 0x9f in Windows-1252; U+FFFD stands where it has none. */
const upper = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';
const codes = new Map([...upper].map((character, place): [string, number] => [character, 0x80 + place]));
codes.delete('\ufffd');

/** A text in Windows-1252; characters that it does not know are spelled in Latin letters, `ř` as `r` (EXP-10). */
export function inWindows1252(text: string): Buffer {
  return Buffer.from(
    [...text.normalize('NFC')].flatMap(
      (character) => codesOf(character) ?? [...Buffer.from(spelled(character))],
    ),
  );
}

/** The cells of a record are quoted already: a quotation mark of another script would end the one that it stands in. */
function spelled(character: string): string {
  return anyAscii(character).replaceAll('"', "'");
}

function codesOf(character: string): readonly number[] | null {
  const point = character.codePointAt(0) ?? 0;
  const code = point < 0x80 || (point >= 0xa0 && point <= 0xff) ? point : codes.get(character);
  return code === undefined ? null : [code];
}
