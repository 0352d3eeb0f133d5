import type { HintRelation } from '../hint.ts';
import { longestAnchor } from '../hint.ts';
import { boxOf } from '../text/evidence.ts';
import { type Cell, type Layout, overlapAcross } from '../text/layout.ts';
import type { Placed } from '../text/near.ts';

/** A label starts at most this many row heights above its value. */
const rowsAbove = 2.6;
const maxWords = 5;
/** The least letters of an anchor; short words such as "vom" or "bis" are ambiguous. */
const leastLetters = 4;
/** Currencies between a label and its amount. */
const currency = /^(?:€|\$|£|%|EUR|CHF|USD|GBP|SEK|DKK|NOK|PLN|CZK|HUF)$/;

/** The printed label words of a place; null when there are none. */
export function anchorOf(layout: Layout, place: Placed, relation: HintRelation): string | null {
  return relation === 'right' ? wordsLeft(layout, place) : wordsAbove(layout, place);
}

/** The comparison key of an anchor: only its letters, so that OCR errors in colons or dashes do not matter. */
export function anchorKey(anchor: string): string {
  return anchor.toLowerCase().replace(/[^\p{L}]/gu, '');
}

/** The words directly before a value at the same height, back to the previous number. */
function wordsLeft(layout: Layout, place: Placed): string | null {
  const { cell, start } = place;
  const before = layout.rows
    .slice(Math.max(cell.row - 1, 0), cell.row + 2)
    .flatMap(({ cells }) => cells)
    .filter((other) => other.page === cell.page && other.box[2] <= cell.box[0] && isBeside(other, cell))
    .toSorted((left, right) => right.box[2] - left.box[2]);
  for (const text of [cell.text.slice(0, start), ...before.map((other) => other.text)]) {
    const words = wordsIn(text);
    if (words.length > 0) return lastWords(words);
  }
  return null;
}

/** Whether two cells are level: labels in another size form their own row at nearly the same height. */
function isBeside({ box: other, row }: Cell, { box, row: own }: Cell): boolean {
  const shared = Math.min(other[3], box[3]) - Math.max(other[1], box[1]);
  return row === own || shared > 0.6 * Math.min(other[3] - other[1], box[3] - box[1]);
}

function wordsAbove(layout: Layout, place: Placed): string | null {
  const { cell } = place;
  const box = boxOf(place);
  for (const row of layout.rows.slice(Math.max(cell.row - 12, 0), cell.row).toReversed()) {
    if (row.page !== cell.page || box[1] - row.box[3] > layout.rowHeight * rowsAbove) return null;
    const above = row.cells.find((other) => overlapAcross(other.box, box) > 0.15);
    if (above) return lastWords(wordsIn(above.text));
  }
  return null;
}

function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word) && !currency.test(word));
}

/** The last words without a digit; a word with a digit is another value. */
function lastWords(words: readonly string[]): string | null {
  const label = words.slice(words.findLastIndex((word) => /\d/.test(word)) + 1).slice(-maxWords);
  const text = label.join(' ').slice(-longestAnchor).trim();
  return anchorKey(text).length >= leastLetters ? text : null;
}
