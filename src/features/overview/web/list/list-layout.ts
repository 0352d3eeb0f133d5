import { drawnRows } from '../../../../platform/web/drawn-rows.ts';
import type { Stake } from './documents.ts';
import type { ListedDocument } from './listed-document.ts';

export interface Keyed {
  readonly key: string;
}

export interface ListGroup<Row extends Keyed = ListedDocument> {
  readonly key: string;
  readonly title: string | null;
  readonly documents: readonly Row[];
  /** What is at stake in all documents of the group, loaded or not (OVW-10). */
  readonly stakes?: readonly Stake[];
}

/** In pixels; must match the style sheets of list and rows. */
export interface RowHeights {
  readonly row: number;
  /** Height of a group's title row. */
  readonly title: number;
  /** Height above the first row. */
  readonly above: number;
}

export interface PlacedGroup<Row extends Keyed = ListedDocument> {
  readonly group: ListGroup<Row>;
  /** From the top of the scrolled content. */
  readonly top: number;
  readonly titleHeight: number;
  readonly height: number;
  /** Number of rows before its first one, including titles. */
  readonly rowsBefore: number;
}

/** Positions of all rows, drawn or not. */
export interface ListLayout<Row extends Keyed = ListedDocument> {
  readonly heights: RowHeights;
  readonly groups: readonly PlacedGroup<Row>[];
  /** Number of documents and titles. */
  readonly rows: number;
  /** Tops by document key. */
  readonly tops: ReadonlyMap<string, number>;
}

export function layoutOf<Row extends Keyed>(
  groups: readonly ListGroup<Row>[],
  heights: RowHeights,
): ListLayout<Row> {
  const placed: PlacedGroup<Row>[] = [];
  const tops = new Map<string, number>();
  let top = heights.above;
  let rowsBefore = 0;
  for (const group of groups) {
    const titleHeight = group.title === null ? 0 : heights.title;
    const height = titleHeight + group.documents.length * heights.row;
    placed.push({ group, top, titleHeight, height, rowsBefore });
    for (const [place, { key }] of group.documents.entries()) {
      tops.set(key, top + titleHeight + place * heights.row);
    }
    top += height;
    rowsBefore += group.documents.length + (group.title === null ? 0 : 1);
  }
  return { heights, groups: placed, rows: rowsBefore, tops };
}

/** The visible part of the list, in pixels. */
export interface ListView {
  readonly scrollTop: number;
  readonly height: number;
}

/** Indexes of a group's documents to draw: the visible ones, and the one with the focus. */
export function drawnPlaces(
  { heights }: ListLayout<Keyed>,
  { group, top, titleHeight }: PlacedGroup<Keyed>,
  view: ListView,
  kept: string | null,
): readonly number[] {
  const { from, to } = drawnRows({
    scrollTop: view.scrollTop - top - titleHeight,
    viewHeight: view.height,
    rowHeight: heights.row,
    count: group.documents.length,
  });
  const places = Array.from({ length: to - from }, (_, at) => from + at);
  const keptPlace = kept === null ? -1 : group.documents.findIndex(({ key }) => key === kept);
  if (keptPlace === -1 || (keptPlace >= from && keptPlace < to)) return places;
  return keptPlace < from ? [keptPlace, ...places] : [...places, keptPlace];
}

/** The first document at or below a height. */
export function documentAt({ groups, heights }: ListLayout<Keyed>, height: number): string | null {
  for (const { group, top, titleHeight } of groups) {
    const place = Math.max(Math.ceil((height - top - titleHeight) / heights.row), 0);
    const document = group.documents[place];
    if (document !== undefined) return document.key;
  }
  return null;
}

/** Height of all rows and the content above them, in pixels. */
export function heightOf({ groups }: ListLayout<Keyed>): number {
  const last = groups.at(-1);
  return last === undefined ? 0 : last.top + last.height;
}

/** The nearest scroll position at which a row is visible. */
export function scrolledTo(top: number, { row }: RowHeights, view: ListView, covered: number): number {
  const lowest = top - covered;
  const highest = top + row - view.height;
  return Math.max(Math.min(view.scrollTop, lowest), highest);
}
