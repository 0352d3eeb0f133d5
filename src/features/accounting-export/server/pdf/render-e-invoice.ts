import { type FlowArea, type FlowLine, keptTogether, pagesOf } from '../../../../platform/server/pdf/flow.ts';
import { colors, contentWidth, mm, page } from '../../../../platform/server/pdf/page.ts';
import {
  type Align,
  styles,
  type TextStyle,
  Typesetter,
} from '../../../../platform/server/pdf/typesetter.ts';
import type {
  EInvoicePage,
  Labelled,
  PageParty,
  PageRow,
  PageStyle,
} from '../../../recognition/e-invoice-page.ts';

/** For a file without a date: equal files give equal bytes. */
const undated = '1970-01-01';
const noticeTop = 14 * mm;
const pageLine = page.height - page.bottom - 4 * mm;
const area: FlowArea = { firstTop: page.top, top: page.top, bottom: pageLine - 3 * mm };

/**
 * An e-invoice as a readable PDF (EXP-08); null gives a notice that it cannot be shown. Every page states that the
 * XML is authoritative. Uses neither database nor clock: equal input gives equal bytes, so that files can be
 * compared.
 */
export async function renderEInvoice(invoice: EInvoicePage | null, { t }: PageStyle): Promise<Buffer> {
  const notice = t('invoice.printed.notice', { number: invoice?.number ?? '' }).replace(/ +(?=;)/, '');
  const madeOn = new Date(`${invoice?.day ?? undated}T00:00:00Z`);
  const set = new Typesetter({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    displayTitle: true,
    lang: 'de',
    info: { Title: notice, Creator: 'Kontor', CreationDate: madeOn, ModDate: madeOn },
  });
  const lines = invoice
    ? contentOf(set, invoice, t)
    : paragraph(set, t('invoice.printed.unreadable'), styles.body, 0);
  const pages = pagesOf(lines, area);
  for (const [index, placed] of pages.entries()) {
    set.doc.addPage();
    drawNotice(set, notice);
    for (const { line, y } of placed) line.draw(y);
    const foot = t('order_pdf.page', { page: String(index + 1), pages: String(pages.length) });
    set.line(foot, page.right, pageLine, styles.running, 'right');
  }
  return await set.bytes();
}

function drawNotice(set: Typesetter, notice: string): void {
  const lines = set.clipped(set.wrap(notice, styles.running, contentWidth), 2);
  const bottom = set.lines(lines, page.left, noticeTop, styles.running);
  set.rule(page.left, bottom + 0.8 * mm, contentWidth);
}

function contentOf(set: Typesetter, invoice: EInvoicePage, t: PageStyle['t']): FlowLine[] {
  const { title, seller, buyer, facts, notes, rows, leftOut, totals, terms } = invoice;
  return [
    ...partyLines(set, [seller, buyer]),
    ...paragraph(set, title, styles.title, 6 * mm),
    ...labelledLines(set, facts, 2 * mm),
    ...notes.flatMap((note) => paragraph(set, note, styles.body, 2 * mm)),
    ...(rows.length === 0 ? [] : tableLines(set, invoice)),
    ...(leftOut === 0
      ? []
      : paragraph(set, t('invoice.printed.left_out', { count: String(leftOut) }), styles.notice, 2 * mm)),
    ...totals.flatMap(({ label, amount, isMain }, index) =>
      rowLines(
        set,
        [
          { ...totalLabel, text: label, style: isMain ? styles.strong : styles.body },
          { ...totalAmount, text: amount, style: isMain ? styles.mainTotal : styles.total },
        ],
        { isRuled: index === 0 },
      ),
    ),
    ...labelledLines(set, terms, 6 * mm),
  ];
}

/** Lines of text over the whole width. */
function paragraph(set: Typesetter, text: string, style: TextStyle, gap: number): FlowLine[] {
  return keptTogether(
    set.wrap(text, style, contentWidth).map((line, index) => ({
      height: set.lineHeight(style),
      gap: index === 0 ? gap : 0,
      mayStartPage: true,
      draw: (y) => set.line(line, page.left, y, style),
    })),
  );
}

interface Column {
  /** The left edge of a left-aligned column, the right edge of a column of figures. */
  readonly x: number;
  readonly width: number;
  readonly align: Align;
}

interface Cell extends Column {
  readonly text: string;
  readonly style: TextStyle;
}

const half = contentWidth / 2;
const gutter = 3 * mm;

