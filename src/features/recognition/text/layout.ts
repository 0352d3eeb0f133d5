import { type Box, boxAround, type PageWords, type Word } from '../words.ts';
import { isSpacedRow, longWordsOf, wholeWords } from './split-words.ts';

/** Adjacent words of one row, such as a label, a value or the part of a row in one column. */
export interface Cell {
  readonly page: number;
  readonly text: string;
  readonly box: Box;
  readonly words: readonly Word[];
  /** The index of the row in the whole document. */
  readonly row: number;
  /** The index within the row. */
  readonly place: number;
}

/** The cells at one height of a page, from left to right. */
export interface Row {
  readonly page: number;
  readonly index: number;
  readonly box: Box;
  readonly cells: readonly Cell[];
}

/** A document as rows from its first page to its last. */
export interface Layout {
  readonly rows: readonly Row[];
  /** The usual height of a row, as a fraction of the page. */
  readonly rowHeight: number;
  /** Whether the words come from OCR. */
  readonly isRecognised: boolean;
}

/** A gap wider than this many letter heights separates cells. OCR measures gaps from ink to ink, which are wider. */
const gapBetweenCells = { printed: 0.75, recognised: 1 } as const;
/** Words of one row overlap by at least this fraction of the smaller height. */
const leastShared = 0.58;
/** Words are sorted from the top, so only the last rows can still grow. */
const maxRowsAside = 12;

/** Puts words into rows and cells. */
export function layoutOf(pages: readonly PageWords[]): Layout {
  const isRecognised = pages.some(({ words }) => words.some(({ confidence }) => confidence < 1));
  const rows: Row[] = [];
  const heights: number[] = [];
  const widestGap = gapBetweenCells[isRecognised ? 'recognised' : 'printed'];
  const longWords = longWordsOf(pages.flatMap(({ words }) => words));
  for (const { page, words, aspect } of pages.toSorted((left, right) => left.page - right.page)) {
    for (const row of rowsOf(words)) {
      const index = rows.length;
      const height = median(row.map(({ box }) => box[3] - box[1]));
      heights.push(height);
      const isSpaced = isSpacedRow(row);
      const cells = phrases(row, (height / aspect) * widestGap).map((phrase, place) =>
        cellOf(page, index, place, wholeWords(phrase, longWords, isSpaced)),
      );
      rows.push({ page, index, box: boxAround(row.map(({ box }) => box)), cells });
    }
  }
  return { rows, rowHeight: median(heights) || 0.012, isRecognised };
}

/** The box of a part of a cell's text; `start` and `end` are character offsets. */
export function boxOfSpan(cell: Cell, start: number, end: number): Box {
  return boxAround(wordsOfSpan(cell, start, end).map(({ box }) => box));
}

/** The words that a part of a cell's text touches; all words when it touches none. */
export function wordsOfSpan(cell: Cell, start: number, end: number): readonly Word[] {
  let from = 0;
  const touched = cell.words.filter(({ text }) => {
    const begins = from;
    from += text.length + 1;
    return begins < end && begins + text.length > start;
  });
  return touched.length > 0 ? touched : cell.words;
}

/** The horizontal overlap of two boxes, as a fraction of the narrower one. */
export function overlapAcross(left: Box, right: Box): number {
  const shared = Math.min(left[2], right[2]) - Math.max(left[0], right[0]);
  return shared / Math.max(Math.min(left[2] - left[0], right[2] - right[0]), 0.001);
}

export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

/** The text of a cell without the blanks of letter-spaced words. */
export function plainHeading({ text, words }: Cell): string {
  const isSpaced = words.length >= 4 && words.every((word) => [...word.text].length <= 2);
  return (isSpaced ? text.replace(/\s/g, '') : text).trim();
}

/**
 * Compares each word only with the word beside it: blocks side by side need not share a baseline, and the rows of a
 * scan may be skewed.
 */
function rowsOf(words: readonly Word[]): Word[][] {
  const rows: Word[][] = [];
  for (const word of words.toSorted((left, right) => middleOf(left) - middleOf(right))) {
    const row = rows.slice(-maxRowsAside).findLast((candidate) => isBeside(word, candidate));
    if (row) row.push(word);
    else rows.push([word]);
  }
  return rows
    .map((row) => row.toSorted((left, right) => left.box[0] - right.box[0]))
    .toSorted((left, right) => middleOfRow(left) - middleOfRow(right));
}

function isBeside(word: Word, row: readonly Word[]): boolean {
  const gapTo = ({ box }: Word) => Math.max(box[0] - word.box[2], word.box[0] - box[2]);
  const nearest = row.reduce((best, other) => (gapTo(other) < gapTo(best) ? other : best));
  return isLevel(nearest, word) && !row.some((other) => overlapAcross(other.box, word.box) > 0.5);
}

/** Whether two words are level; large letters beside small ones need not share a baseline. */
function isLevel(left: Word, right: Word): boolean {
  const [low, tall] = [heightOf(left), heightOf(right)].toSorted((one, other) => one - other) as [
    number,
    number,
  ];
  const shared = Math.min(left.box[3], right.box[3]) - Math.max(left.box[1], right.box[1]);
  if (tall < low * 2) return shared > low * leastShared;
  return Math.abs(middleOf(left) - middleOf(right)) < low * (1 - leastShared);
}

function heightOf({ box }: Word): number {
  return box[3] - box[1];
}

function middleOfRow(row: readonly Word[]): number {
  return median(row.map(middleOf));
}

function middleOf({ box }: Word): number {
  return (box[1] + box[3]) / 2;
}

function phrases(row: readonly Word[], widestGap: number): Word[][] {
  const result: Word[][] = [];
  for (const word of row) {
    const last = result.at(-1);
    const before = last?.at(-1);
    if (last && before && word.box[0] - before.box[2] <= widestGap) last.push(word);
    else result.push([word]);
  }
  return result;
}

function cellOf(page: number, row: number, place: number, words: readonly Word[]): Cell {
  const text = words.map((word) => word.text).join(' ');
  return { page, row, place, text, words, box: boxAround(words.map(({ box }) => box)) };
}
