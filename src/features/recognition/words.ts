/** Left, top, right and bottom as fractions of the page: 0 is its left or upper edge, 1 its right or lower one. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number];

/** What stands between two blanks on a page. */
export interface Word {
  readonly text: string;
  /** As high as its line of text, so that all words of a line have the same height. */
  readonly box: Box;
  /** How likely it was read right, from 0 to 1; the text of a PDF always was. */
  readonly confidence: number;
}

/** The words of one page, in no particular order. */
export interface PageWords {
  /** Beginning with 1. */
  readonly page: number;
  /** Width divided by height, with which fractions of both directions compare. */
  readonly aspect: number;
  readonly words: readonly Word[];
}

/** The smallest box around all of them; there must be one. */
export function boxAround(boxes: readonly Box[]): Box {
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ];
}
