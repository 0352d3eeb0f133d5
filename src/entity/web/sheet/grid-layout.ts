import { spreadsheetHeightPx } from '../../../platform/constants.ts';
import { drawnRows } from '../../../platform/web/drawn-rows.ts';
import type { Area, Place } from '../../sheet/area.ts';
import type { Column } from './columns.ts';

/** In pixels, with the head (SHEET-02). */
export const gridHeight = spreadsheetHeightPx;
export const rowHeight = 26;
export const headHeight = 32;
/** The column of line numbers. */
export const numberWidth = 44;
/** Limits for dragging a column. */
export const narrowest = 48;
export const widest = 640;
/** The first column does not scroll; on a phone it must leave room for the others. */
const widestFirstOnPhone = 132;

export interface Layout {
  /** The left edge of each column, right of the line numbers, and the right edge of the last. */
  readonly lefts: readonly number[];
  /** For `grid-template-columns`. */
  readonly template: string;
  readonly width: number;
  /** The width of the columns that do not scroll: the line numbers and the first column. */
  readonly frozen: number;
}

/** Computes the column positions; `dragged` are the widths set by the person. */
export function layoutOf(
  columns: readonly Column[],
  dragged: Readonly<Record<string, number>>,
  isPhone: boolean,
): Layout {
  const widths = columns.map(({ name, width }, place) => {
    const usual = place === 0 && isPhone ? Math.min(width, widestFirstOnPhone) : width;
    return dragged[name] ?? usual;
  });
  const lefts = [numberWidth];
  for (const width of widths) lefts.push((lefts.at(-1) ?? numberWidth) + width);
  return {
    lefts,
    template: [numberWidth, ...widths].map((width) => `${width}px`).join(' '),
    width: lefts.at(-1) ?? numberWidth,
    frozen: lefts[1] ?? numberWidth,
  };
}

/** Whether a column does not scroll. */
export function isFrozen(column: number): boolean {
  return column === 0;
}

/** The lines to render at a scroll position. */
export function drawnLines(scrollTop: number, count: number): { readonly from: number; readonly to: number } {
  return drawnRows({ scrollTop, viewHeight: gridHeight, rowHeight, count });
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

/** Where a point of the grid's frame is, and how far the grid is scrolled. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly scrollLeft: number;
  readonly scrollTop: number;
}

/** The cell under a point; -1 means the head or the line numbers. */
export function placeAt({ lefts, frozen }: Layout, lines: number, point: Point): Place {
  const line = Math.min(Math.floor((point.y + point.scrollTop - headHeight) / rowHeight), lines - 1);
  const x = point.x < frozen ? point.x : point.x + point.scrollLeft;
  const next = lefts.findIndex((left) => left > x);
  const column = next === -1 ? lefts.length - 2 : next - 1;
  return { line: Math.max(line, -1), column };
}

/** Scrolls as little as needed to show a cell outside the head and the frozen columns. */
export function scrollToPlace(view: HTMLElement, layout: Layout, place: Place): void {
  const box = boxOfCell(layout, place);
  const bottom = box.top + box.height - view.clientHeight;
  const right = box.left + box.width - view.clientWidth;
  view.scrollTop = Math.max(Math.min(view.scrollTop, box.top - headHeight), bottom);
  if (!isFrozen(place.column))
    view.scrollLeft = Math.min(Math.max(view.scrollLeft, right), box.left - layout.frozen);
}
