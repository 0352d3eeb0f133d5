import type { Box, PageWords, Word } from '../words.ts';

/** The confidence of a word that both OCR passes recognised alike; a single pass never reaches it. */
export const seenTwice = 0.995;
/** Passes that agree by chance are both hardly certain. */
const leastOfOne = 0.3;
const leastOfBoth = 0.7;
/** Words of two passes are the same ink where they share this fraction of the smaller box. */
const leastShared = 0.5;
const leastTouching = 0.1;

/**
 * The words of both OCR passes of a page: those of the first pass, with the isolated digits and short words that only
 * the second one found. Its other words are left out where the first pass has read something.
 */
export function bothLooks(first: PageWords, second: PageWords): PageWords {
  if (first === second) return first;
  const raised = first.words.map((word) => {
    const same = second.words.find((other) => other.text === word.text && isSamePlace(word.box, other.box));
    return same && areCertain(word, same)
      ? { ...word, confidence: Math.max(word.confidence, seenTwice) }
      : word;
  });
  const missed = second.words.filter(
    ({ text, box }) =>
      /[\p{L}\d]/u.test(text) && !first.words.some((other) => sharedPart(other.box, box) > leastTouching),
  );
  return { ...first, words: [...raised, ...missed] };
}

function areCertain(one: Word, other: Word): boolean {
  const [low, high] = [one.confidence, other.confidence].toSorted((left, right) => left - right);
  return (low ?? 0) >= leastOfOne && (high ?? 0) >= leastOfBoth;
}

function isSamePlace(left: Box, right: Box): boolean {
  return sharedPart(left, right) > leastShared;
}

/** The shared area of two boxes as a fraction of the smaller one. */
function sharedPart(left: Box, right: Box): number {
  const across = Math.min(left[2], right[2]) - Math.max(left[0], right[0]);
  const down = Math.min(left[3], right[3]) - Math.max(left[1], right[1]);
  const area = (box: Box) => (box[2] - box[0]) * (box[3] - box[1]);
  return across <= 0 || down <= 0
    ? 0
    : (across * down) / Math.max(Math.min(area(left), area(right)), Number.EPSILON);
}
