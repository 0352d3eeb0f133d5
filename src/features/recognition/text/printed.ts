import { type Amount, round } from '../../../base/money.ts';
import type { PageWords } from '../words.ts';
import { evidenceOf } from './evidence.ts';
import { layoutOf } from './layout.ts';

/** Everything that stands on pages, whatever it is there for. */
export interface Printed {
  readonly days: ReadonlySet<string>;
  /** Of two decimals, without their sign. */
  readonly amounts: ReadonlySet<Amount>;
  /** Letters and digits of what stands together, in capitals. */
  readonly texts: readonly string[];
}

export function printedOn(pages: readonly PageWords[]): Printed {
  const { layout, days, amounts } = evidenceOf(layoutOf(pages));
  const cells = layout.rows.flatMap((row) => row.cells);
  return {
    days: new Set(days.map(({ value }) => value)),
    amounts: new Set(amounts.map(({ value }) => unsigned(value))),
    texts: cells.flatMap(({ text, words }) => [bare(text), ...words.map((word) => bare(word.text))]),
  };
}

/** Letters and digits; signs between them are set by the form. */
export function bare(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\d]/gu, '');
}

/** What a credit note states by rule without a minus, its page may show with one. */
export function unsigned(amount: Amount): Amount {
  return round(amount, 2).replace(/^-/, '');
}
