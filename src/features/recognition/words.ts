/** Left, top, right and bottom as fractions of the page: 0 is its left or upper edge, 1 its right or lower one. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number];

/** A text between two blanks on a page. */
export interface Word {
  readonly text: string;
  /** Has the height of its text line, so that all words of a line are equally high. */
  readonly box: Box;
  /** The probability of correct recognition, from 0 to 1; 1 for the text of a PDF. */
  readonly confidence: number;
}

/** The words of one page, in no particular order. */
export interface PageWords {
  /** From 1. */
  readonly page: number;
  /** Width divided by height; makes fractions of both directions comparable. */
  readonly aspect: number;
  readonly words: readonly Word[];
}

/** The smallest box around all boxes; the list must not be empty. */
export function boxAround(boxes: readonly Box[]): Box {
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ];
}
