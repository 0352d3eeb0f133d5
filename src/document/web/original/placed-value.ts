/** Left, top, right and bottom as fractions of the page, from its upper left corner. */
type Box = readonly [left: number, top: number, right: number, bottom: number];

/** A value read from an original, with its place. */
export interface PlacedValue {
  /** Another source confirms it. */
  readonly sure: boolean;
  /** Counted from 1. */
  readonly page: number;
  readonly box: Box;
}
