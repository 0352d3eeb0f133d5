import type { PageWords, Word } from '../../src/features/recognition/words.ts';

const columns = 110;
const rows = 72;
const letterHeight = 0.01;

/**
 * A typed page: each letter of the text has a position, and two blanks separate columns. The first and the last line
 * of the text are left out.
 */
export function typedPage(text: string, page = 1, confidence = 1): PageWords {
  const words = text
    .split('\n')
    .slice(1)
    .flatMap((line, row) =>
      [...line.matchAll(/\S+/g)].map((match): Word => {
        const top = (row + 1) / rows;
        const from = match.index / columns;
        return {
          text: match[0],
          confidence,
          box: [from, top, from + match[0].length / columns, top + letterHeight],
        };
      }),
    );
  return { page, aspect: 0.7, words };
}
