/** Left, top, right and bottom as fractions of the page, from its upper left corner. */
type Box = readonly [left: number, top: number, right: number, bottom: number];

/** Something that was read from an original and has its place on it. */
export interface PlacedValue {
  /** Something else confirms it. */
  readonly sure: boolean;
  /** From 1. */
  readonly page: number;
  readonly box: Box;
}
