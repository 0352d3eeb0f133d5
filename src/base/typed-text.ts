import { type Language, languageFacts } from './language.ts';
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

const yes = ['true', '1', 'x', ...Object.values(languageFacts).flatMap((facts) => facts.yes)];
const no = ['', 'false', '0', ...Object.values(languageFacts).flatMap((facts) => facts.no)];

/** A checkbox cell as written in any of our languages and by their spreadsheet programs (SHEET-12); empty is false. */
export function typedFlag(text: string): boolean | typeof unreadable {
  const word = text.trim().toLowerCase();
  if (yes.includes(word)) return true;
  if (no.includes(word)) return false;
  return unreadable;
}

/** A checkbox cell in a language. */
export function formatFlag(isSet: boolean, language: Language): string {
  const { yes: set, no: unset } = languageFacts[language];
  return (isSet ? set : unset)[0];
}
