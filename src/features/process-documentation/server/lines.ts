import { type FlowLine, keptTogether } from '../../../platform/server/pdf/flow.ts';
import { colors, contentWidth, mm, page } from '../../../platform/server/pdf/page.ts';
import {
  regular,
  semibold,
  type TextStyle,
  type Typesetter,
} from '../../../platform/server/pdf/typesetter.ts';
import type { Block } from '../model.ts';

/** Text styles of a documentation. */
export const documentStyles = {
  cover: semibold(26),
  coverDetail: regular(12, colors.muted),
  coverLabel: regular(9, colors.muted),
  coverValue: regular(10.5),
  part: semibold(16),
  chapter: semibold(11.5),
  body: regular(9.5),
  tableTitle: semibold(9.5),
  head: semibold(8, colors.muted),
  cell: regular(8.5),
  name: semibold(8.5),
  foot: regular(7.5, colors.muted),
} satisfies Record<string, TextStyle>;

/** Head of a part or chapter, kept with what follows. */
export function headingLines(set: Typesetter, text: string, isPart: boolean): FlowLine[] {
  const style = isPart ? documentStyles.part : documentStyles.chapter;
  return textLines(set, text, style, { gap: (isPart ? 12 : 7) * mm, mayStartPage: true });
}

/** Paragraphs in full width. */
export function bodyLines(set: Typesetter, text: string): FlowLine[] {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return paragraphs.flatMap((paragraph, index) =>
    keptTogether(
      textLines(set, paragraph, documentStyles.body, { gap: 2 * mm, mayStartPage: true }),
      index > 0,
    ),
  );
}

/** A generated text, list or table. */
export function blockLines(set: Typesetter, block: Block, cut: string): FlowLine[] {
  switch (block.kind) {
    case 'text':
      return bodyLines(set, block.text);
    case 'list':
      return block.items.flatMap((item, index) => itemLines(set, item, index));
    case 'diagram':
      return diagramLines(set, block);
    default:
      return [...tableLines(set, block), ...(block.isCut ? bodyLines(set, cut) : [])];
  }
}

function textLines(
  set: Typesetter,
  text: string,
  style: TextStyle,
  { gap, mayStartPage }: { readonly gap: number; readonly mayStartPage: boolean },
): FlowLine[] {
  return set.wrap(text, style, contentWidth).map((line, index) => ({
    height: set.lineHeight(style),
    gap: index === 0 ? gap : 0,
    mayStartPage: index === 0 && mayStartPage,
    draw: (y) => set.line(line, page.left, y, style),
  }));
}

const indent = 6 * mm;

function itemLines(set: Typesetter, item: string, place: number): FlowLine[] {
  const style = documentStyles.body;
  return set.wrap(item, style, contentWidth - indent).map((line, index) => ({
    height: set.lineHeight(style),
    gap: index === 0 ? 1 * mm : 0,
    mayStartPage: index === 0 && place > 0,
    draw: (y) => {
      if (index === 0) set.line(`${place + 1}.`, page.left, y, style);
      set.line(line, page.left + indent, y, style);
    },
  }));
}

const boxWidth = contentWidth * 0.5;
const arrowHeight = 5 * mm;

/** Boxes below each other with arrows between them; other ways out stand beside their box. */
function diagramLines(set: Typesetter, { title, steps }: Extract<Block, { kind: 'diagram' }>): FlowLine[] {
  const { body, head, tableTitle } = documentStyles;
  const besides = page.left + boxWidth + 8 * mm;
  const boxes = steps.map(({ name, by, otherwise }, index): FlowLine => {
    const names = set.wrap(name, documentStyles.tableTitle, boxWidth - 2 * padding);
    const doers = set.wrap(by, head, boxWidth - 2 * padding);
    const other = set.wrap(otherwise ?? '', body, page.right - besides);
    const inside = names.length * set.lineHeight(tableTitle) + doers.length * set.lineHeight(head);
    const height = Math.max(inside + 2 * padding, other.length * set.lineHeight(body));
    const isLast = index === steps.length - 1;
    return {
      height: height + (isLast ? 0 : arrowHeight),
      mayStartPage: index > 0,
      draw: (y) => {
        set.doc.rect(page.left, y, boxWidth, height).lineWidth(0.7).strokeColor(colors.muted).stroke();
        const below = set.lines(names, page.left + padding, y + padding, tableTitle);
        set.lines(doers, page.left + padding, below, head);
        if (otherwise !== undefined) {
          set.rule(page.left + boxWidth, y + height / 2, 6 * mm, colors.muted);
          set.lines(other, besides, y + (height - other.length * set.lineHeight(body)) / 2, body);
        }
        if (!isLast) drawArrow(set, page.left + boxWidth / 2, y + height);
      },
    };
  });
  return [
    ...textLines(set, title, tableTitle, { gap: 4 * mm, mayStartPage: true }),
    ...boxes.map((box, index) => (index === 0 ? { ...box, gap: 2 * mm } : box)),
  ];
}

function drawArrow({ doc }: Typesetter, x: number, y: number): void {
  const tip = y + arrowHeight;
  doc.moveTo(x, y).lineTo(x, tip).lineWidth(0.7).strokeColor(colors.muted).stroke();
  doc
    .moveTo(x - 1 * mm, tip - 1.6 * mm)
    .lineTo(x, tip)
    .lineTo(x + 1 * mm, tip - 1.6 * mm)
    .stroke();
}

const padding = 1.2 * mm;
const between = 3 * mm;

/** A table whose head repeats on every page. */
function tableLines(set: Typesetter, block: Extract<Block, { kind: 'table' }>): FlowLine[] {
  if (block.rows.length === 0) return [];
  const whole = block.shares.reduce((sum, share) => sum + share, 0);
  const widths = block.shares.map((share) => (share / whole) * contentWidth - between);
  const title =
    block.title === undefined
      ? []
      : textLines(set, block.title, documentStyles.tableTitle, { gap: 4 * mm, mayStartPage: true });
  const isNamed = block.head.length === 0;
  const head = isNamed ? [] : [rowLine(set, block.head, widths, () => documentStyles.head)];
  const rows = block.rows.map((row) =>
    rowLine(set, row, widths, (column) =>
      isNamed && column === 0 ? documentStyles.name : documentStyles.cell,
    ),
  );
  const below = [...head, ...rows.map((row, index) => ({ ...row, mayStartPage: index > 0, head }))];
  return [
    ...title,
    ...below.map((line, index) => ({
      ...line,
      gap: index === 0 ? 2 * mm : 0,
      mayStartPage: index === 0 ? false : line.mayStartPage,
    })),
  ];
}

function rowLine(
  set: Typesetter,
  cells: readonly string[],
  widths: readonly number[],
  styleOf: (column: number) => TextStyle,
): FlowLine {
  const wrapped = cells.map((cell, column) =>
    set.wrap(cell, styleOf(column), widths[column] ?? contentWidth),
  );
  const heights = wrapped.map((lines, column) => lines.length * set.lineHeight(styleOf(column)));
  const height = Math.max(0, ...heights) + 2 * padding;
  return {
    height,
    mayStartPage: true,
    draw: (y) => {
      let x: number = page.left;
      for (const [column, lines] of wrapped.entries()) {
        set.lines(lines, x, y + padding, styleOf(column));
        x += (widths[column] ?? 0) + between;
      }
      set.rule(page.left, y + height, contentWidth);
    },
  };
}
