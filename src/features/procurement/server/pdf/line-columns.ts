import { mm, page } from '../../../../platform/server/pdf/page.ts';
import {
  type Align,
  styles,
  type TextStyle,
  type Typesetter,
} from '../../../../platform/server/pdf/typesetter.ts';
import type { LineColumns, OrderDocument } from '../../order-document.ts';
import type { LineRow } from '../../order-lines.ts';

export interface Column {
  /** The left edge of a text column, the right edge of a column of figures. */
  readonly x: number;
  readonly width: number;
  readonly align: Align;
}

/** The columns of the line table. */
export interface Columns {
  readonly position: Column;
  /** Null if the description would be too narrow; the number is then printed below it. */
  readonly itemNumber: Column | null;
  readonly description: Column;
  readonly quantity: Column;
  readonly unit: Column;
  readonly amounts: { readonly price: Column; readonly tax: Column; readonly net: Column } | null;
}

const gutter = 3 * mm;
/** Between a quantity and its unit. */
const unitGap = 1.2 * mm;
const narrowestDescription = 42 * mm;

/** Columns of figures are as wide as their widest figure; the description takes the remaining width. */
export function columnsOf(set: Typesetter, document: OrderDocument): Columns {
  const rows = document.groups.flatMap((group) => group.rows);
  const width = widthsOf(set, document.columns, rows);
  const net = figures(page.right, width.net);
  const tax = figures(net.x - width.net - gutter, width.tax);
  const price = figures(tax.x - width.tax - gutter, width.price);
  const hasAmounts = document.columns.amounts !== null;
  const unitRight = hasAmounts ? price.x - width.price - gutter : page.right;
  const unit = texts(unitRight - width.unit, width.unit);
  const quantity = figures(unit.x - unitGap, width.quantity);
  const afterPosition = page.left + width.position + gutter;
  const right = quantity.x - quantity.width - gutter;
  const itemWidth = width.itemNumber + gutter;
  const hasItemColumn =
    rows.some(({ itemNumber }) => itemNumber !== '') &&
    right - afterPosition - itemWidth >= narrowestDescription;
  const descriptionLeft = hasItemColumn ? afterPosition + itemWidth : afterPosition;
  return {
    position: texts(page.left, width.position),
    itemNumber: hasItemColumn ? texts(afterPosition, width.itemNumber) : null,
    description: texts(descriptionLeft, right - descriptionLeft),
    quantity,
    unit,
    amounts: hasAmounts ? { price, tax, net } : null,
  };
}

function texts(x: number, width: number): Column {
  return { x, width, align: 'left' };
}

function figures(x: number, width: number): Column {
  return { x, width, align: 'right' };
}

/** The widths of all columns except the description. */
function widthsOf(set: Typesetter, titles: LineColumns, rows: readonly LineRow[]) {
  const amounts = rows.flatMap((row) => row.amounts ?? []);
  const head = (title: string | undefined): number => set.width(title ?? '', styles.columnHead);
  const widest = (texts: readonly string[], style: TextStyle): number =>
    Math.max(0, ...texts.map((text) => set.width(text, style)));
  const itemNumbers = rows.map((row) => row.itemNumber);
  const units = rows.map((row) => row.unit);
  const unit = Math.min(widest(units, styles.cell), 17 * mm);
  const quantities = rows.map((row) => row.quantity);
  const positions = rows.map((row) => row.position);
  const prices = amounts.map(({ price }) => price);
  const priceNotes = amounts.map(({ priceNote }) => priceNote ?? '');
  const taxes = amounts.map(({ tax }) => tax);
  const nets = amounts.map(({ net }) => net);
  return {
    position: Math.max(head(titles.position), widest(positions, styles.figure)),
    itemNumber: Math.min(Math.max(head(titles.itemNumber), widest(itemNumbers, styles.cell)), 24 * mm),
    // The heading spans quantity and unit.
    quantity: Math.max(widest(quantities, styles.figure), head(titles.quantity) - unit - unitGap),
    unit,
    price: Math.max(
      head(titles.amounts?.price),
      widest(prices, styles.figure),
      Math.min(widest(priceNotes, styles.detail), 24 * mm),
    ),
    tax: Math.max(head(titles.amounts?.tax), widest(taxes, styles.figure)),
    net: Math.max(head(titles.amounts?.net), widest(nets, styles.figure)),
  };
}
