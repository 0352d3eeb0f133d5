import type { CsvCell } from '../../../base/csv.ts';
import { addDays, type Day } from '../../../base/day.ts';
import { amountOf, times } from '../../../base/money.ts';
import type { NumberFormat } from './number-format.ts';

/** A cell as stored in the file. */
export interface RawCell {
  /** `n` for numbers, `s` for shared texts, `str`, `inlineStr`, `b`, `e` and `d`. */
  readonly type: string;
  readonly text: string;
  readonly format: NumberFormat;
}

/** The data that all cells of a workbook share. */
export interface Book {
  readonly strings: readonly string[];
  /** Days are counted from 1904, as by old programs on a Macintosh. */
  readonly is1904: boolean;
}

/** Spreadsheet programs show and keep this many digits of a number. */
const shownDigits = 15;
const hundred = amountOf(100);
/** 9999-12-31. */
const lastSerial = 2_958_465;

/** The value that a spreadsheet program shows: a text, a number without binary noise, or a day without its time. */
export function cellValue({ type, text, format }: RawCell, { strings, is1904 }: Book): CsvCell {
  if (type === 's') return strings[Number(text)] ?? '';
  if (type === 'b') return text === '1' ? 'true' : 'false';
  if (type === 'd') return text.slice(0, 'YYYY-MM-DD'.length);
  if (type !== 'n' || text.trim() === '') return text;
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  if (format.as === 'day' && number >= 0 && number <= lastSerial) return { day: dayOf(number, is1904) };
  const amount = amountOf(number.toPrecision(shownDigits));
  if (format.as === 'percent') return { number: times(amount, hundred) };
  if (format.as === 'padded' && /^\d+$/.test(amount)) return amount.padStart(format.digits, '0');
  return { number: amount };
}

/** Serial numbers include 29 February 1900, which did not exist; earlier days have one number less. */
function dayOf(serial: number, is1904: boolean): Day {
  const days = Math.floor(serial);
  if (is1904) return addDays('1904-01-01', days);
  return addDays(days < 60 ? '1899-12-31' : '1899-12-30', days);
}
