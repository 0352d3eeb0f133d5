import type { PreparedPicture } from '../../../platform/server/files/picture.ts';
import { colors, contentWidth, letter, mm, page } from '../../../platform/server/pdf/page.ts';
import { styles, type TextStyle, type Typesetter } from '../../../platform/server/pdf/typesetter.ts';
import type { Letter } from '../../letter/letter.ts';

/** The pictures of the company and of the signing person. */
export interface LetterPictures {
  readonly logo: PreparedPicture | null;
  /** Replaces name and logo in the head of the first page, over its full width. */
  readonly letterhead: PreparedPicture | null;
  readonly signature: PreparedPicture | null;
}

const logoSize = { width: 60 * mm, height: 24 * mm } as const;
const headTop = 13 * mm;
/** Two lines of the name at its full size. */
const nameHeight = 15 * mm;

/** Draws the first page above the text; returns the top of the text. */
export function drawLetterhead(set: Typesetter, document: Letter, pictures: LetterPictures): number {
  if (pictures.letterhead) drawLetterheadPicture(set, pictures.letterhead);
  else drawSender(set, document, pictures.logo);
  drawAddress(set, document);
  drawMarks(set);
  return Math.max(letter.contentTop, drawReferences(set, document) + 6 * mm);
}

function drawLetterheadPicture(set: Typesetter, picture: PreparedPicture): void {
  set.doc.image(picture, 0, 0, { fit: [page.width, letter.headHeight], align: 'center' });
}

function drawSender(set: Typesetter, { sender, senderDetails }: Letter, logo: PreparedPicture | null): void {
  let width: number = contentWidth;
  if (logo) {
    const left = page.right - logoSize.width;
    set.doc.image(logo, left, headTop, { fit: [logoSize.width, logoSize.height], align: 'right' });
    width -= logoSize.width + 8 * mm;
  }
  const name = fitted(set, [sender], styles.sender, { width, height: nameHeight });
  const below = set.lines(name.lines, page.left, headTop, name.style);
  const details = set.clipped(set.wrap(senderDetails, styles.senderDetails, width), 2);
  set.lines(details, page.left, below + 1, styles.senderDetails);
}

/** Draws the return line directly above the address; a long one grows upwards. */
function drawAddress(set: Typesetter, { returnLine, recipient }: Letter): void {
  const { addressTop, addressWidth, addressHeight } = letter;
  if (recipient.length > 0) {
    const line = set.clipped(set.wrap(returnLine, styles.returnLine, addressWidth), 3);
    const top = addressTop - 1.8 * mm - line.length * set.lineHeight(styles.returnLine);
    set.lines(line, page.left, top, styles.returnLine);
    set.rule(page.left, addressTop - 1.6 * mm, addressWidth);
  }
  const { lines, style } = fitted(set, recipient, styles.recipient, {
    width: addressWidth,
    height: addressHeight,
  });
  set.lines(lines, page.left, addressTop, style);
}

/** The lines in the largest size that fits; text is cut if even the smallest does not. */
function fitted(
  set: Typesetter,
  texts: readonly string[],
  style: TextStyle,
  room: { readonly width: number; readonly height: number },
): { readonly lines: string[]; readonly style: TextStyle } {
  const broken = (size: number) => {
    const own = { ...style, size };
    const lines = texts.flatMap((text) => set.wrap(text, own, room.width));
    return { lines, style: own, maxLines: Math.floor(room.height / set.lineHeight(own)) };
  };
  const smallest = broken(style.size * 0.6);
  const sizes = [style.size, style.size * 0.9, style.size * 0.8, style.size * 0.7];
  const found = sizes.map(broken).find(({ lines, maxLines }) => lines.length <= maxLines) ?? smallest;
  return { lines: set.clipped(found.lines, found.maxLines), style: found.style };
}

