import { formatTag, type Language, languages } from './language.ts';
import { type Amount, amountOf, round } from './money.ts';

interface NumberFormat {
  /** Separator between groups of three digits. */
  readonly group: string;
  readonly decimal: string;
  /** Matches whole and fraction, in exactly the displayed notation (SHEET-07). */
  readonly pattern: RegExp;
}

function numberFormat(language: Language): NumberFormat {
  const parts = new Intl.NumberFormat(formatTag(language), { useGrouping: 'always' }).formatToParts(1234.5);
  const written = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? '';
  const [group, decimal] = [written('group'), written('decimal')];
  const groups = /\s/.test(group) ? anySpace : `[${group}]`;
  const whole = `-?(?:\\d+|\\d{1,3}(?:${groups}\\d{3})+)`;
  return { group, decimal, pattern: new RegExp(`^(${whole})(?:[${decimal}](\\d+))?$`) };
}

/** If groups are separated by a no-break space, people type plain ones and spreadsheet programs paste narrow ones. */
const anySpace = '[ \u00a0\u202f]';

const formats = Object.fromEntries(
  languages.map((language) => [language, numberFormat(language)]),
) as Readonly<Record<Language, NumberFormat>>;

/** The result for a text that is no number, or no day, in the language's notation. */
export const unreadable: unique symbol = Symbol('unreadable');

/**
 * Parses a number typed or pasted in the language's notation, in forms, cells and pasted blocks alike (SHEET-06,
 * SHEET-07, I18N-05): null for an empty text, `unreadable` for everything else. Never guesses.
 */
export function typedNumber(text: string, language: Language): Amount | null | typeof unreadable {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const match = formats[language].pattern.exec(trimmed);
  if (!match) return unreadable;
  const [, whole = '', fraction = ''] = match;
  const plain = whole.replace(/[^\d-]/g, '');
  return round(fraction === '' ? plain : `${plain}.${fraction}`, fraction.length);
}

/**
 * Formats a number in the language's notation (I18N-05), rounded to `decimals`, or with all its decimals. The result
 * can always be parsed back.
 */
export function formatNumber(value: Amount, language: Language, decimals?: number): string {
  const { group, decimal } = formats[language];
  const plain = decimals === undefined ? amountOf(value) : round(value, decimals);
  const [whole = '', fraction] = plain.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return fraction === undefined ? grouped : grouped + decimal + fraction;
}
