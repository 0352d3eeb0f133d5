import { unreadable } from './typed-number.ts';

/** E-mail cells are lowercased and lose their blanks: ` Max @Firma.DE ` becomes `max@firma.de` (SHEET-10). */
export function typedEmail(text: string): string | null {
  return text.replace(/\s/g, '').toLowerCase() || null;
}

/** `A; B;C` as a list: trimmed, without empty parts and duplicates, in the order typed (SHEET-11). */
export function typedList(text: string): readonly string[] {
  const parts = text.split(';').map((part) => part.trim());
  return [...new Set(parts)].filter((part) => part !== '');
}

const yes = ['true', '1', 'x', 'ja', 'yes', 'sì', 'si', 'ano', 'áno', 'wahr', 'vero', 'pravda'];
const no = ['', 'false', '0', 'nein', 'no', 'ne', 'nie', 'falsch', 'falso', 'nepravda'];

/** A checkbox cell as any of the five languages and their spreadsheet programs write it (SHEET-12); empty is false. */
export function typedFlag(text: string): boolean | typeof unreadable {
  const word = text.trim().toLowerCase();
  if (yes.includes(word)) return true;
  if (no.includes(word)) return false;
  return unreadable;
}
