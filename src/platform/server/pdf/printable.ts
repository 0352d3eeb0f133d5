import anyAscii from 'any-ascii';

/** Whether the fonts of the letters have a shape for a character, by its code point. */
export type HasShape = (codePoint: number) => boolean;

/** Signs of technical texts that fonts often lack, as the sign that reads the same. */
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
 * A text as the fonts can show it: nothing becomes an empty box. Control characters have no shape and are left out.
 * Letters of scripts that the fonts lack, such as Arabic or Chinese, are spelled in Latin letters. Emoji are left out as
 * well, unless nothing else is there, when their names are better than nothing.
 */
export function printable(text: string, hasShape: HasShape): string {
  const lines = withoutControls(text).normalize('NFC');
  if (plain.test(lines)) return lines;
  const characters = [...lines];
  const shown = characters.map((character) => shape(character, hasShape)).join('');
  return shown.trim() === '' ? anyAscii(lines) : shown;
}

/** What every font has. */
const plain = /^[\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff]*$/;

function shape(character: string, hasShape: HasShape): string {
  if (character === '\n' || hasShape(character.codePointAt(0) ?? 0)) return character;
  const sign = alike[character];
  if (sign !== undefined) return sign;
  return picture.test(character) ? '' : anyAscii(character);
}

function withoutControls(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove.
  return lines.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '');
}
