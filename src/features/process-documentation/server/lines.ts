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
