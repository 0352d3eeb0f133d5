/** Chunks of rows with different heights. */
export interface ScrolledChunks {
  /** In pixels, measured or estimated. */
  readonly heights: readonly number[];
  readonly scrollTop: number;
  readonly viewHeight: number;
}

/** The drawn chunks, `to` excluded, and the height of the others above and below. */
export interface DrawnChunks {
  readonly from: number;
  readonly to: number;
  readonly above: number;
  readonly below: number;
}

/** Margin around the view in pixels within which chunks are drawn, so that scrolling and the tab key show no gaps. */
const spare = 600;

/** The chunks in or near the view; at least one, if there is any. */
export function drawnChunks({ heights, scrollTop, viewHeight }: ScrolledChunks): DrawnChunks {
  let top = 0;
  let [from, to, above, below] = [0, 0, 0, 0];
  for (const [place, height] of heights.entries()) {
    const isLast = place === heights.length - 1;
    if (to === 0 && !isLast && top + height <= scrollTop - spare) {
      from = place + 1;
      above += height;
    } else if (to === 0 || top < scrollTop + viewHeight + spare) to = place + 1;
    else below += height;
    top += height;
  }
  return { from, to, above, below };
}
