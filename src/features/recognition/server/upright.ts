import type { PageWords, Word } from '../words.ts';

/** A page that is read the wrong way round yields letters that are hardly recognised. */
const leastConfidence = 0.55;
const leastLetters = 40;

/** Whether the words of a recognised page read from left to right, and well enough for a page that stands upright. */
export function isUpright(page: PageWords): boolean {
  return !isOnSide(page) && lettersOf(page.words) >= leastLetters && legibility(page) >= leastConfidence;
}

/** Whether recognition found words that run from top to bottom: most of the longer ones are taller than wide. */
export function isOnSide({ words, aspect }: PageWords): boolean {
  const long = words.filter(({ text }) => text.length >= 4);
  const tall = long.filter(({ box }) => (box[2] - box[0]) * aspect < box[3] - box[1]);
  return tall.length > long.length / 2;
}

/** How well the letters of a page were recognised, from 0 to 1. */
export function legibility({ words }: PageWords): number {
  const all = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
  return all / Math.max(lettersOf(words), 1);
}

function lettersOf(words: readonly Word[]): number {
  return words.reduce((sum, { text }) => sum + text.length, 0);
}
