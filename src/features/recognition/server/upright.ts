import type { PageWords, Word } from '../words.ts';

/** Minimum confidence of an upright page; letters of rotated pages are hardly recognised. */
const leastConfidence = 0.55;
const leastLetters = 40;

/** Whether the words of a page run from left to right and are clear enough for an upright page. */
export function isUpright(page: PageWords): boolean {
  return !isOnSide(page) && lettersOf(page.words) >= leastLetters && legibility(page) >= leastConfidence;
}

/** Whether most longer words are taller than wide, so that the text runs from top to bottom. */
export function isOnSide({ words, aspect }: PageWords): boolean {
  const long = words.filter(({ text }) => text.length >= 4);
  const tall = long.filter(({ box }) => (box[2] - box[0]) * aspect < box[3] - box[1]);
  return tall.length > long.length / 2;
}

/** The average confidence of the letters of a page, from 0 to 1. */
export function legibility({ words }: PageWords): number {
  const all = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
  return all / Math.max(lettersOf(words), 1);
}

function lettersOf(words: readonly Word[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}
