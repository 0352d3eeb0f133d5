import anyAscii from 'any-ascii';

/** Whether the letter fonts have a glyph for a code point. */
export type HasShape = (codePoint: number) => boolean;

/** Replacements for symbols of technical texts that fonts often lack. */
const alike: Readonly<Record<string, string>> = {
  '⌀': 'Ø',
  '✔': '✓',
  '✖': '×',
  '☑': '[x]',
  '☒': '[x]',
  '☐': '[ ]',
};

const picture = /\p{Extended_Pictographic}/u;

/**
 * A text in characters that the fonts have, without empty boxes. Control characters are dropped. Letters of
 * unsupported scripts, such as Arabic or Chinese, are transliterated. Emoji are dropped too, unless nothing else
 * remains; then their names are used.
 */
export function printable(text: string, hasShape: HasShape): string {
  const lines = withoutControls(text).normalize('NFC');
  if (plain.test(lines)) return lines;
  const characters = [...lines];
  const shown = characters.map((character) => shape(character, hasShape)).join('');
  return shown.trim() === '' ? anyAscii(lines) : shown;
}

/** Characters of every font. */
const plain = /^[\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff]*$/;

function shape(character: string, hasShape: HasShape): string {
  if (character === '\n' || hasShape(character.codePointAt(0) ?? 0)) return character;
  const sign = alike[character];
  if (sign !== undefined) return sign;
  return picture.test(character) ? '' : anyAscii(character);
}

function withoutControls(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
  return lines.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '');
}
