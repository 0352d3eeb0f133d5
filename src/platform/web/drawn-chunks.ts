/** Chunks of rows that are not all of one height. */
export interface ScrolledChunks {
  /** In pixels, as they were measured or are to be expected. */
  readonly heights: readonly number[];
  readonly scrollTop: number;
  readonly viewHeight: number;
}

/** Those of many chunks that are drawn, `to` excluded, and how high the others are above and below them. */
export interface DrawnChunks {
  readonly from: number;
  readonly to: number;
  readonly above: number;
  readonly below: number;
}

/** Pixels above and below what is visible in which chunks are drawn, so that neither scrolling nor the tab key shows gaps. */
const spare = 600;

/** The chunks that are in view or near to it; one at least, where there is any. */
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