/** Seller and buyer side by side. */
function partyLines(set: Typesetter, parties: readonly PageParty[]): FlowLine[] {
  const column = (index: number): Column => ({
    x: page.left + index * half,
    width: half - gutter,
    align: 'left',
  });
  const roles = parties.map(({ role }, index) => ({
    ...column(index),
    text: role,
    style: styles.columnHead,
  }));
  const texts = parties.map(({ lines }, index) => ({
    ...column(index),
    text: lines.join('\n') || '–',
    style: styles.body,
  }));
  return [...rowLines(set, roles), ...rowLines(set, texts)];
}

const labelWidth = 48 * mm;

function labelledLines(set: Typesetter, facts: readonly Labelled[], gap: number): FlowLine[] {
  return facts.flatMap(({ label, value }, index) =>
    rowLines(
      set,
      [
        { x: page.left, width: labelWidth - gutter, align: 'left', text: label, style: styles.label },
        {
          x: page.left + labelWidth,
          width: contentWidth - labelWidth,
          align: 'left',
          text: value,
          style: styles.body,
        },
      ],
      { gap: index === 0 ? gap : 0 },
    ),
  );
}

const widths = { position: 14 * mm, quantity: 27 * mm, price: 29 * mm, tax: 15 * mm, net: 27 * mm } as const;
const net: Column = { x: page.right, width: widths.net - gutter, align: 'right' };
const tax: Column = { x: net.x - widths.net, width: widths.tax - gutter, align: 'right' };
const price: Column = { x: tax.x - widths.tax, width: widths.price - gutter, align: 'right' };
const quantity: Column = { x: price.x - widths.price, width: widths.quantity - gutter, align: 'right' };
const position: Column = { x: page.left, width: widths.position - gutter, align: 'left' };
const description: Column = {
  x: page.left + widths.position,
  width: quantity.x - widths.quantity - gutter - page.left - widths.position,
  align: 'left',
};
const totalAmount: Column = { x: page.right, width: 45 * mm, align: 'right' };
const totalLabel: Column = { x: page.right - 48 * mm, width: contentWidth - 48 * mm, align: 'right' };

/** The invoice lines, with the table head on every page. */
function tableLines(set: Typesetter, { columns, rows }: EInvoicePage): FlowLine[] {
  const style = styles.columnHead;
  const head = rowLines(set, cellsOf(columns, style, style), { gap: 4 * mm });
  const lines = rows.flatMap((row) =>
    rowLines(set, cellsOf(row, styles.cell, styles.figure), { isRuled: true }),
  );
  return [
    ...head,
    // Keeps the head together with the first row.
    ...lines.map((line, index) => (index === 0 ? { ...line, mayStartPage: false } : { ...line, head })),
  ];
}

function cellsOf(row: PageRow, words: TextStyle, figures: TextStyle): readonly Cell[] {
  return [
    { ...position, text: row.position, style: words },
    { ...description, text: row.description, style: words },
    { ...quantity, text: row.quantity, style: figures },
    { ...price, text: row.price, style: figures },
    { ...tax, text: row.tax, style: figures },
    { ...net, text: row.net, style: figures },
  ];
}

interface RowLook {
  readonly gap?: number;
  /** Draws a rule above the row. */
  readonly isRuled?: boolean;
}

/** Cells side by side, line by line, so that a long text can break across pages. */
function rowLines(
  set: Typesetter,
  cells: readonly Cell[],
  { gap = 0, isRuled = false }: RowLook = {},
): FlowLine[] {
  const stacks = cells.map((cell) => ({ ...cell, lines: set.wrap(cell.text, cell.style, cell.width) }));
  const count = Math.max(...stacks.map(({ lines }) => lines.length));
  const height = Math.max(...stacks.map(({ style }) => set.lineHeight(style)));
  const padding = isRuled ? 0.8 * mm : 0;
  const lines = Array.from({ length: count }, (_, index): FlowLine => {
    const above = index === 0 ? padding : 0;
    return {
      height: above + height,
      gap: index === 0 ? gap : 0,
      mayStartPage: true,
      draw: (y) => {
        if (index === 0 && isRuled) set.rule(page.left, y, contentWidth, colors.rule);
        for (const { lines: texts, x, style, align } of stacks)
          set.line(texts[index] ?? '', x, y + above, style, align);
      },
    };
  });
  return keptTogether(lines);
}
