import { type Amount, amountOf } from '../../../base/money.ts';
import type { Cell } from './layout.ts';

/** The decimal mark of the document. */
export type DecimalMark = ',' | '.';

/** A number as printed in a cell. */
export interface PrintedAmount {
  readonly cell: Cell;
  readonly start: number;
  readonly end: number;
  readonly value: Amount;
  /** Digits after the decimal mark as printed. */
  readonly decimals: number;
  readonly isPercent: boolean;
  /** The ISO 4217 code of the currency printed with it. */
  readonly currency: string | null;
}

const currencyMarks: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP' };
const currencyText = String.raw`€|\$|£|EUR|CHF|USD|GBP|SEK|DKK|NOK|PLN|CZK|HUF`;
/** Notations for zero cents: "400,--", "400.–". */
const noCents = String.raw`,(?:--?|[–—])|\.(?:--|[–—])`;
const digits = String.raw`\d{1,3}(?:[ .,'’\u00a0\u202f]\d{3})+(?:${noCents}|[.,]\d{1,5})?|\d+(?:${noCents}|[.,]\d{1,5})?`;
const endsWithoutCents = new RegExp(`(?:${noCents})$`, 'u');
/** Behind a price with cents: "12,50/100" is a price per hundred. */
const perUnits = String.raw`(?<=[.,]\d{2,5})(?=\/10{0,3}(?![\d./]))`;
const numberPattern = new RegExp(
  String.raw`(?<![\p{L}\d.,/_]|\d:|\p{L}-)(?<before>${currencyText})?\s?(?<sign>[-−–+])?\s?(?<second>${currencyText})?\s?(?<digits>${digits})(?<after>-)?(?![\d])(?!\.\d|,\d|[-:]\d|\.[A-Za-z])(?:${perUnits}|(?!\/\d))\s?(?<unit>%|(?:${currencyText})(?![\p{L}]))?`,
  'gu',
);

/** The mark that most numbers with two decimals use; a comma by default. */
export function decimalMarkOf(texts: readonly string[]): DecimalMark {
  let balance = 0;
  for (const text of texts) {
    // Dates and numbers of three parts are no evidence.
    for (const match of text.matchAll(/(?<![\d.,/-])[\d.,' ]*\d([.,])\d{2}(?![\d]|[.,/-]\d)/g)) {
      balance += match[1] === ',' ? 1 : -1;
    }
  }
  return balance >= 0 ? ',' : '.';
}

/** All numbers of a cell that could be amounts, quantities or rates, in text order. */
export function amountsIn(cell: Cell, mark: DecimalMark): PrintedAmount[] {
  return [...cell.text.matchAll(numberPattern)].flatMap((match) => {
    const { before, second, sign, digits: written = '', after, unit } = match.groups ?? {};
    const isWhole = endsWithoutCents.test(written);
    const number = plainNumber(written.replace(endsWithoutCents, ''), mark);
    if (number === null) return [];
    const isNegative = (sign !== undefined && sign !== '+') || after !== undefined;
    const printed = before ?? second ?? (unit === '%' ? undefined : unit);
    return [
      {
        cell,
        start: match.index + (match[0].length - match[0].trimStart().length),
        end: match.index + match[0].trimEnd().length,
        value: amountOf(isNegative ? `-${number}` : number),
        decimals: isWhole ? 2 : (/[.,](\d{1,5})$/.exec(written)?.[1] ?? '').length,
        isPercent: unit === '%',
        currency: printed === undefined ? null : (currencyMarks[printed] ?? printed),
      },
    ];
  });
}

/** Parses digits and marks; null when groups and decimals contradict each other. */
export function plainNumber(written: string, mark: DecimalMark): string | null {
  const text = written.replace(/[ '’\u00a0\u202f]/g, '');
  const marks = [...text.matchAll(/[.,]/g)].map(([sign]) => sign);
  const last = marks.at(-1);
  if (last === undefined) return text;
  const tail = text.slice(text.lastIndexOf(last) + 1);
  if (new Set(marks).size === 2) {
    if (marks.filter((sign) => sign === last).length > 1) return null;
    return withDecimals(text, tail);
  }
  if (marks.length > 1) return /^\d{1,3}([.,]\d{3})+$/.test(text) ? text.replace(/[.,]/g, '') : null;
  // A single mark before three digits separates thousands, unless it is the decimal mark of the document.
  if (tail.length === 3 && last !== mark && !text.startsWith('0')) return text.replace(/[.,]/g, '');
  return withDecimals(text, tail);
}

function withDecimals(text: string, tail: string): string {
  const whole = text.slice(0, text.length - tail.length - 1).replace(/[.,]/g, '');
  return `${whole || '0'}.${tail}`;
}
