import type { Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';

export type WordValues = Readonly<Record<string, string | number>>;

/** How things are called in the language of the documentation. */
export interface Words {
  /** A text of `locales/documentation/`. */
  of(key: string, values?: WordValues): string;
  /** A text of `locales/`, as the pages of the product call things. */
  label(key: string): string;
  amount(value: Amount): string;
  /** An amount of money, with two decimals. */
  money(value: Amount): string;
  day(day: Day): string;
  /** Day and time of an instant, ISO 8601, where the tenant is. */
  instant(at: string): string;
}

/** Said of a switch. */
export function yesOrNo(words: Words, isOn: boolean): string {
  return words.of(isOn ? 'word.yes' : 'word.no');
}
