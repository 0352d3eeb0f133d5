import type { CsvRow } from '../../base/csv-reading.ts';
import type { Entity } from '../entity.ts';
import type { CsvColumns } from './csv-lines.ts';

/** A column whose values seem to have lost their leading zeros, or digits at their end. */
export interface LostZeros {
  readonly field: string;
  /** The rows with such a value. */
  readonly count: number;
}

/** Of all numbers, this share must have one length before a shorter one is doubtful. */
const commonShare = 0.7;
/** `4,93E+12`: a spreadsheet program shortened a long number. */
const shortened = /^\d(?:[.,]\d+)?E\+\d+$/i;

/**
 * The columns that a spreadsheet program seems to have read as numbers (SHEET-19): telephone numbers without zero and
 * plus, postcodes and account numbers shorter than nearly all others, and shortened numbers. Only a warning: nothing is
 * corrected.
 */
export function lostZeros(
  { fields }: Pick<Entity, 'fields'>,
  columns: CsvColumns,
  rows: readonly CsvRow[],
): readonly LostZeros[] {
  return columns.flatMap((field, place) => {
    if (field === null || fields[field]?.kind.input !== 'text') return [];
    const texts = rows.map(({ cells }) => (cells[place] ?? '').trim()).filter((text) => text !== '');
    const isDoubtful = doubtOf(field, texts);
    const count = texts.filter((text) => shortened.test(text) || isDoubtful(text)).length;
    return count === 0 ? [] : [{ field, count }];
  });
}

function doubtOf(field: string, texts: readonly string[]): (text: string) => boolean {
  if (/(^|_)phone(_number)?$/.test(field)) return (text) => /^[1-9][\d\s/-]{5,}$/.test(text);
  if (!/(zipcode|^number)$/.test(field)) return () => false;
  const digits = texts.filter((text) => /^\d+$/.test(text));
  const [common] = [...Map.groupBy(digits, ({ length }) => length)].toSorted(
    ([, left], [, right]) => right.length - left.length,
  );
  if (common === undefined || common[1].length < digits.length * commonShare) return () => false;
  return (text) => /^\d+$/.test(text) && text.length < common[0];
}
