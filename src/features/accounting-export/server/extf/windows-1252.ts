import { inWindows1252Characters, windows1252Code } from '../../extf/windows-1252.ts';

/** Encodes a text in Windows-1252; other characters are transliterated to Latin letters (EXP-10). */
export function inWindows1252(text: string): Buffer {
  return Buffer.from(
    [...inWindows1252Characters(text)].flatMap((character) => windows1252Code(character) ?? []),
  );
}
