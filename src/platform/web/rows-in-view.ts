import { drawnChunks, type ScrolledChunks } from './drawn-chunks.ts';

/** Up to this number of rows all are drawn. */
export const fewRows = 40;

/** A row to draw, by its place, or the rows left out between two drawn ones. */
export type Piece = number | LeftOut;

export interface LeftOut {
  /** In pixels, of all rows left out here. */
  readonly height: number;
}

/** All rows, of which none is left out. */
export function allRows(count: number): readonly Piece[] {
  return Array.from({ length: count }, (_, place) => place);
}

/**
 * The rows in or near the view and the `kept` ones wherever they are, with the space of the others. `heights` are
 * those of the single rows.
 */
export function rowsInView(rows: ScrolledChunks, kept: ReadonlySet<number>): readonly Piece[] {
  const { from, to } = drawnChunks(rows);
  const pieces: Piece[] = [];
  let leftOut = 0;
  const closeGap = (): void => {
    if (leftOut > 0) pieces.push({ height: leftOut });
    leftOut = 0;
  };
  for (const [place, height] of rows.heights.entries()) {
    const isDrawn = (place >= from && place < to) || kept.has(place);
    if (!isDrawn) leftOut += height;
    else {
      closeGap();
      pieces.push(place);
    }
  }
  closeGap();
  return pieces;
}
