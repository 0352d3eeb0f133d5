/** Rows drawn above and below what is visible, so that scrolling does not show gaps. */
const spare = 10;
/** The rows that are drawn change in steps, so that not every scrolled pixel draws again. */
const step = 5;

export interface ScrolledRows {
  /** How far the first row has been scrolled out of the view, in pixels; negative while it stands below its upper edge. */
  readonly scrollTop: number;
  readonly viewHeight: number;
  /** All rows are of one height. */
  readonly rowHeight: number;
  readonly count: number;
}

/** Those of many rows that are drawn: the ones in view and some around them; `to` is excluded. */
export function drawnRows({ scrollTop, viewHeight, rowHeight, count }: ScrolledRows): {
  readonly from: number;
  readonly to: number;
} {
  const first = Math.floor(scrollTop / rowHeight / step) * step;
  const from = Math.min(Math.max(first - spare, 0), count);
  const to = Math.min(first + Math.ceil(viewHeight / rowHeight) + step + spare, count);
  return { from, to: Math.max(to, from) };
}
