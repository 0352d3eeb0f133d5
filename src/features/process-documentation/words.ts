import type { Day } from '../../base/day.ts';
import type { Amount } from '../../base/money.ts';

export type WordValues = Readonly<Record<string, string | number>>;

/** Texts and formats in the language of the documentation. */
export interface Words {
  /** A text from `locales/documentation/`. */
  of(key: string, values?: WordValues): string;
  /** A text from `locales/`, as on the product's pages. */
  label(key: string): string;
  amount(value: Amount): string;
  /** An amount of money, with two decimals. */
  money(value: Amount): string;
  day(day: Day): string;
  /** Day and time of an instant (ISO 8601) in the tenant's time zone. */
  instant(at: string): string;
}

/** Text of a switch. */
export function yesOrNo(words: Words, isOn: boolean): string {
  return words.of(isOn ? 'word.yes' : 'word.no');
}
