import { inWindows1252Characters, windows1252Code } from '../../extf/windows-1252.ts';

/** A text in Windows-1252; characters that it does not know are spelled in Latin letters (EXP-10). */
export function inWindows1252(text: string): Buffer {
  return Buffer.from(
    [...inWindows1252Characters(text)].flatMap((character) => windows1252Code(character) ?? []),
  );
}
