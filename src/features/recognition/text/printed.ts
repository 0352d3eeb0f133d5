import { type Amount, round } from '../../../base/money.ts';
import type { PageWords } from '../words.ts';
import { evidenceOf } from './evidence.ts';
import { layoutOf } from './layout.ts';

/** All days, amounts and texts of the pages, whatever they mean. */
export interface Printed {
  readonly days: ReadonlySet<string>;
  /** Rounded to two decimals, without sign. */
  readonly amounts: ReadonlySet<Amount>;
  /** The letters and digits of adjacent words, in capitals. */
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

/** The letters and digits of a text in capitals; separators depend on the layout. */
export function bare(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\d]/gu, '');
}

/** Drops the sign: a credit note has no minus by rule, but its page may print one. */
export function unsigned(amount: Amount): Amount {
  return round(amount, 2).replace(/^-/, '');
}
