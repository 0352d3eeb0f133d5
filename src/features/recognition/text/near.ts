import type { Box } from '../words.ts';
import { isJoining, type Label } from './labels.ts';
import { boxOfSpan, type Cell, type Layout, overlapAcross } from './layout.ts';

/** A part of a cell; `start` and `end` are character offsets. */
export interface Placed {
  readonly cell: Cell;
  readonly start: number;
  readonly end: number;
}

/** The position of a value relative to its label. */
export type Relation = 'right' | 'below';

export interface Labelled<Value extends Placed> {
  readonly label: Label;
  readonly value: Value;
  readonly relation: Relation;
  /** 0 for the value next to the label, 1 for the following one. */
  readonly order: number;
  /** The text between label and value when they are side by side. */
  readonly between: string;
}

const rowIndexes = new WeakMap<readonly Placed[], ReadonlyMap<number, readonly Placed[]>>();

/** The values of one row. Each list is grouped by rows once, because long documents have many rows. */
export function inRow<Value extends Placed>(values: readonly Value[], row: number): readonly Value[] {
  let rows = rowIndexes.get(values);
  if (!rows) {
    rows = Map.groupBy(values, ({ cell }) => cell.row);
    rowIndexes.set(values, rows);
  }
  return (rows.get(row) ?? []) as readonly Value[];
}

const alignment = 0.01;
/** A value below its label starts at most this many row heights further down. */
const rowsBelow = 2.6;
/** Rows of blocks side by side may start at nearly the same height. */
const maxRowsBelow = 12;

/**
 * The values that belong to a label: those on its right up to the next label, else the nearest one below it.
 */
export function valuesNear<Value extends Placed>(
  layout: Layout,
  label: Label,
  labels: readonly Label[],
  values: readonly Value[],
): Labelled<Value>[] {
  const right = valuesRight(layout, label, labels, values);
  return right.length > 0 ? right : valuesBelow(layout, label, labels, values);
}

function valuesRight<Value extends Placed>(
  layout: Layout,
  label: Label,
  labels: readonly Label[],
  values: readonly Value[],
): Labelled<Value>[] {
  const whole = withJoined(label, labels);
  const isAfter = (place: Placed) =>
    place.cell.row === label.cell.row &&
    (place.cell.place > label.cell.place || (place.cell === label.cell && place.start >= whole.end));
  const next = inRow(labels, label.cell.row).filter(isAfter).toSorted(byPlace)[0];
  return inRow(values, label.cell.row)
    .filter((value) => isAfter(value) && (!next || byPlace(value, next) < 0))
    .toSorted(byPlace)
    .map((value, order) => ({
      label,
      value,
      relation: 'right',
      order,
      between: textBetween(layout, whole, value),
    }));
}

/** "Rechnungs-Nr./Datum": joined labels have their values behind the last label. */
function withJoined(label: Label, labels: readonly Label[]): Label {
  const next = inRow(labels, label.cell.row).find(
    (other) =>
      other.cell === label.cell &&
      other.start >= label.end &&
      isJoining(label.cell.text.slice(label.end, other.start)),
  );
  return next ? { ...label, end: withJoined(next, labels).end } : label;
}

function valuesBelow<Value extends Placed>(
  layout: Layout,
  label: Label,
  labels: readonly Label[],
  values: readonly Value[],
): Labelled<Value>[] {
  const place = boxOfSpan(label.cell, label.start, label.end);
  const lowest = place[3] + layout.rowHeight * rowsBelow;
  const isUnder = (other: Placed) =>
    overlapAcross(boxOfSpan(other.cell, other.start, other.end), place) > 0.15;
  for (const row of layout.rows.slice(label.cell.row + 1, label.cell.row + 1 + maxRowsBelow)) {
    if (row.page !== label.cell.page || row.box[1] > lowest) break;
    const nearest = inRow(values, row.index).find(isUnder);
    const isCovered = inRow(labels, row.index).some(
      (other) => isUnder(other) && (!nearest || byPlace(other, nearest) < 0),
    );
    if (isCovered) return [];
    if (nearest) return [{ label, value: nearest, relation: 'below', order: 0, between: '' }];
  }
  return [];
}

/** Whether a value is aligned with its label: at the left or right edge, or in the middle. */
export function isAligned(label: Box, value: Box): boolean {
  const middle = (label[0] + label[2] - value[0] - value[2]) / 2;
  return [label[0] - value[0], label[2] - value[2], middle].some((offset) => Math.abs(offset) < alignment);
}

/** Sorts by row from the top, then from left to right. */
export function byPlace(left: Placed, right: Placed): number {
  return left.cell.row - right.cell.row || left.cell.place - right.cell.place || left.start - right.start;
}

function textBetween(layout: Layout, label: Label, value: Placed): string {
  if (label.cell === value.cell) return label.cell.text.slice(label.end, value.start);
  const cells = layout.rows[label.cell.row]?.cells ?? [];
  const whole = cells.slice(label.cell.place + 1, value.cell.place).map(({ text }) => text);
  return [label.cell.text.slice(label.end), ...whole, value.cell.text.slice(0, value.start)].join(' ');
}