/** Draws labels and values side by side; returns the bottom of the block. */
function drawReferences(set: Typesetter, { references }: Letter): number {
  const labels = references.map(({ label }) => set.width(label, styles.label));
  const valueLeft = letter.referencesLeft + Math.min(Math.max(0, ...labels) + 4 * mm, 36 * mm);
  let y: number = letter.referencesTop;
  for (const { label, value } of references) {
    const lines = set.wrap(value, styles.reference, page.right - valueLeft);
    set.line(
      label,
      letter.referencesLeft,
      y + (styles.reference.size - styles.label.size) * 1.05,
      styles.label,
    );
    y = set.lines(lines, valueLeft, y, styles.reference) + 0.6 * mm;
  }
  return y;
}

function drawMarks(set: Typesetter): void {
  for (const y of letter.foldMarks) set.rule(4 * mm, y, 4 * mm, colors.rule, 0.4);
  set.rule(4 * mm, letter.holeMark, 6 * mm, colors.rule, 0.4);
}

/** Draws the mark across the page behind everything else, pale enough to read over. */
export function drawMark(set: Typesetter, mark: string): void {
  const size = Math.min(
    110,
    (page.width * 0.85) / Math.max(1, set.width(mark, { ...styles.title, size: 1 })),
  );
  const style: TextStyle = { ...styles.title, size, color: '#eef0f3' };
  const center = { x: page.width / 2, y: page.height / 2 };
  set.doc.save().rotate(-52, { origin: [center.x, center.y] });
  set.line(mark, center.x - set.width(mark, style) / 2, center.y - size * 0.7, style);
  set.doc.restore();
}

/** Draws the head of every page but the first. */
export function drawRunningHead(set: Typesetter, { sender, runningTitle }: Letter): void {
  const y = 14 * mm;
  const titleWidth = set.width(runningTitle, styles.running);
  const [name = ''] = set.clipped(set.wrap(sender, styles.running, contentWidth - titleWidth - 8 * mm), 1);
  set.line(name, page.left, y, styles.running);
  set.line(runningTitle, page.right, y, styles.running, 'right');
  set.rule(page.left, y + set.lineHeight(styles.running) + 1.5 * mm, contentWidth);
}

/** The foot of every page, broken into lines once. */
export interface Foot {
  readonly top: number;
  readonly draw: (pageNumber: number, pageCount: number) => void;
}

/** Enough for the longest wording that a company can store. */
const maxFooterLines = 32;

export function footOf(set: Typesetter, document: Letter): Foot {
  const columns = footerColumns(set, document);
  const height = Math.max(0, ...columns.map(({ lines }) => lines.length)) * set.lineHeight(styles.footer);
  const textTop = page.height - page.bottom - height;
  const pageLine = textTop - 3 * mm - set.lineHeight(styles.running);
  return {
    top: pageLine - 3 * mm,
    draw: (pageNumber, pageCount) => {
      set.line(document.runningTitle, page.left, pageLine, styles.running);
      const pageText = document.pageText
        .replace('{page}', String(pageNumber))
        .replace('{pages}', String(pageCount));
      set.line(pageText, page.right, pageLine, styles.running, 'right');
      set.rule(page.left, textTop - 1.8 * mm, contentWidth);
      for (const { x, lines } of columns) set.lines(lines, x, textTop, styles.footer);
    },
  };
}

interface FooterColumn {
  readonly x: number;
  readonly lines: readonly string[];
}

/** Columns of natural width with equal gaps, or of equal width if those do not fit. */
function footerColumns(set: Typesetter, { footer }: Letter): FooterColumn[] {
  const columns = 'text' in footer ? [[footer.text]] : footer.columns;
  const natural = columns.map((lines) => Math.max(...lines.map((line) => set.width(line, styles.footer))));
  const free = contentWidth - natural.reduce((sum, width) => sum + width, 0);
  const gap = 5 * mm;
  const fits = free >= gap * (columns.length - 1);
  const equal = (contentWidth - gap * (columns.length - 1)) / Math.max(1, columns.length);
  let x: number = page.left;
  return columns.map((texts, index) => {
    const width = fits ? (natural[index] ?? equal) : equal;
    const lines = texts.flatMap((text) => set.wrap(text, styles.footer, width + 0.01));
    const column = { x, lines: set.clipped(lines, maxFooterLines) };
    x += width + (fits ? free / Math.max(1, columns.length - 1) : gap);
    return column;
  });
}
