import { type FlowLine, keptTogether } from '../../../../platform/server/pdf/flow.ts';
import { colors, contentWidth, mm, page } from '../../../../platform/server/pdf/page.ts';
import { styles, type TextStyle, type Typesetter } from '../../../../platform/server/pdf/typesetter.ts';
import type { OrderDocument } from '../../order-document.ts';
import type { LineGroup, LineRow } from '../../order-lines.ts';
import { totalLabelRight } from './letter-text.ts';
import { type Column, type Columns, columnsOf } from './line-columns.ts';

/** The order lines as a table, with its heading on every page. */
export function tableLines(set: Typesetter, document: OrderDocument): FlowLine[] {
  const columns = columnsOf(set, document);
  const head = headLines(set, document, columns);
  const lines = document.groups.flatMap((group) => [
    ...groupLines(set, group, columns),
    ...subtotalLines(set, group, totalLabelRight(set, document)),
  ]);
  // The heading stays with the first row and is repeated on every further page.
  return [
    ...head.map((line, index) => ({ ...line, gap: index === 0 ? 3 * mm : 0, mayStartPage: index === 0 })),
    ...lines.map((line, index) =>
      index === 0 ? { ...line, mayStartPage: false } : { ...line, head: [...head, ...(line.head ?? [])] },
    ),
  ];
}

const padding = 1.6 * mm;

/** A text in a column; `style` determines its height. */
interface Cell {
  readonly column: Column;
  readonly text: string;
  readonly style: TextStyle;
}

function drawCells(set: Typesetter, cells: readonly Cell[], y: number): void {
  for (const { column, text, style } of cells) set.line(text, column.x, y, style, column.align);
}

function headLines(set: Typesetter, { columns: titles }: OrderDocument, columns: Columns): FlowLine[] {
  const style = styles.columnHead;
  const quantityHead: Column = { ...columns.unit, x: columns.unit.x + columns.unit.width, align: 'right' };
  const cells: Cell[] = [
    { column: columns.position, text: titles.position, style },
    ...(columns.itemNumber ? [{ column: columns.itemNumber, text: titles.itemNumber, style }] : []),
    { column: columns.description, text: titles.description, style },
    { column: quantityHead, text: titles.quantity, style },
    ...(columns.amounts && titles.amounts
      ? [
          { column: columns.amounts.price, text: titles.amounts.price, style },
          { column: columns.amounts.tax, text: titles.amounts.tax, style },
          { column: columns.amounts.net, text: titles.amounts.net, style },
        ]
      : []),
  ];
  const height = set.lineHeight(style) + 2 * padding;
  const draw = (y: number) => {
    drawCells(set, cells, y + padding);
    set.rule(page.left, y + height, contentWidth, colors.ink, 0.8);
  };
  return [{ height, draw, mayStartPage: true }];
}

function groupLines(set: Typesetter, group: LineGroup, columns: Columns): FlowLine[] {
  const title = titleLines(set, group);
  const rows = group.rows.flatMap((row, index) => {
    const isFirst = index === 0;
    const lines = rowLines(set, row, columns, isFirst && title.length === 0);
    return keptTogether(lines, !isFirst || title.length === 0);
  });
  return [...title, ...rows];
}

function titleLines(set: Typesetter, { title, details }: LineGroup): FlowLine[] {
  if (title === null) return [];
  const texts = [
    { text: title, style: styles.groupTitle },
    ...set.wrap(details ?? '', styles.detail, contentWidth).map((text) => ({ text, style: styles.detail })),
  ].filter(({ text }) => text !== '');
  const lines = texts.map(({ text, style }, index) => ({
    height: set.lineHeight(style),
    gap: index === 0 ? 4 * mm : 0,
    mayStartPage: index === 0,
    draw: (y: number) => set.line(text, page.left, y, style),
  }));
  return [...lines, spacer(padding)];
}

/** The row line by line, so that a long description can continue on the next page. */
function rowLines(set: Typesetter, row: LineRow, columns: Columns, isUnderHead: boolean): FlowLine[] {
  const stacks = stacksOf(set, row, columns);
  const count = Math.max(...stacks.map((stack) => stack.length));
  const lines = Array.from({ length: count }, (_, index): FlowLine => {
    const cells = stacks.flatMap((stack) => stack[index] ?? []);
    const height = Math.max(...cells.map(({ style }) => set.lineHeight(style)));
    const isFirst = index === 0;
    const above = isFirst ? padding : 0;
    const below = index === count - 1 ? padding : 0;
    return {
      height: above + height + below,
      mayStartPage: isFirst,
      // A continued row keeps a distance from the heading.
      head: isFirst ? [] : [spacer(padding)],
      draw: (y) => {
        if (isFirst && !isUnderHead) set.rule(page.left, y, contentWidth);
        drawCells(set, cells, y + above);
      },
    };
  });
  return lines;
}

/** The text lines of each column of a row. */
function stacksOf(set: Typesetter, row: LineRow, columns: Columns): Cell[][] {
  const { description, itemNumber, amounts } = columns;
  const stack = (column: Column, text: string, style: TextStyle): Cell[] =>
    text === '' ? [] : set.wrap(text, style, column.width).map((line) => ({ column, text: line, style }));
  const details = itemNumber || row.itemNumber === '' ? row.details : [row.itemNumber, ...row.details];
  const stacks = [
    stack(columns.position, row.position, styles.figure),
    itemNumber ? stack(itemNumber, row.itemNumber, styles.cell) : [],
    [
      ...stack(description, row.description, styles.cell),
      ...details.flatMap((detail) => stack(description, detail, styles.detail)),
    ],
    stack(columns.quantity, row.quantity, styles.figure),
    stack(columns.unit, row.unit, styles.cell),
  ];
  if (!amounts || !row.amounts) return stacks;
  const { price, priceNote, tax, net } = row.amounts;
  return [
    ...stacks,
    [...stack(amounts.price, price, styles.figure), ...stack(amounts.price, priceNote ?? '', styles.detail)],
    stack(amounts.tax, tax, styles.figure),
    stack(amounts.net, net, styles.figure),
  ];
}

function subtotalLines(set: Typesetter, { subtotal }: LineGroup, labelRight: number): FlowLine[] {
  if (!subtotal) return [];
  const style = styles.strong;
  const figure = { ...style, isTabular: true };
  return [
    {
      height: set.lineHeight(style) + 2 * padding,
      mayStartPage: false,
      draw: (y) => {
        set.rule(page.left, y, contentWidth);
        set.line(subtotal.label, labelRight, y + padding, style, 'right');
        set.line(subtotal.amount, page.right, y + padding, figure, 'right');
      },
    },
  ];
}

function spacer(height: number): FlowLine {
  return { height, mayStartPage: false, draw: () => {} };
}
