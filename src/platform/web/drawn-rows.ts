/** Rows drawn above and below the view, so that scrolling shows no gaps. */
const spare = 10;
/** The drawn rows change in steps, to redraw less often while scrolling. */
const step = 5;

export interface ScrolledRows {
  /** Scroll offset of the first row, in pixels; negative while the row is below the upper edge. */
  readonly scrollTop: number;
  readonly viewHeight: number;
  /** All rows have this height. */
  readonly rowHeight: number;
  readonly count: number;
}

/** The drawn rows: those in view and some around them; `to` is excluded. */
export function drawnRows({ scrollTop, viewHeight, rowHeight, count }: ScrolledRows): {
  readonly from: number;
  readonly to: number;
} {
  const first = Math.floor(scrollTop / rowHeight / step) * step;
  const from = Math.min(Math.max(first - spare, 0), count);
  const to = Math.min(first + Math.ceil(viewHeight / rowHeight) + step + spare, count);
  return { from, to: Math.max(to, from) };
}
