import type { Labelled } from '../../../../document/letter/words.ts';
import { paragraph } from '../../../../document/server/letter/paragraphs.ts';
import { type FlowLine, keptTogether } from '../../../../platform/server/pdf/flow.ts';
import { colors, contentWidth, mm, page } from '../../../../platform/server/pdf/page.ts';
import { drawQrCode } from '../../../../platform/server/pdf/qr-code.ts';
import { styles, type TextStyle, type Typesetter } from '../../../../platform/server/pdf/typesetter.ts';
import type { OrderDocument, Panel } from '../../order-document.ts';
import type { TotalRow } from '../../order-lines.ts';

/** The part above the table: title, panels and introduction. */
export function openingLines(set: Typesetter, document: OrderDocument): FlowLine[] {
  return [
    ...paragraph(set, document.title, styles.title, 0),
    ...paragraph(set, document.notice ?? '', styles.notice, 1 * mm),
    ...panelLines(set, document),
    ...paragraph(set, document.advance ?? '', styles.strong, 3 * mm),
    ...paragraph(set, document.intro, styles.body, 4 * mm),
  ];
}

/** The side of the code of the goods receipt: modules of at least 0.5 mm, which phones read from an arm's length. */
const codeSide = 20 * mm;

/** The panels side by side, row by row; the code of the goods receipt takes the right part of the last one. */
function panelLines(
  set: Typesetter,
  { panels, receiptCode: code }: Pick<OrderDocument, 'panels' | 'receiptCode'>,
): FlowLine[] {
  const label = code === null ? [] : set.wrap(code.label, styles.codeLabel, codeSide);
  const width = contentWidth / Math.max(1, panels.length);
  const widthOf = (panel: Panel): number =>
    width - 5 * mm - (code !== null && panel === panels.at(-1) ? codeSide : 0);
  const columns = panels.map((panel) => panelTexts(set, panel, widthOf(panel)));
  const height = set.lineHeight(styles.body);
  const ofCode =
    code === null ? 0 : Math.ceil((codeSide + label.length * set.lineHeight(styles.codeLabel)) / height);
  const count = Math.max(ofCode, ...columns.map((texts) => texts.length));
  return Array.from({ length: count }, (_, index) => ({
    height,
    gap: index === 0 ? 5 * mm : 0,
    // Extremely long addresses continue on the next page.
    mayStartPage: index > longestPanel,
    draw: (y: number) => {
      if (index === 0 && code !== null) {
        drawQrCode(set, code.url, page.right - codeSide, y, codeSide);
        set.lines(label, page.right - codeSide, y + codeSide, styles.codeLabel);
      }
      for (const [column, texts] of columns.entries()) {
        let x = page.left + column * width;
        for (const { text, style } of texts[index] ?? []) {
          set.line(text, x, y + (styles.body.size - style.size), style);
          x += set.width(`${text} `, style);
        }
      }
    },
  }));
}

const longestPanel = 14;

interface StyledText {
  readonly text: string;
  readonly style: TextStyle;
}

/** The lines of a panel; details that do not fit beside their label start on a new line. */
function panelTexts(set: Typesetter, { title, lines, details }: Panel, width: number): StyledText[][] {
  const wrapped = (text: string, style: TextStyle): StyledText[][] =>
    set.wrap(text, style, width).map((line) => [{ text: line, style }]);
  return [
    ...wrapped(title, styles.columnHead),
    ...lines.flatMap((line) => wrapped(line, styles.body)),
    ...details.flatMap(({ label, value }) => {
      const named = { text: `${label}:`, style: styles.label };
      const room = width - set.width(`${named.text} `, styles.label);
      return set.width(value, styles.panelDetail) <= room
        ? [[named, { text: value, style: styles.panelDetail }]]
        : [[named], ...wrapped(value, styles.panelDetail)];
    }),
  ];
}

/** Net, taxes and gross below the line amounts, kept together and with the last row. */
export function totalLines(set: Typesetter, document: OrderDocument): FlowLine[] {
  const { totals } = document;
  const labelRight = totalLabelRight(set, document);
  const left = labelRight - Math.max(0, ...totals.map((row) => set.width(row.label, totalStyle(row))));
  return totals.map((row, index) => {
    const { label, amount, isMain } = row;
    const style = totalStyle(row);
    const padding = isMain ? 1.4 * mm : 0.5 * mm;
    return {
      height: set.lineHeight(style) + 2 * padding,
      gap: isMain ? 1.2 * mm : 0,
      mayStartPage: false,
      draw: (y) => {
        if (index === 0) set.rule(page.left, y, contentWidth, colors.ink, 0.8);
        if (isMain) set.rule(left, y, page.right - left, colors.ink, 0.8);
        set.line(label, labelRight, y + padding, style, 'right');
        set.line(amount, page.right, y + padding, style, 'right');
      },
    };
  });
}

/** The common right edge of all sum labels, left of the widest amount. */
export function totalLabelRight(set: Typesetter, { totals }: OrderDocument): number {
  return page.right - Math.max(0, ...totals.map((row) => set.width(row.amount, totalStyle(row)))) - 8 * mm;
}

function totalStyle({ isMain }: TotalRow): TextStyle {
  return isMain ? styles.mainTotal : styles.total;
}

/** Terms with their labels at the left; long terms continue on the next page. */
export function termLines(set: Typesetter, terms: readonly Labelled[]): FlowLine[] {
  const labels = terms.map(({ label }) => set.width(label, styles.strong));
  const indent = Math.min(Math.max(0, ...labels) + 6 * mm, 50 * mm);
  return terms.flatMap(({ label, value }, term) =>
    keptTogether(
      set.wrap(value, styles.body, contentWidth - indent).map((line, index) => ({
        height: set.lineHeight(styles.body),
        gap: index > 0 ? 0 : term === 0 ? 7 * mm : 1 * mm,
        mayStartPage: true,
        draw: (y: number) => {
          if (index === 0) set.line(label, page.left, y, styles.strong);
          set.line(line, page.left + indent, y, styles.body);
        },
      })),
    ),
  );
}
