import { spreadsheetHeightPx } from '../../../platform/constants.ts';
import type { Area, Place } from '../../sheet/area.ts';
import type { Column } from './columns.ts';

/** In pixels, with the head (SHEET-02). */
export const gridHeight = spreadsheetHeightPx;
export const rowHeight = 30;
export const headHeight = 34;
/** The column of line numbers. */
export const numberWidth = 52;

/** Lines drawn above and below what is visible, so that scrolling does not show gaps. */
const spare = 10;
/** The window moves in steps, so that not every scrolled pixel draws again. */
const step = 5;

export interface Layout {
  /** Where each column begins, right of the line numbers; one more than there are columns. */
  readonly lefts: readonly number[];
  /** For `grid-template-columns`. */
  readonly template: string;
  readonly width: number;
}

export function layoutOf(columns: readonly Column[]): Layout {
  const lefts = [numberWidth];
  for (const { width } of columns) lefts.push((lefts.at(-1) ?? numberWidth) + width);
  return {
    lefts,
    template: `${numberWidth}px ${columns.map(({ width }) => `${width}px`).join(' ')}`,
    width: lefts.at(-1) ?? numberWidth,
  };
}

/** The lines to be drawn for a scroll position. */
export function drawnLines(scrollTop: number, count: number): { readonly from: number; readonly to: number } {
  const first = Math.floor(scrollTop / rowHeight / step) * step;
  const from = Math.max(first - spare, 0);
  return { from, to: Math.min(first + Math.ceil(gridHeight / rowHeight) + step + spare, count) };
}

/** In pixels from the upper left corner of the whole grid. */
export interface Box {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** The rectangle that an area covers. */
export function boxOf({ lefts }: Layout, { top, left, bottom, right }: Area): Box {
  const from = lefts[left] ?? numberWidth;
  return {
    top: headHeight + top * rowHeight,
    left: from,
    width: (lefts[right + 1] ?? from) - from,
    height: (bottom - top + 1) * rowHeight,
  };
}

export function boxOfCell(layout: Layout, { line, column }: Place): Box {
  return boxOf(layout, { top: line, bottom: line, left: column, right: column });
}

/** The cell under a point of the whole grid; -1 stands for the head and for the line numbers. */
export function placeAt({ lefts }: Layout, lines: number, x: number, y: number): Place {
  const line = Math.min(Math.floor((y - headHeight) / rowHeight), lines - 1);
  const next = lefts.findIndex((left) => left > x);
  const column = next === -1 ? lefts.length - 2 : next - 1;
  return { line: Math.max(line, -1), column };
}

/** Scrolls as little as needed to show a cell beside the head and the line numbers. */
export function scrollToPlace(view: HTMLElement, layout: Layout, place: Place): void {
  const box = boxOfCell(layout, place);
  const bottom = box.top + box.height - view.clientHeight;
  const right = box.left + box.width - view.clientWidth;
  view.scrollTop = Math.max(Math.min(view.scrollTop, box.top - headHeight), bottom);
  view.scrollLeft = Math.min(Math.max(view.scrollLeft, right), box.left - numberWidth);
}
